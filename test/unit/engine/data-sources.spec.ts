import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FilterEngine, resolveSettings } from '../../../lib/engine/index.js';
import { GuardedEngine } from '../../../lib/service/index.js';
import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { Author, Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

/** Under Nest, asking for the data sources is a walk over every provider of the application. */
describe('the data source of an entity', () => {
  let source: DataSource;
  let asked: number;
  let engine: FilterEngine;

  beforeAll(async () => {
    source = await describeEntities('sqlite', blogEntities);
  });

  beforeEach(() => {
    asked = 0;
    engine = new FilterEngine(resolveSettings({}), () => {
      asked += 1;
      return [source];
    });
  });

  it('is looked for once, not on every request', () => {
    for (let request = 0; request < 3; request += 1) engine.profile(Post);
    expect(asked).toBe(1);
    engine.profile(Author);
    expect(asked).toBe(2);
  });

  it('is looked for again where there was none', () => {
    class Unknown {}
    expect(() => engine.sources.onlyOf(Unknown)).toThrow('Unknown is an entity of no data source');
    expect(() => engine.sources.onlyOf(Unknown)).toThrow('Unknown is an entity of no data source');
    expect(asked).toBe(2);
  });

  it('is found by name, too', () => {
    expect(engine.sources.onlyOf('Post')).toBe(source);
  });
});

@Entity({ name: 'coin' })
@Filterable({ fields: ['id', 'value', 'metal'], facets: ['metal'] })
class Coin {
  @PrimaryColumn() id!: number;
  @Column({ type: 'int' }) value!: number;
  @Column({ type: 'simple-enum', enum: ['gold', 'silver'] }) metal!: string;
}

@Entity()
@Filterable({ fields: ['id', 'text'] })
class Label {
  @PrimaryColumn() id!: number;
  @Column({ charset: 'latin1' }) text!: string;
}

describe('an entity that two data sources have', () => {
  let one: DataSource;
  let other: DataSource;
  let filters: FilterService;
  let engine: FilterEngine;

  beforeEach(async () => {
    one = await describeEntities('sqlite', [Coin]);
    other = await describeEntities('mariadb', [Coin]);
    engine = new FilterEngine(resolveSettings({}), () => [one, other]);
    filters = new FilterService(engine);
  });

  it('is ambiguous where rows are to be read, and both are named', () => {
    const message =
      'Coin is an entity of 2 data sources: better-sqlite3 :memory: and mariadb test; pass filter() a repository of ' +
      'one of them: filter(dataSource.getRepository(Coin), …)';
    for (const trusted of [false, true]) {
      expect(() => filters.filter(Coin, { filters: { value: 1 } }, { trusted })).toThrow(
        expect.objectContaining({ name: 'FilterConfigurationError', message }),
      );
    }
    expect(() => filters.filter('Coin', { filters: { value: 1 } })).toThrow(message);
  });

  it('is called as the host calls its data sources', () => {
    one.setOptions({ name: 'reports' } as object);
    expect(() => filters.filter(Coin, {})).toThrow('2 data sources: reports and mariadb test;');
  });

  it('is not ambiguous with a repository', () => {
    expect(filters.filter(other.getRepository(Coin), { filters: { value: 1 } }).getQuery()).toContain('`value` = ');
    expect(filters.filter(one.getRepository(Coin), { filters: { value: 1 } }).getQuery()).toContain('"value" = ');
  });

  it('is read by the first, and again for the builder that the query is applied to', () => {
    const query = filters.parse(Coin, 'filters[value]=1');
    expect(filters.apply(other.createQueryBuilder(Coin, 'coin'), query).getQuery()).toContain('`value` = ');
    expect(filters.apply(one.createQueryBuilder(Coin, 'coin'), query).getQuery()).toContain('"value" = ');
  });

  it('is read again with the facets that were asked for alone', () => {
    const answersTo = (request: string) => {
      const builder = other.createQueryBuilder(Coin, 'coin');
      const plan = new GuardedEngine(engine).planFor(builder, filters.parse(Coin, request));
      return plan.list.parameters.answersTo(plan).map(({ part }) => part);
    };
    expect(answersTo('filters[value]=1')).toEqual([]);
    expect(answersTo('facets=metal')).toEqual(['facets']);
  });

  it('is refused where a value does not fit into the other', async () => {
    other = await describeEntities('mariadb', [Coin, Label]);
    const query = FilterService.forDataSource(await describeEntities('sqlite', [Label])).parse(
      Label,
      'filters[text]=%F0%9F%98%80',
    );
    expect(() => filters.apply(other.createQueryBuilder(Label, 'label'), query)).toThrow(
      expect.objectContaining({ status: 400, issues: [expect.objectContaining({ path: 'filters[text][$eq]' })] }),
    );
  });

  it('has no meaning where the two are not the same by a name', async () => {
    @Entity({ name: 'coin' })
    class Coin {
      @PrimaryColumn() id!: number;
    }
    other = await describeEntities('sqlite', [Coin]);
    expect(() => filters.parse('Coin', '')).toThrow('Coin names different entities in two data sources');
  });

  it('has no meaning where its columns are of other kinds', () => {
    const column = other.getMetadata(Coin).findColumnWithPropertyName('value');
    if (column !== undefined) column.type = 'varchar';
    expect(() => filters.parse(Coin, 'filters[value]=1')).toThrow('whose columns have different kinds');
  });
});

/** A data source of SQLite in memory. */
function connected(): Promise<DataSource> {
  return new DataSource({
    type: 'better-sqlite3',
    database: ':memory:',
    synchronize: true,
    entities: [Coin],
  }).initialize();
}

describe('a data source that was closed', () => {
  it('leaves its entities to one that is open', async () => {
    const [one, other] = [await connected(), await connected()];
    const filters = new FilterService(new FilterEngine(resolveSettings({}), () => [one, other]));
    expect(() => filters.filter(Coin, {})).toThrow('2 data sources');
    await one.destroy();
    expect(await filters.filter(Coin, {}).getMany()).toEqual([]);
    await other.destroy();
  });

  it('works when it is initialized again', async () => {
    const source = await connected();
    const filters = FilterService.forDataSource(source);
    const before = filters.parse(Coin, 'filters[value]=1');
    await source.destroy();
    await source.initialize();
    await source.getRepository(Coin).save({ id: 1, value: 1, metal: 'gold' });
    expect(await filters.filter(Coin, { filters: { value: 1 } }).getCount()).toBe(1);
    const repository = source.getRepository(Coin);
    for (const query of [before, filters.parse(Coin, 'filters[value]=1')]) {
      expect(await filters.count(repository, query)).toBe(1);
      expect((await filters.page(repository, query)).data).toHaveLength(1);
    }
    await source.destroy();
  });

  it('is let go', async () => {
    const open: DataSource[] = [];
    const filters = new FilterService(new FilterEngine(resolveSettings({}), () => open));
    const closed: WeakRef<DataSource>[] = [];
    for (let round = 0; round < 5; round += 1) {
      const source = await connected();
      open.splice(0, 1, source);
      closed.push(new WeakRef(source));
      await filters.page(source.getRepository(Coin), filters.parse(Coin, 'filters[value]=1'));
      await filters.filter(Coin, {}, { fields: ['id'] }).getMany();
      await source.destroy();
    }
    open.length = 0;
    // What one test leaves on the stack may keep one.
    expect(await survivors(closed, 1)).toBeLessThan(2);
  }, 120_000);
});

/** Returns how many objects are left after collecting garbage, some of it in the background, until few enough are. */
async function survivors(references: readonly WeakRef<object>[], enough: number): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const left = () => references.filter((reference) => reference.deref() !== undefined).length;
  for (let round = 0; round < 10 && left() > enough; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
  }
  return left();
}
