import { type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { Owner, Pet, deleted } from '../../support/mappings/deleted.js';

/*
 * Owners 1, 2 and (deleted) 3; pets 1 and (deleted) 2 of owner 1, 3 of the deleted owner; toys 1 and (deleted) 2 of
 * pet 1. Related rows are those of a list with `related` alone, whatever the list itself shows.
 */

const own = { deleted: true } as const;
const related = { deleted: { related: true } } as const;

type Keys = readonly (readonly [id: number, related: readonly number[]])[];

const cases: readonly (readonly [EntityTarget<ObjectLiteral>, FilterQueryOverrides<never>, string, Keys])[] = [
  [
    Owner,
    own,
    'populate=pets',
    [
      [1, [1]],
      [2, []],
    ],
  ],
  [
    Owner,
    own,
    'populate=pets&deleted=with',
    [
      [1, [1]],
      [2, []],
      [3, [3]],
    ],
  ],
  [Owner, own, 'populate=pets&deleted=only', [[3, [3]]]],
  [
    Owner,
    related,
    'populate=pets',
    [
      [1, [1]],
      [2, []],
    ],
  ],
  [
    Owner,
    related,
    'populate=pets&deleted=with',
    [
      [1, [1, 2]],
      [2, []],
      [3, [3]],
    ],
  ],
  [
    Owner,
    related,
    'populate[pets][filters][name]=Rex&deleted=with',
    [
      [1, [2]],
      [2, []],
      [3, []],
    ],
  ],
  [
    Owner,
    own,
    'populate[pets][filters][name]=Rex&deleted=with',
    [
      [1, []],
      [2, []],
      [3, []],
    ],
  ],
  [
    Pet,
    own,
    'populate=owner&deleted=with',
    [
      [1, [1]],
      [2, [1]],
      [3, []],
    ],
  ],
  [
    Pet,
    related,
    'populate=owner&deleted=with',
    [
      [1, [1]],
      [2, [1]],
      [3, [3]],
    ],
  ],
  [
    Pet,
    related,
    'populate=owner',
    [
      [1, [1]],
      [3, []],
    ],
  ],
  [Pet, own, 'populate=toys&filters[id]=1&deleted=with', [[1, [1]]]],
  [Pet, related, 'populate=toys&filters[id]=1&deleted=with', [[1, [1, 2]]]],
];

describe.each(engines)('related rows of deleted rows on %s', (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [...deleted.entities] });
    await deleted.seed(database.source);
  });
  afterAll(() => database.close());

  const keysOf = (rows: readonly ObjectLiteral[], name: string): Keys =>
    rows.map((row) => {
      const found = [row[name] ?? []].flat() as readonly { readonly id: number }[];
      return [row['id'] as number, found.map(({ id }) => id)];
    });

  describe.each(['adaptive', 'in'] as const)('by strategy %s', (strategy) => {
    it.each(cases)('of %p with %j, by %s', async (entity, overrides, text, expected) => {
      const filters = FilterService.forDataSource(database.source, { strategy });
      const [, name = ''] = /populate[=[](\w+)/.exec(text) ?? [];
      const query = filters.parse(entity, `sort=id&${text}`, { ...overrides, populate: [name] as never });
      const source = () => database.source.getRepository(entity).createQueryBuilder('e');
      expect(keysOf((await filters.page(source(), query)).data, name)).toEqual(expected);
      const walked: ObjectLiteral[] = [];
      for await (const row of filters.each(source(), query, { chunk: 2 })) walked.push(row);
      expect(keysOf(walked, name)).toEqual(expected);
      const rows = await filters.apply(source(), query, { populate: 'later' }).getMany();
      await filters.populate(source(), rows, query);
      expect(keysOf(rows, name)).toEqual(expected);
    });
  });
});
