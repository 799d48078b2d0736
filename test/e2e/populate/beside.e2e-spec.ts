import { jest } from '@jest/globals';
import { type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import { DataSource, type DataSourceOptions, type ObjectLiteral } from 'typeorm';
import { type TestDatabase, describeOn, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { fillStudio, films as numberOfFilms } from './fill-studio.js';
import { Film, Scene, studioEntities } from './studio.js';

/** What else a list may be asked for; all of it together comes last. */
const requests = [
  'sort=id',
  'sort=director.name:desc,title',
  'search=film 1',
  'facets=title,id',
  'aggregates=id:max',
  'fields=title',
  'filters[scenes][place][$lte]=2&filters[director][name][$contains]=person',
  'filters[$or][0][cast][name]=person 5&filters[$or][1][id][$gt]=110',
  'filters[scenes][$count]=3&sort=scenes.$count,id:desc',
  'pagination[page]=3&pagination[pageSize]=7',
  'pagination[start]=11&pagination[limit]=4&pagination[withCount]=false',
  'search=film&facets=title&aggregates=id:max&fields=title&filters[id][$lt]=90&sort=title:desc&pagination[page]=2',
];

const populates = [
  'populate=director',
  'populate[cast][limit]=2&populate[scenes][populate]=film',
  'populate[scenes][filters][place]=1&populate[director][filters][name]=nobody&populate[credits.producer]=true',
  'populate[director][populate]=films',
];

const overrides: FilterQueryOverrides<Film> & { readonly select: true } = {
  select: true,
  search: ['title', 'director.name'],
  facets: ['title', { name: 'id', type: 'range' }],
  aggregates: { id: ['max'] },
};

/** Properties that populated relations are in; the promise of a lazy one is in three. */
const isOfRelation = (name: string) => /^(_*(has_|promise_)?director_*|cast|scenes)$/.test(name);

function withoutRelated(rows: readonly ObjectLiteral[]): unknown {
  return rows.map(({ credits, ...row }) => {
    const { line } = (credits ?? {}) as { readonly line?: string };
    return [...Object.entries(row).filter(([name]) => !isOfRelation(name)), line];
  });
}

describe.each(engines)('a list that populates on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let source: DataSource;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: studioEntities, logger: spy, logging: true });
    ({ source } = database);
    await fillStudio(source);
    // Of adaptive lists, the first asks how many rows match.
    filters = FilterService.forDataSource(source, { strategy: 'in', limits: { populatedRows: 20_000 } });
  });

  afterAll(() => database.close());

  const films = () => source.getRepository(Film).createQueryBuilder('film');
  const parse = (text: string) => filters.parse(Film, text, overrides);
  const read = async (text: string) => {
    const { result, statements } = await spy.during(() => filters.page(films(), parse(text)));
    return { ...result, statements, parameters: [...spy.parameters] };
  };

  it.each(requests)('has the rows, and whatever else is asked for, of one that does not: %s', async (request) => {
    const plain = await read(request);
    expect(plain.data.length).toBeGreaterThan(0);
    for (const populate of populates) {
      const { data, meta, statements, parameters } = await read(`${request}&${populate}`);
      expect([populate, withoutRelated(data)]).toEqual([populate, withoutRelated(plain.data)]);
      expect({ ...meta, populate: undefined }).toEqual({ ...plain.meta, populate: undefined });
      // Related rows follow the rows, and what is asked beside them is asked in the same words.
      for (const [place, statement] of plain.statements.entries()) {
        const at = statements.indexOf(statement);
        expect([statement, at]).toEqual([statement, expect.any(Number)]);
        expect(at).toBeGreaterThanOrEqual(0);
        expect(parameters[at]).toEqual(plain.parameters[place]);
      }
      const query = parse(`${request}&${populate}`);
      expect(await filters.count(films(), query)).toBe(await filters.count(films(), parse(request)));
      expect(await filters.facets(films(), query)).toEqual(await filters.facets(films(), parse(request)));
    }
  });

  it('is walked by the same cursors', async () => {
    const walk = async (populate: string) => {
      const pages: unknown[] = [];
      let after: string | null | undefined = '';
      while (typeof after === 'string') {
        const text = `sort=director.name:desc,title&pagination[after]=${after}&pagination[pageSize]=50${populate}`;
        const { data, meta } = await read(text);
        pages.push([withoutRelated(data), meta.pagination]);
        after = 'next' in meta.pagination ? meta.pagination.next : undefined;
      }
      return pages;
    };
    const plain = await walk('');
    expect(plain).toHaveLength(3);
    for (const populate of populates) expect(await walk(`&${populate}`)).toEqual(plain);
  });

  describe.each(['adaptive', 'in'] as const)('in an export, by strategy %s', (strategy) => {
    const parts = strategy === 'in' || engine === 'mariadb' ? 3 : 1;
    const service = () => FilterService.forDataSource(source, { strategy, limits: { populatedRows: 20_000 } });

    it(`takes ${parts} statements for each relation of a chunk of 1,120 rows`, async () => {
      const more = Array.from({ length: 1_000 }, (_, index) => ({ id: 1_000 + index, title: 'more', credits: {} }));
      await source.createQueryBuilder().insert().into(Film).values(more).updateEntity(false).execute();
      const { result, statements } = await spy.during(async () => {
        const ids: number[] = [];
        const query = service().parse(Film, 'sort=id&populate[scenes][limit]=1&populate[director]=true');
        for await (const { id, scenes } of service().each(films(), query, { chunk: 1_200 })) {
          expect(scenes).toHaveLength(id > numberOfFilms ? 0 : 1);
          ids.push(id);
        }
        return ids;
      });
      await source.getRepository(Film).delete(more.map(({ id }) => id));
      expect(result).toHaveLength(1_120);
      expect(statements.filter((text) => /\bnf_r\b/.test(text))).toHaveLength(2 * parts);
      expect(statements).toHaveLength(1 + 2 * parts);
    });
  });
});

