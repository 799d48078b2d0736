import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError, FilterException, FilterService, type Page } from 'nestjs-filterable';
import { type Or, planOf } from '../../lib/ast/index.js';
import { unorderedPlanOf } from '../../lib/page/list/plan.js';
import { addWhere, compile } from '../../lib/sql/index.js';
import { type TestDatabase, engines } from '../support/databases.js';
import { Pet, withDeletedCases } from '../support/mappings/deleted.js';
import { mappingsOn } from '../support/mappings/index.js';
import { Film, Medium, keylessCases } from '../support/mappings/classes.js';
import { Club, Player } from '../support/mappings/keys.js';
import { Novel, selves } from '../support/mappings/loading.js';
import type { MappingCase } from '../support/mappings/mapping.js';
import { reserved } from '../support/mappings/names.js';
import { share } from '../support/thorough.js';

/* It takes seconds: some five hundred questions, each read in five ways. */
describe.each(engines)('mappings on %s', (engine) => {
  const { mappings, open } = mappingsOn(engine);
  let database: TestDatabase;
  let service: FilterService;

  beforeAll(async () => {
    database = await open();
    service = FilterService.forDataSource(database.source, { limits: { sortHops: 3 } });
  });
  afterAll(() => database.close());

  const builderOf = (entity: EntityTarget<ObjectLiteral>) => database.source.getRepository(entity).createQueryBuilder();
  /** A builder that loads every relation of the entity beside it. */
  const joinedBuilderOf = (entity: EntityTarget<ObjectLiteral>) => {
    const builder = builderOf(entity);
    for (const [index, { propertyPath }] of database.source.getMetadata(entity).relations.entries()) {
      builder.leftJoinAndSelect(`${builder.alias}.${propertyPath}`, `joined_${index}`);
    }
    return builder;
  };
  const buildersOf = { alone: builderOf, joined: joinedBuilderOf };

  /** Expects the rows of a case in every way of reading: the first page of two, all, their number, all by cursor. */
  const check = async ({ entity, query, finds, by = idOf }: MappingCase, builder: () => Builder) => {
    const asked = (pagination: string) => service.parse(entity, `${query}&pagination${pagination}`);
    const { data, meta } = await service.page(builder(), asked('[pageSize]=2'));
    const applied = await service.apply(builder(), asked('[pageSize]=50')).getMany();
    const count = await service.count(builder(), service.parse(entity, query));
    const total = 'total' in meta.pagination ? meta.pagination.total : undefined;
    const numbers = [finds.length, finds.length];
    expect([applied.map(by), data.map(by), count, total]).toEqual([finds, finds.slice(0, 2), ...numbers]);
    if (query.includes('sort=')) expect((await walked(entity, query, builder)).map(by)).toEqual(finds);
  };

  /** Every row, from cursor to cursor, two at a time. */
  const walked = async (entity: EntityTarget<ObjectLiteral>, query: string, builder: () => Builder) => {
    const rows: ObjectLiteral[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const asked = service.parse(entity, `${query}&pagination[after]=${cursor}&pagination[pageSize]=2`);
      const page: Page<ObjectLiteral> = await service.page(builder(), asked);
      rows.push(...page.data);
      cursor = page.meta.pagination.next ?? null;
      if (rows.length > 50) throw new Error('the pages do not end');
    }
    return rows;
  };
  const turn = engines.indexOf(engine);

  describe.each(mappings)('$name', ({ cases }) => {
    it.each(cases.map((one, index) => [nameOf(one), one, index] as const))('%s', async (_name, one, index) => {
      for (const way of share(['alone', 'joined'] as const, 2, index + turn)) {
        await check(one, () => buildersOf[way](one.entity));
      }
    });
  });

  it('finds the rows of alternatives by their keys, in every mapping', async () => {
    let asked = 0;
    for (const one of mappings.flatMap(({ cases }) => cases)) {
      const { entity, query, finds, by = idOf } = one;
      for (const builder of [builderOf(entity), joinedBuilderOf(entity)]) {
        const read = await readByUnion(service, one, builder);
        if (read === undefined) continue;
        asked += 1;
        expect(read.where).toContain(' UNION ALL ');
        expect({ query, rows: read.rows.map(by).sort() }).toEqual({ query, rows: [...finds].sort() });
      }
    }
    expect(asked).toBeGreaterThan(300);
  });

  describe('a view without a key', () => {
    it.each(keylessCases.map((one) => [nameOf(one), one] as const))('%s', async (_name, one) => {
      const { entity, query, finds, by = idOf } = one;
      const rows = await service.apply(builderOf(entity), service.parse(entity, query)).getMany();
      expect(rows.map(by)).toEqual(finds);
      expect(await service.count(builderOf(entity), service.parse(entity, query))).toBe(finds.length);
      await expect(service.page(builderOf(entity), service.parse(entity, query))).rejects.toThrow('no primary key');
    });
  });

  describe('with deleted rows', () => {
    it.each(withDeletedCases.map((one) => [nameOf(one), one] as const))('%s', async (_name, one) => {
      await check(one, () => builderOf(one.entity).withDeleted());
      await check(one, () => joinedBuilderOf(one.entity).withDeleted());
    });
  });

  describe('a builder with names of its own', () => {
    const ofSelves = selves.cases.map((one, index) => [nameOf(one), one, index] as const);

    it.each(ofSelves)('that look like ours: %s', async (_name, { entity, query, finds }, index) => {
      for (const [alias, joined, selected] of share(namesLikeOurs, namesLikeOurs.length, index + turn)) {
        const builder = database.source
          .createQueryBuilder(entity, alias)
          .leftJoinAndSelect(`${alias}.parent`, joined)
          .addSelect(`${alias}.name`, selected)
          .where(`(${alias}.id > :nf_p1 OR ${joined}.id = :nf_p2)`, { nf_p1: 0, nf_p2: -1 });
        const asked = service.parse(entity, `${query}&pagination[pageSize]=50`);
        expect((await service.page(builder.clone(), asked)).data.map(idOf)).toEqual(finds);
        expect((await service.apply(builder, asked).getMany()).map(idOf)).toEqual(finds);
      }
    });

    it.each(['order', 'group', 'select', 'a b'])('that is called %s', async (alias) => {
      for (const { entity, query, finds, by = idOf } of reserved.cases) {
        const builder = database.source.createQueryBuilder(entity, alias);
        const page = await service.page(builder, service.parse(entity, `${query}&pagination[pageSize]=50`));
        expect(page.data.map(by)).toEqual(finds);
      }
    });
  });

  describe('an entity with an order of its own', () => {
    const ranks = async (query: string) =>
      (await service.apply(builderOf(Player), service.parse(Player, query)).getMany()).map((row) => row['rank']);
    const pageOfRanks = async (query: string) =>
      (await service.page(builderOf(Player), service.parse(Player, query))).data.map((row) => row['rank']);

    it.each([
      ['', [30, 20, 10], 'keeps it where nobody says another'],
      ['pagination[pageSize]=2', [30, 20], 'keeps it where only a slice is asked for'],
      ['sort=rank&pagination[pageSize]=2', [10, 20], 'gives it up for the one asked for'],
    ])('%s gives %j: it %s', async (query, expected) => {
      expect(await ranks(query)).toEqual(expected);
      expect(await pageOfRanks(query)).toEqual(expected);
    });

    it('keeps it from one cursor to the next', async () => {
      const rows = await walked(Player, '', () => builderOf(Player));
      expect(rows.map((row) => row['rank'] as number)).toEqual([30, 20, 10]);
    });
  });

  it('asks of a child what was asked of its parent, and not the other way round', async () => {
    const asked = service.parse(Medium, 'filters[reviews][stars][$gte]=2&sort=title:desc');
    const { data } = await service.page(builderOf(Film), asked);
    expect(data.map(idOf)).toEqual([2, 1]);
    expect(() => service.apply(builderOf(Medium), service.parse(Film, 'sort=minutes'))).toThrow(
      FilterConfigurationError,
    );
  });

  it('exposes nothing of its children by a parent that names nothing', () => {
    const { fields, relations } = service.describe(Medium);
    expect(fields.map(({ name }) => name)).toEqual(['id', 'title']);
    expect(relations.map(({ name }) => name)).toEqual(['reviews']);
    expect(service.describe(Film).fields.map(({ name }) => name)).toEqual(['id', 'title', 'minutes']);
    expect(() => service.parse(Medium, 'filters[pages]=412')).toThrow(FilterException);
    expect(() => service.parse(Medium, 'filters[cover][colour]=red')).toThrow(FilterException);
  });

  it('loads a virtual column, which nobody can ask about', async () => {
    const { data } = await service.page(builderOf(Club), service.parse(Club, 'sort=players.$count:desc'));
    expect(data.map((row) => row['slogan'])).toEqual(['virtual', 'virtual', 'virtual']);
    for (const query of ['filters[slogan]=virtual', 'sort=slogan']) {
      expect(() => service.parse(Club, query)).toThrow(FilterException);
    }
  });

  it('brings back whole what the handler loads, whatever it is filtered and sorted by', async () => {
    const asked = service.parse(Novel, 'filters[chapters][heading]=Two&sort=chapters.heading');
    const builder = builderOf(Novel)
      .leftJoinAndSelect('Novel.chapters', 'chapter')
      .leftJoinAndSelect('Novel.genres', 'g');
    const { data } = await service.page(builder, asked);
    expect(data).toHaveLength(1);
    expect(data[0]?.['chapters']).toHaveLength(2);
    expect(await data[0]?.['genres']).toMatchObject([{ name: 'crime' }]);
    expect(await data[0]?.['publisher']).toMatchObject({ name: 'Young' });
  });

  it('loads nothing that is only sorted by', async () => {
    const asked = service.parse(Pet, 'sort=owner.name&pagination[pageSize]=5');
    for (const rows of [
      (await service.page(builderOf(Pet), asked)).data,
      await service.apply(builderOf(Pet), asked).getMany(),
    ]) {
      expect(rows.map((row) => Object.keys(row).sort())).toEqual(rows.map(() => ['deletedAt', 'id', 'name']));
    }
  });
});

