import { DataSource } from 'typeorm';
import { FilterService, type ReadSettings } from 'nestjs-filterable';
import { Item, Mark } from '../../model.js';
import type { Setting, Suite } from '../suite.js';
import { type TornRequest, isWhole, tornRequests } from './requests.js';
import { Writer, fillItems } from './worlds.js';

type Level = NonNullable<ReadSettings['consistency']>;

/**
 * The pages of a request at a level of consistency, and how many of them no moment of the database would have answered.
 */
interface Count {
  readonly request: TornRequest;
  readonly level: Level;
  torn: number;
}

const levels: readonly Level[] = ['statement', 'connection', 'snapshot'];
const readers = 4;

/** A writer changes between two states, while pages are read at every level of consistency in turn. */
export const torn: Suite = {
  name: 'torn pages',
  async run({ cluster, topology, requests, log }) {
    await cluster.makeTables([Item, Mark]);
    const source = await new DataSource({ ...cluster.options, entities: [Item, Mark] }).initialize();
    try {
      await fillItems(source);
      await cluster.settle();
      const counts = await countTorn(source, requests);
      for (const { request, level, torn } of counts) {
        log({ topology: topology.name, suite: 'torn pages', request: request.name, level, pages: requests, torn });
      }
      return { summary: summaryOf(counts, requests), failures: failuresOf(counts, topology) };
    } finally {
      await source.destroy();
    }
  },
};

async function countTorn(source: DataSource, pages: number): Promise<readonly Count[]> {
  const filters = FilterService.forDataSource(source);
  const counts = tornRequests.flatMap((request) => levels.map((level): Count => ({ request, level, torn: 0 })));
  const writer = new Writer(source);
  writer.start();
  try {
    const turns = Array.from({ length: pages }, () => counts).flat();
    const read = async () => {
      for (let count = turns.pop(); count !== undefined; count = turns.pop()) {
        if (!(await isWhole({ filters, source }, count.request, count.level))) count.torn += 1;
      }
    };
    await Promise.all(Array.from({ length: readers }, read));
  } finally {
    await writer.stop();
  }
  return counts;
}

function summaryOf(counts: readonly Count[], pages: number): string {
  const parts = levels.map((level) => `${level} ${tornAt(counts, level)}`);
  return `${parts.join(', ')} of ${pages * tornRequests.length}`;
}

function failuresOf(counts: readonly Count[], { withoutSnapshot }: Setting['topology']): string[] {
  const unharmed = tornAt(counts, 'statement') + tornAt(counts, 'connection') === 0;
  const broken =
    withoutSnapshot === undefined ? counts.filter(({ level, torn }) => level === 'snapshot' && torn > 0) : [];
  return [
    ...(unharmed ? ['no page was torn at any level: nothing was written between the statements'] : []),
    ...broken.map(({ request, torn }) => `${torn} pages were torn in a snapshot: ${request.name}`),
  ];
}

function tornAt(counts: readonly Count[], level: Level): number {
  return counts.filter((count) => count.level === level).reduce((sum, { torn }) => sum + torn, 0);
}
