import { Logger } from '@nestjs/common';
import { FilterException, FilterService } from 'nestjs-filterable';
import { Item, catalogue } from '../dearest/model.mjs';
import { mixtures, works } from '../dearest/requests.mjs';
import { serverClock } from '../dearest/server-clock.mjs';
import { median } from '../measure.mjs';
import { openDatabase } from '../model/databases.mjs';

/*
 * The dearest requests of each kind that are not refused, at the default limits and at their caps, in units of a normal
 * page of the same table: 25 rows with a status, and their total.
 */

const normal = { filters: { status: 'published' } };

/** The number of requests that is measured on each engine, at each of the limits. */
export const dearestRequests = Object.keys(works).length + Object.keys(mixtures).length;

/** Measures every request on one engine. */
export async function measureDearest(engine, flags, tell) {
  Logger.overrideLogger(['error']);
  const database = await openDatabase(engine, flags.size, { keep: flags.keep, connections: 1, ...catalogue });
  try {
    const clock = await serverClock(engine, database.source);
    const results = [];
    for (const at of flags.at) {
      const service = serviceAt(at, database.source);
      for (const [name, request] of Object.entries(requestsOf(service))) {
        if (!name.includes(flags.workloads)) continue;
        const result = { engine, at, name, ...(await measure({ service, source: database.source, clock }, request)) };
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
  ...{ aggregates: 20, populate: 20, populateHops: 4, populatedPerRow: 100, populatedRows: 20_000, maxPageSize: 1_000 },
};

function serviceAt(at, source) {
  return FilterService.forDataSource(source, at === 'caps' ? { limits: caps } : {});
}

/** Every request of a service by its name, with the entity whose normal page is its unit. */
function requestsOf(service) {
  const single = Object.entries(works).map(([name, work]) => {
    const { of, unit = of, overrides, joined } = work;
    return [name, { of, unit, overrides, joined, input: mostOf(service, work) }];
  });
  const mixed = Object.entries(mixtures).map(([name, parts]) => [
    name,
    { of: Item, unit: Item, input: allOf(service, parts) },
  ]);
  return Object.fromEntries([...single, ...mixed]);
}

/** The request that asks for the most that is not refused. */
function mostOf(service, { of, asks, overrides }) {
  let input;
  for (let count = 1; count <= 100; count += 1) {
    const next = asks(count);
    if (next === undefined || !isAccepted(service, { of, overrides, input: next })) break;
    input = next;
  }
  if (input === undefined) throw new TypeError(`the limits refuse ${JSON.stringify(asks(1))}`);
  return input;
}

/** A request with every part for which there is room beside those before it. */
function allOf(service, parts) {
  const taken = [];
  for (const part of parts) {
    if (isAccepted(service, { of: Item, input: requestOf([...taken, part]) })) taken.push(part);
  }
  return requestOf(taken);
}

function requestOf(parts) {
  const conditions = parts.flatMap(({ condition }) => condition ?? []);
  const listed = {
    facets: parts.flatMap(({ facet }) => facet ?? []),
    aggregates: parts.flatMap(({ aggregate }) => aggregate ?? []),
    populate: parts.flatMap(({ populated }) => populated ?? []),
  };
  return Object.assign(
    { filters: { $or: [...conditions, { id: { $gt: 99_970 } }] } },
    Object.fromEntries(Object.entries(listed).filter(([, names]) => names.length > 0)),
    ...parts.map(({ rest = {} }) => rest),
  );
}

function isAccepted(service, { of, input, overrides }) {
  try {
    service.parse(of, input, overrides);
    return true;
  } catch (error) {
    if (error instanceof FilterException) return false;
    throw error;
  }
}

/** Times a request three times, or once where it takes long, between normal pages of its table. */
async function measure({ service, source, clock }, { of, unit, input, overrides, joined }) {
  const timed = async (entity, request, own, join) => {
    const start = clock();
    const rows = source.getRepository(entity);
    const builder = join && rows.createQueryBuilder('listed').leftJoinAndSelect(`listed.${join}`, 'joined');
    await service.page(builder ?? rows, service.parse(entity, request, own));
    return clock() - start;
  };
  const units = [];
  const times = [];
  for (let round = 0; round < 3 && (round === 0 || times[0] < 3_000); round += 1) {
    for (let page = 0; page < 5; page += 1) units.push(await timed(unit, normal));
    times.push(await timed(of, input, overrides, joined));
  }
  for (let page = 0; page < 5; page += 1) units.push(await timed(unit, normal));
  // The kernel counts in ticks, so that the mean of many short times is exact, and their median is not.
  const mean = units.reduce((sum, time) => sum + time, 0) / units.length;
  return { unit: mean, time: median(times), pages: median(times) / mean };
}