/**
 * An alias, that of a join and that of a selection, each of which we would take; some engines do not tell case in
 * names.
 */
const namesLikeOurs = [
  ['nf_1', 'nf_2', 'nf_3'],
  ['nf_2', 'nf_1', 'nf_p1'],
  ['NF_1', 'Nf_2', 'NF_3'],
] as const;

type Builder = SelectQueryBuilder<ObjectLiteral>;

function idOf(row: ObjectLiteral): unknown {
  return row['id'];
}

/**
 * Reads the rows of a question as if it were both alternatives of a disjunction, each of which is answered by the keys
 * of its rows. Undefined for a question without conditions, and for rows that have no single key.
 */
async function readByUnion(service: FilterService, { entity, query }: MappingCase, builder: Builder) {
  const plan = planOf(service.parse(entity, query));
  const {
    list: { schema },
    asked: { filters },
  } = plan;
  if (filters === undefined || schema.primaryKey.length !== 1) return undefined;
  const union: Or = { type: 'or', conditions: [filters, filters] };
  const changes = compile({ ...unorderedPlanOf(plan), conditions: [union], union }, builder);
  addWhere(builder, changes);
  return { rows: await builder.getMany(), where: changes.where ?? '' };
}

function nameOf({ entity, query }: MappingCase): string {
  return `${(entity as { name: string }).name.slice(0, 20)}: ${query}`;
}