/** Writes once, after the first statement that reads films, on a connection of its own. */
async function writingAfterFilms<Result>(source: DataSource, write: string, work: () => Promise<Result>) {
  const create = source.createQueryRunner.bind(source);
  const others = create('master');
  let isWritten = false;
  const spied = jest.spyOn(source, 'createQueryRunner').mockImplementation((mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner);
    runner.query = async (...parts: Parameters<typeof query>) => {
      const result: unknown = await query(...parts);
      if (!isWritten && /studio_film/.test(parts[0])) {
        isWritten = true;
        await others.query(write);
      }
      return result as never;
    };
    return runner;
  });
  try {
    const result = await work();
    expect(isWritten).toBe(true);
    return result;
  } finally {
    spied.mockRestore();
    await others.release();
  }
}

describeOn('postgres', 'mariadb')('related rows that change while a page is read on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: studioEntities });
    await fillStudio(database.source);
    filters = FilterService.forDataSource(database.source);
  });

  afterAll(() => database.close());

  const places = async (consistency: 'connection' | 'snapshot') => {
    const { source } = database;
    const table = source
      .getMetadata(Scene)
      .tablePath.split('.')
      .map((name) => source.driver.escape(name));
    await source.query(`UPDATE ${table.join('.')} SET place = 3 WHERE id = 13`);
    const query = filters.parse(Film, 'sort=id&populate=scenes&pagination[pageSize]=1');
    const builder = () => source.getRepository(Film).createQueryBuilder('film');
    const write = `UPDATE ${table.join('.')} SET place = 77 WHERE id = 13`;
    const { data } = await writingAfterFilms(source, write, () =>
      filters.page(builder(), query, { reads: { consistency } }),
    );
    return data[0]?.scenes.map(({ place }) => place);
  };

  it('are those of the snapshot', async () => {
    expect(await places('snapshot')).toEqual([3, 2]);
  });

  it('are the present ones where there is none', async () => {
    expect(await places('connection')).toEqual([77, 2]);
  });
});

describeOn('postgres', 'mariadb')('related rows of a data source with replicas on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let replicated: DataSource;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: studioEntities });
    await fillStudio(database.source);
    const { url, ...options } = database.source.options as DataSourceOptions & { readonly url: string };
    const replication = { master: { url }, slaves: [{ url }] };
    const logged = { synchronize: false, logger: spy, logging: true } as const;
    replicated = await new DataSource({ ...options, ...logged, replication } as DataSourceOptions).initialize();
    filters = FilterService.forDataSource(replicated);
  });

  afterAll(async () => {
    await replicated.destroy();
    await database.close();
  });

  it.each([
    [{}, 'slave'],
    [{ reads: { from: 'replica' } }, 'slave'],
    [{ reads: { from: 'primary' } }, 'master'],
  ] as const)('are read where the page is: %j', async (options, mode) => {
    const query = filters.parse(Film, 'sort=id&populate=cast,scenes,director&pagination[pageSize]=3');
    const { result, statements } = await spy.during(() =>
      filters.page(replicated.getRepository(Film).createQueryBuilder('film'), query, options),
    );
    expect(result.data.map(({ cast }) => cast.length)).toEqual([3, 3, 1]);
    expect(statements.length).toBeGreaterThanOrEqual(4);
    const modes = spy.runners.map((runner) => (runner as unknown as { readonly mode: string }).mode);
    expect(new Set(modes)).toEqual(new Set([mode]));
    expect(new Set(spy.runners).size).toBe(1);
  });
});
