import fc from 'fast-check';
import { FilterService } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { announceSeed, runs, seed, timeout } from '../properties/settings.js';
import { type AskedOf, asking, sizeOf } from './asking.js';
import { factsOf } from './facts.js';
import { type GuideData, fillGuide, guideData } from './dataset.js';
import {
  GuideBadge,
  GuideChef,
  type GuideContext,
  GuideRestaurant,
  GuideReview,
  GuideTag,
  canary,
  guideEntities,
} from './guide.js';
import { guideFacts, guideModel } from './guide-facts.js';
import { Oracle } from './oracle.js';

const targets = new Map<string, EntityTarget<ObjectLiteral>>([
  ['chef', GuideChef],
  ['badge', GuideBadge],
  ['restaurant', GuideRestaurant],
  ['tag', GuideTag],
  ['review', GuideReview],
]);

/** `POPULATE_RUNS` is the number of requests on all engines together; a set of rows answers ten of them. */
const requests = Number(process.env['POPULATE_RUNS'] ?? Math.max(90, runs / 2));
const perData = 10;

/** The list itself answers its exposed fields, which the client has to ask for. */
const selecting = { select: true } as const;

const contexts: fc.Arbitrary<GuideContext> = fc.record({
  region: fc.constantFrom(1, 2, 3),
  leastStars: fc.constantFrom(1, 2, 3),
  // Lengths that decide the text of a statement; the end of a long list is of no chef.
  hidden: fc
    .record({ size: fc.constantFrom(0, 1, 2, 5, 100), first: fc.integer({ min: 1, max: 8 }) })
    .map(({ size, first }) => Array.from({ length: size }, (_, at) => (at < 2 ? ((first + at) % 8) + 1 : 1_000 + at))),
});

beforeAll(announceSeed);

describe.each(engines)('populate on %s', (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: guideEntities });
  }, timeout);

  afterAll(() => database.close());

  it.each(['adaptive', 'in'] as const)(
    'answers what the program puts together of all rows, by strategy %s',
    async (strategy) => {
      const limits = { populate: 20, populateHops: 4, populatedRows: 20_000 };
      const service = FilterService.forDataSource(database.source, { strategy, limits, nulls: 'last' });
      const share = strategy === 'in' ? 4 : 4 / 3;
      const numRuns = Math.ceil(requests / engines.length / perData / share);
      const ten = fc.array(fc.tuple(asking(guideModel), contexts, contexts), {
        minLength: perData,
        maxLength: perData,
      });
      const property = fc.asyncProperty(guideData, ten, async (data, all) => {
        await fillGuide(database.source, data);
        for (const [{ entity, asked }, one, other] of all) {
          for (const context of [one, other, one]) await check(service, data, { entity, asked, context });
        }
      });
      await fc.assert(property, { numRuns, seed: seed + engines.indexOf(engine), endOnFailure: true });
    },
    timeout + 60 * requests,
  );

  const check = async (
    service: FilterService,
    data: GuideData,
    { entity, asked, context }: AskedOf & { readonly context: GuideContext },
  ) => {
    if (sizeOf(guideFacts, { entity, asked }).nodes > 20) return;
    const target = targets.get(entity) ?? '';
    const repository = database.source.getRepository(target);
    const { populate, ...plain } = asked;
    const page = async (input: object, pagination: object) => {
      const given = { ...input, fields: factsOf(guideFacts, entity).fields, pagination };
      const query = service.parse(target, given, selecting, context);
      return service.page(repository, query);
    };
    const answer = await page(asked, { page: 1, pageSize: 50 });
    const oracle = new Oracle(guideFacts, data, context);
    expect(canonical(answer.data)).toEqual(canonical(oracle.list(entity, asked)));
    expect(answer.meta.populate ?? {}).toEqual(oracle.more);
    expect(JSON.stringify(answer)).not.toContain(canary);
    // It changes neither rows nor totals nor cursors.
    const without = await page(plain, { page: 1, pageSize: 50 });
    expect({ ...answer.meta, populate: undefined }).toEqual({ ...without.meta, populate: undefined });
    expect(answer.data.map((row) => withoutNames(row, Object.keys(populate ?? {})))).toEqual(without.data);
    const [one, other] = [await page(asked, { after: '', pageSize: 2 }), await page(plain, { after: '', pageSize: 2 })];
    expect(one.meta.pagination).toEqual(other.meta.pagination);
  };
});

function withoutNames(row: ObjectLiteral, names: readonly string[]): ObjectLiteral {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

/** Engines give whole numbers of 64 bits and decimals as texts, or as numbers. */
function canonical(rows: readonly unknown[]): unknown {
  return JSON.parse(
    JSON.stringify(rows, (name, value: unknown) => {
      if (name === 'id' && (typeof value === 'number' || typeof value === 'string')) return String(value);
      return name === 'price' && value !== null ? Number(value) : value;
    }),
  ) as unknown;
}
