import fc from 'fast-check';
import { stringify } from 'qs';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { announceSeed, factor, seed } from '../../support/thorough.js';
import { canary, fill, tourEntities, toursModule } from '../hostile/tours/model.js';

/*
 * Requests for related rows of tours, right ones and wrong ones: with names that are hidden or not there, options that
 * do not exist, values of no kind, and characters that are lost on the way.
 */

interface Entity {
  readonly relations: Readonly<Record<string, string>>;
  readonly fields: readonly string[];
  /** What exists, and nobody may name. */
  readonly hidden: readonly string[];
}

const entities: Readonly<Record<string, Entity>> = {
  tour: {
    relations: { guide: 'guide', stops: 'stop', start: 'town', owner: 'guide' },
    fields: ['id', 'title'],
    hidden: ['tenant', 'owner'],
  },
  guide: {
    relations: { home: 'town', tours: 'tour', boss: 'guide' },
    fields: ['id', 'name'],
    hidden: ['salary', 'secret', 'boss'],
  },
  stop: {
    relations: { town: 'town', tour: 'tour' },
    fields: ['id', 'title', 'minutes'],
    hidden: ['code', 'hidden', 'deletedAt', 'tour'],
  },
  town: { relations: {}, fields: ['id', 'name'], hidden: ['tenant'] },
};

function entityOf(name: string): Entity {
  const found = entities[name];
  if (found === undefined) throw new Error(`no entity ${name}`);
  return found;
}

/** Parts of the texts that hidden rows have. */
const parts = fc.constantFrom('hidden', 'deleted', 'theirs', 'town', 'a', 'Fjord', '%', "' OR 1=1 --", '\u0000', '');
const invented = fc.constantFrom('nope', '*', 'constructor', '__proto__', 'toString', 'guide.home', '', '$or', 'ID');
const oddities = fc.constantFrom<unknown>(null, true, false, 0, -1, 1e30, '', 'true', [], {}, ['id'], { $eq: 1 });
const rarely = <Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: usual, weight: 24 }, { arbitrary: other, weight: 1 });

function fieldName({ fields, hidden }: Entity): fc.Arbitrary<string> {
  return rarely(fc.constantFrom(...fields), fc.oneof(fc.constantFrom(...hidden), invented));
}

function condition(entity: Entity): fc.Arbitrary<object> {
  const operator = rarely(fc.constantFrom('$contains', '$eq', '$ne', '$gte', '$in', '$null', '$startsWith'), invented);
  const simple = fc
    .tuple(fieldName(entity), operator, parts)
    .map(([name, key, value]) => ({ [name]: { [key]: key === '$null' ? 'true' : value } }));
  return fc.oneof(
    simple,
    fc.tuple(simple, simple).map(($or) => ({ $or })),
  );
}

function options(name: string, deeper: number): fc.Arbitrary<unknown> {
  const entity = entityOf(name);
  const some = fc.record(
    {
      filters: condition(entity),
      sort: fc.tuple(fieldName(entity), fc.constantFrom('asc', 'desc', 'up')).map((key) => key.join(':')),
      limit: fc.oneof(fc.integer({ min: 1, max: 6 }), parts),
      fields: fc.array(fieldName(entity), { minLength: 1, maxLength: 3 }),
      ...(deeper > 0 && { populate: populated(name, deeper - 1) }),
    },
    { requiredKeys: [] },
  );
  const odd = fc.tuple(some, invented, oddities).map(([given, key, value]) => ({ ...given, [key]: value }));
  return rarely(fc.oneof(fc.constant('true'), some), fc.oneof(odd, oddities));
}

function populated(name: string, deeper: number): fc.Arbitrary<unknown> {
  const { relations } = entityOf(name);
  const names = Object.keys(relations);
  if (names.length === 0) return rarely<unknown>(fc.constant({}), oddities);
  const asObject = fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((each) => [each, options(relations[each] ?? '', deeper)]))),
    );
  const asNames = fc.uniqueArray(rarely(fc.constantFrom(...names), invented), { minLength: 1, maxLength: 3 });
  return fc.oneof(asObject, asObject, asNames, asNames.map(String));
}

/** Loses a character, doubles one, or puts another in its place. */
const damages: fc.Arbitrary<(text: string) => string> = fc
  .tuple(fc.nat(), fc.constantFrom('', '[', ']', '&', '=', '%', '"', '{', ',', '.'))
  .map(([at, other]) => (text: string) => {
    const place = at % Math.max(1, text.length);
    return text.slice(0, place) + other + text.slice(place + 1);
  });
const intact: fc.Arbitrary<(text: string) => string> = fc.constant((text) => text);

/** Any query string that asks a list of tours for related rows. */
const hostileRequests: fc.Arbitrary<string> = fc
  .tuple(populated('tour', 2), fc.boolean(), fc.oneof({ arbitrary: intact, weight: 4 }, damages))
  .map(([populate, asJson, damaged]) =>
    damaged(
      asJson && typeof populate === 'object'
        ? `populate=${encodeURIComponent(JSON.stringify(populate))}`
        : stringify({ populate }, { encodeValuesOnly: true }),
    ),
  );

/** Each is sent to two applications. */
const requests = 40 * factor;

/** What no answer may have; the list itself shows the tenant of its own rows. */
const secrets = new RegExp(`${canary}|777777|salary|secret|hidden|"code"|deletedAt`);

type Row = Readonly<Record<'guide' | 'stops' | 'start', unknown>>;

beforeAll(announceSeed);

describe.each(engines)('random requests for related rows on %s', (engine) => {
  let database: TestDatabase;
  let apps: readonly TestApp[];

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: tourEntities });
    await fill(database.source);
    apps = await Promise.all(adapters.map((adapter) => openApp(adapter, toursModule(database.source))));
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await database.close();
  });

  it(
    'are answered or refused, alike by each application, and show nothing that is hidden',
    async () => {
      const answered = new Map<number, number>();
      const property = fc.asyncProperty(hostileRequests, async (query) => {
        const [one, ...others] = await Promise.all(apps.map(({ client }) => client.get(`/tours?${query}`)));
        if (one === undefined) throw new Error('no application has answered');
        expect([200, 400]).toContain(one.status);
        for (const other of others) expect([other.status, other.text]).toEqual([one.status, one.text]);
        answered.set(one.status, (answered.get(one.status) ?? 0) + 1);
        expect(one.text).not.toMatch(new RegExp(`${canary}|777777`));
        if (one.status === 400) return;
        const { data } = JSON.parse(one.text) as { readonly data: readonly Row[] };
        const related = JSON.stringify(data.map(({ guide, stops, start }) => ({ guide, stops, start })));
        expect(related).not.toMatch(secrets);
      });
      await fc.assert(property, { numRuns: requests, seed: seed + engines.indexOf(engine), endOnFailure: true });
      // Neither answers nor refusals alone would prove anything.
      expect(answered.get(200)).toBeGreaterThan(requests / 10);
      expect(answered.get(400)).toBeGreaterThan(requests / 10);
    },
    60_000 + 200 * requests,
  );
});
