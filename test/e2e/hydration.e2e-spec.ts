import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { RawSqlResultsToEntityTransformer } from 'typeorm/query-builder/transformer/RawSqlResultsToEntityTransformer.js';
import { type Row, type TableHydrator, entityTablesOf, hydratorOf } from '../../lib/typeorm/index.js';
import { type TestDatabase, engines } from '../support/databases.js';
import { blogEntities } from '../support/blog/entities.js';
import { composite, datedKeys, generated, keys } from '../support/mappings/keys.js';
import { openBeside, placeOn } from '../support/mappings/database.js';
import { deleted } from '../support/mappings/deleted.js';
import { embedded, inheritance, views } from '../support/mappings/classes.js';
import { loading, selves } from '../support/mappings/loading.js';
import { longNames, renamed, reserved } from '../support/mappings/names.js';
import { unheld } from '../support/mappings/unheld.js';
import { insertRaw } from '../support/samples/database.js';
import { sampleRows } from '../support/samples/rows.js';
import { selections } from './hydration/builders.js';
import { MadeOwner, MadeThing, hydratedEntities, seedMade } from './hydration/entities.js';
import { factor } from '../support/thorough.js';

type Builder = SelectQueryBuilder<ObjectLiteral>;

const runs = 50 * factor;

/** Entities that TypeORM hydrates itself, and why. */
const notCovered: Readonly<Record<string, string>> = {
  Publisher: 'has lazy relations',
  Genre: 'has lazy relations',
  Novel: 'has lazy relations',
  Club: 'has virtual columns',
};

