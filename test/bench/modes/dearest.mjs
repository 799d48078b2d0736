import { Logger } from '@nestjs/common';
import { FilterException, FilterService } from 'nestjs-filterable';
import { catalogue, Item } from '../dearest/model.mjs';
import { everything, works } from '../dearest/requests.mjs';
import { serverClock } from '../dearest/server-clock.mjs';
import { median } from '../measure.mjs';
import { openDatabase } from '../model/databases.mjs';

/*
 * The dearest requests of each kind that are not refused, at the default limits and at their caps, in units of a normal
 * page of the same table: 25 rows with a status, and their total.
 */

const normal = { filters: { status: 'published' } };

/** The number of requests that is measured on each engine. */
export const dearestRequests = 2 * (Object.keys(works).length + 1);

/** Measures every request on one engine. */
export async function measureDearest(engine, flags, tell) {
  Logger.overrideLogger(['error']);
  const database = await openDatabase(engine, flags.size, { keep: flags.keep, connections: 1, ...catalogue });
  try {
    const clock = await serverClock(engine, database.source);
    const results = [];
    for (const at of flags.at ?? ['defaults', 'caps']) {
      const service = serviceAt(at, database.source);
      for (const [name, { of, input }] of Object.entries(requestsOf(service))) {
        if (!name.includes(flags.workloads)) continue;
        const result = { engine, at, name, ...(await measure({ service, source: database.source, clock }, of, input)) };
        results.push(result);
        tell(result);
      }
    }
    return results;
  } finally {
    await database.close();
  }
}

/** Every limit that what is asked here depends on, as far as a host may raise it. */
const caps = {
  ...{ queryBytes: 16_384, parameters: 1_000, logicalDepth: 10, conditions: 100, members: 1_000, values: 5_000 },
  ...{ needleLength: 256, unanchoredNeedles: 16, relationConditions: 32, documentConditions: 32, sortKeys: 10 },
  ...{ sortHops: 5, searchWords: 16, searchTerms: 40, facets: 20, facetValues: 100, offset: 1_000_000, cost: 5_000 },
};

function serviceAt(at, source) {
  return FilterService.forDataSource(source, at === 'caps' ? { limits: caps } : {});
}

function requestsOf(service) {
  const single = Object.entries(works).map(([name, { of, asks }]) => [name, { of, input: mostOf(service, of, asks) }]);
  return { ...Object.fromEntries(single), 'everything at once': { of: Item, input: allOf(service, Item) } };
}

/** The request that asks for the most that is not refused. */
function mostOf(service, of, asks) {
  let input;
  for (let count = 1; count <= 100; count += 1) {
    const next = asks(count);
    if (!isAccepted(service, of, next)) break;
    input = next;
  }
  return input ?? normal;
}

/** A request with every part for which there is room beside those before it. */
function allOf(service, of) {
  const parts = [];
  for (const part of everything[of.name]) {
    if (isAccepted(service, of, requestOf([...parts, part]))) parts.push(part);
  }
  return requestOf(parts);
}

function requestOf(parts) {
  const conditions = parts.flatMap(({ condition }) => condition ?? []);
  const facets = parts.flatMap(({ facet }) => facet ?? []);
  return Object.assign(
    { filters: { $or: [...conditions, { id: { $gt: 99_970 } }] } },
    facets.length === 0 ? {} : { facets },
    ...parts.map(({ rest = {} }) => rest),
  );
}

function isAccepted(service, of, input) {
  try {
    service.parse(of, input);
    return true;
  } catch (error) {
    if (error instanceof FilterException) return false;
    throw error;
  }
}

/** Times a request three times, or once where it takes long, between normal pages of its table. */
async function measure({ service, source, clock }, of, input) {
  const rows = source.getRepository(of);
  const timed = async (request) => {
    const start = clock();
    await service.page(rows, service.parse(of, request));
    return clock() - start;
  };
  const units = [];
  const times = [];
  for (let round = 0; round < 3 && (round === 0 || times[0] < 3_000); round += 1) {
    for (let page = 0; page < 5; page += 1) units.push(await timed(normal));
    times.push(await timed(input));
  }
  for (let page = 0; page < 5; page += 1) units.push(await timed(normal));
  // The kernel counts in ticks, so that the mean of many short times is exact, and their median is not.
  const unit = units.reduce((sum, time) => sum + time, 0) / units.length;
  return { unit, time: median(times), pages: median(times) / unit };
}
