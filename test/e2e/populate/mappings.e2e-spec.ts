import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { FilterQuery, type Populated, type QueryPlan, planOf } from '../../../lib/ast/index.js';
import type { FilterSchema, Member, RelationSchema } from '../../../lib/schema/index.js';
import { type TestDatabase, engines } from '../../support/databases.js';
import { mappingsOn } from '../../support/mappings/index.js';

/** Every relation of every mapping, in both ways of telling the parents apart, beside a join of TypeORM's. */
describe.each(engines)('relations of all mappings on %s', (engine) => {
  const { entities, open } = mappingsOn(engine);
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  describe.each(['adaptive', 'in'] as const)('by strategy %s', (strategy) => {
    it('are those that a join has', async () => {
      const service = FilterService.forDataSource(database.source, { strategy });
      let relations = 0;
      const wrong: unknown[] = [];
      for (const entity of entities) {
        const schema = schemaOf(service, entity);
        if (schema === undefined || schema.primaryKey.length === 0) continue;
        for (const relation of relationsOf(schema)) {
          // TypeORM takes any of several rows that a relation to one row has.
          if (relation.target.primaryKey.length === 0 || !(relation.toMany || relation.single)) continue;
          relations += 1;
          const expected = await joined(entity, schema, relation).catch((error: unknown) => String(error));
          const read = await populated(service, entity, relation).catch((error: unknown) =>
            String((error as Error).stack),
          );
          if (JSON.stringify(read) !== JSON.stringify(expected)) {
            wrong.push({ name: `${schema.name}.${relation.propertyPath}`, read, expected });
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(relations).toBeGreaterThan(60);
    });
  });

  const schemaOf = (service: FilterService, entity: EntityTarget<ObjectLiteral>) => {
    try {
      return planOf(service.parse(entity, '')).list.schema;
    } catch {
      return undefined;
    }
  };

  const joined = async (entity: EntityTarget<ObjectLiteral>, schema: FilterSchema, relation: RelationSchema) => {
    const builder = database.source.createQueryBuilder(entity, 'one');
    const rows = await builder.leftJoinAndSelect(`one.${relation.propertyPath}`, 'other').getMany();
    // A join of TypeORM's has rows of other classes of the table, too.
    const visible = await database.source.getRepository(relation.target.metadata.target).find();
    return related(rows, schema, relation, new Set(visible.map((row) => keyOf(row, relation.target))));
  };

  const populated = async (service: FilterService, entity: EntityTarget<ObjectLiteral>, relation: RelationSchema) => {
    const query = queryWith(service, entity, [nodeOf(relation)]);
    const repository = database.source.getRepository(entity);
    const page = await service.page(repository.createQueryBuilder(), query);
    return related(page.data, planOf(query).list.schema, relation);
  };

  /** Writes the related rows of each row, by their keys. */
  const related = async (
    rows: ObjectLiteral[],
    schema: FilterSchema,
    relation: RelationSchema,
    visible?: ReadonlySet<string>,
  ) => {
    const metadata = schema.metadata.findRelationWithPropertyPath(relation.propertyPath);
    const texts: string[] = [];
    for (const row of rows) {
      const value: unknown = await metadata?.getEntityValue(row);
      const others = (Array.isArray(value) ? value : [value ?? null]) as (ObjectLiteral | null)[];
      const shown = others.filter((other) => other !== null && (visible?.has(keyOf(other, relation.target)) ?? true));
      texts.push(
        `${keyOf(row, schema)}: ${shown
          .map((other) => valuesOf(other, relation.target))
          .sort()
          .join()}`,
      );
    }
    return texts.sort();
  };

  /** Writes the class of an entity, and all that its columns have. */
  const valuesOf = (row: ObjectLiteral | null, { metadata }: FilterSchema) => {
    if (row === null) return 'null';
    const columns = metadata.columns.filter(({ isVirtual, isVirtualProperty }) => !isVirtual && !isVirtualProperty);
    const values = columns.map((column) => [column.propertyPath, column.getEntityValue(row) as unknown]);
    return `${row.constructor.name} ${JSON.stringify(values)}`;
  };

  const keyOf = (row: ObjectLiteral | null, { primaryKey }: FilterSchema) =>
    row === null
      ? 'null'
      : `${row.constructor.name} ${JSON.stringify(primaryKey.map(({ metadata }) => metadata.getEntityValue(row) as unknown))}`;
});

/** Makes the plan of ten rows of a relation with all columns, also of one that no client may ask for. */
function nodeOf(relation: RelationSchema): Populated {
  const columns = relation.target.metadata.columns.filter(({ isVirtual }) => !isVirtual);
  return {
    relation,
    name: relation.propertyPath,
    path: relation.propertyPath,
    view: relation.view('all'),
    filters: undefined,
    where: undefined,
    sort: [],
    limit: relation.toMany ? 10 : undefined,
    propertyPaths: columns.map(({ propertyPath }) => propertyPath),
    populate: [],
    asked: { sort: [], limit: undefined, selection: undefined },
  };
}

/** Lists the relations of an entity, those in embedded objects as well. */
function relationsOf(schema: FilterSchema): RelationSchema[] {
  const inMembers = (members: ReadonlyMap<string, Member>): RelationSchema[] =>
    [...members.values()].flatMap((member) => {
      if (member.type === 'relation') return [member];
      return member.type === 'embedded' ? inMembers(member.members) : [];
    });
  return inMembers(schema.view('all').members);
}

/** Returns a query for all rows of an entity, with some relations of them. */
function queryWith<E extends ObjectLiteral>(
  service: FilterService,
  entity: EntityTarget<E>,
  populate: readonly Populated[],
): FilterQuery<E> {
  const plan = planOf(service.parse(entity, 'pagination[pageSize]=100'));
  const asked = { ...plan.asked, populate: populate as unknown as QueryPlan['asked']['populate'] };
  return new FilterQuery<E>(Object.freeze({ ...plan, asked, server: { ...plan.server, populate } }));
}