describe.each(engines)('entities of raw rows on %s', (engine) => {
  const place = placeOn(engine);
  const mappings = [
    ...[composite, datedKeys, deleted, embedded, inheritance, keys, loading, longNames],
    ...[renamed, reserved, selves, unheld, views, generated(engine)],
  ];
  const { Sample, entities } = hydratedEntities(engine);
  let database: TestDatabase;

  beforeAll(async () => {
    const classes = [...mappings.flatMap((mapping) => [...mapping.entities]), ...blogEntities, ...entities];
    database = await openBeside(engine, place, classes as (new () => object)[]);
    for (const mapping of mappings) await mapping.seed(database.source);
    await seedMade(database.source);
    const columns = database.source.getMetadata(Sample).columns.map(({ propertyName }) => propertyName);
    const rows = sampleRows(
      engine,
      columns.filter((name) => name !== 'id'),
    );
    await insertRaw(database.source, 'hydrated_sample', rows);
  });

  afterAll(() => database.close());

  /** The entities that TypeORM makes of rows, without the hooks of their classes. */
  function byTypeOrm(builder: Builder, rows: readonly Row[]): ObjectLiteral[] {
    const { expressionMap } = builder;
    if (expressionMap.mainAlias === undefined || rows.length === 0) return [];
    const { driver } = database.source;
    const transformer = new RawSqlResultsToEntityTransformer(expressionMap, driver, []);
    return transformer.transform([...rows], expressionMap.mainAlias) as ObjectLiteral[];
  }

  function compile(builder: Builder): TableHydrator | string {
    const tables = entityTablesOf(builder);
    return typeof tables === 'string' ? tables : hydratorOf(tables);
  }

  async function rowsOf(builder: Builder): Promise<Row[]> {
    const { raw } = await builder.getRawAndEntities<Row>();
    return raw;
  }

  /** The reason why a selection of an entity is not compiled; undefined where it is. */
  function expectedReason(metadata: EntityMetadata, builder: Builder): string | undefined {
    const joined = builder.expressionMap.joinAttributes.filter(({ isSelected }) => isSelected);
    const tables = [metadata, ...joined.flatMap((join) => join.metadata ?? [])];
    const reasons = tables.map(({ name, tableType }) => [name, tableType === 'view' ? 'is a view' : notCovered[name]]);
    return reasons.find(([, reason]) => reason !== undefined)?.join(' ');
  }

  function expectSame(ours: readonly unknown[], theirs: readonly unknown[]): void {
    // The text as well: it has the keys in their order, which no comparison of objects looks at.
    expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
    if (!isDeepStrictEqual(ours, theirs)) expect(ours).toStrictEqual(theirs);
    expect(isDeepStrictEqual(ours, theirs)).toBe(true);
  }

  it.each(selections)('are those of TypeORM: every entity %s', async (_name, make) => {
    let compiled = 0;
    for (const metadata of database.source.entityMetadatas) {
      if (metadata.tableType === 'junction') continue;
      const builder = make(database.source, metadata);
      const hydrate = compile(builder);
      const reason = expectedReason(metadata, builder);
      expect([metadata.name, typeof hydrate === 'string' ? hydrate : undefined]).toEqual([metadata.name, reason]);
      if (typeof hydrate === 'string') continue;
      const rows = await rowsOf(builder);
      expectSame(hydrate(rows), byTypeOrm(builder, rows));
      compiled += rows.length;
    }
    expect(compiled).toBeGreaterThan(100);
  });

  it('are those of TypeORM whatever the rows are: in any order, several times, with NULL and columns anywhere', async () => {
    const cases: { builder: Builder; hydrate: TableHydrator; rows: Row[] }[] = [];
    for (const [, make] of selections.slice(2, 4)) {
      for (const metadata of database.source.entityMetadatas) {
        const builder = make(database.source, metadata);
        const hydrate = metadata.tableType === 'junction' ? '' : compile(builder);
        const rows = typeof hydrate === 'string' ? [] : await rowsOf(builder);
        if (typeof hydrate !== 'string' && rows.length > 0) cases.push({ builder, hydrate, rows });
      }
    }
    const picked = fc.array(fc.tuple(fc.nat(), fc.array(fc.nat(), { maxLength: 3 })), { maxLength: 12 });
    fc.assert(
      fc.property(fc.nat(cases.length - 1), picked, fc.nat(3), (index, picks, turn) => {
        const { builder, hydrate, rows } = cases[index] ?? { rows: [] };
        if (builder === undefined || hydrate === undefined) return;
        const random = picks.map(([row, nulls]) => turned(withNulls(rows[row % rows.length] ?? {}, nulls), turn));
        expectSame(hydrate(random), byTypeOrm(builder, random));
      }),
      { numRuns: runs },
    );
  });

  it('are of the classes and constructors of the entities', async () => {
    const builder = database.source.createQueryBuilder(MadeThing, 'thing').leftJoinAndSelect('thing.owner', 'owner');
    const hydrate = compile(builder);
    const [first] = typeof hydrate === 'string' ? [] : hydrate(await rowsOf(builder.orderBy('thing.id')));
    expect(first).toBeInstanceOf(MadeThing);
    expect(first?.['owner']).toBeInstanceOf(MadeOwner);
  });

  it.each<readonly [reason: string, make: () => Builder]>([
    ['a join is mapped to a property', () => things().leftJoinAndMapOne('thing.of', 'thing.owner', 'owner')],
    ['a column of MadeThing is selected under another name', () => things().addSelect('thing.words', 'spoken')],
    ['plain objects are made in place of entities', () => things().setOption('create-pojo')],
    [
      'ids or numbers of related rows are loaded by statements of their own',
      () => things().loadRelationIdAndMap('thing.ownerCode', 'thing.owner'),
    ],
    [
      'relations are loaded by statements of their own',
      () => things().setFindOptions({ relationLoadStrategy: 'query', relations: { owner: true } }),
    ],
  ])('are left to TypeORM where %s', (reason, make) => {
    expect(compile(make())).toBe(reason);
  });

  function things(): Builder {
    return database.source.getRepository<ObjectLiteral>(MadeThing).createQueryBuilder('thing');
  }
});

/** A row with NULL in the place of some values. */
function withNulls(row: Row, places: readonly number[]): Row {
  const names = Object.keys(row);
  const nulls = places.map((place) => [names[place % names.length], null] as const);
  return { ...row, ...Object.fromEntries(nulls) };
}

/** A row whose first columns stand at its end. */
function turned(row: Row, by: number): Row {
  const columns = Object.entries(row);
  return Object.fromEntries([...columns.slice(by), ...columns.slice(0, by)]);
}
