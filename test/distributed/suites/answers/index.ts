import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { blogWorld, largeDatasets } from '../../../e2e/properties/blog.js';
import { blogEntities } from '../../../support/blog/entities.js';
import type { Cluster } from '../../topologies/topology.js';
import type { Setting, Suite } from '../suite.js';
import { type Library, answerOf, libraryOver } from './answer.js';
import { type PageRequest, print, samplePageRequests } from './requests.js';

/** Random requests get the answers of one server: rows, totals, facets and cursors, page by page. */
export const answers: Suite = {
  name: 'same answers',
  appliesTo: ({ isReference }) => isReference !== true,
  async run(setting) {
    const { cluster, reference, requests, seed } = setting;
    const one = await filled(await reference(), seed);
    const other = await filled(cluster, seed);
    try {
      const found = { pages: 0, failures: [] as string[] };
      for (const request of samplePageRequests(requests, seed)) {
        const { pages, failure } = await compare({ one, other }, request);
        found.pages += pages;
        if (failure !== undefined) found.failures.push(failure);
      }
      return { summary: summaryOf(setting, found), failures: found.failures };
    } finally {
      await one.source.destroy();
      await other.source.destroy();
    }
  },
};

function summaryOf({ requests }: Setting, { pages, failures }: { pages: number; failures: readonly string[] }): string {
  return `${requests - failures.length} of ${requests} requests, ${pages} pages`;
}

/** Makes the blog in a cluster, with rows that follow from the seed. */
async function filled(cluster: Cluster, seed: number): Promise<Library> {
  const source = new DataSource({ ...cluster.options, entities: blogEntities });
  await cluster.makeTables(blogEntities);
  await source.initialize();
  const [dataset] = fc.sample(largeDatasets, { numRuns: 1, seed });
  if (dataset !== undefined) await blogWorld.insert(source, dataset);
  await cluster.settle();
  return libraryOver(source);
}

/** Returns how many pages were compared, and the first difference. */
async function compare(
  { one, other }: { readonly one: Library; readonly other: Library },
  request: PageRequest,
): Promise<{ pages: number; failure?: string }> {
  const [expected, found] = await Promise.all([answerOf(one, request), answerOf(other, request)]);
  const place = expected.findIndex((page, index) => page !== found[index]);
  if (place === -1 && expected.length === found.length) return { pages: expected.length };
  const lines = [print(request, {}), `found:    ${found[place]}`, `expected: ${expected[place]}`];
  return { pages: expected.length, failure: lines.join('\n') };
}
