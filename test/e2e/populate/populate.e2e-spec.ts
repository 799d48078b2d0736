import { jest } from '@jest/globals';
import { FilterConfigurationError, type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import { DataSource, type DataSourceOptions, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { StatementSpy } from '../../support/spy.js';
import { fillStudio, films as numberOfFilms } from './fill-studio.js';
import { Amount, Film, Person, Scene, studioEntities } from './studio.js';

const studio: WorldOptions = {
  entities: studioEntities,
  seed: fillStudio,
  options: { limits: { populatedRows: 20_000 } },
};

onEngines('populated relations', studio, (world) => {
  const films = () => world.repository(Film).createQueryBuilder('film');
  const parse = (text: string) => world.filters.parse(Film, `sort=id&pagination[withCount]=false&${text}`);
  const page = (text: string, builder = films()) => world.filters.page(builder, parse(text));
  const keysOf = (rows: readonly Film[]) =>
    rows.map(({ id, cast, scenes }) => [id, ...(cast ?? scenes).map((each) => each.id)].join(' '));

  it('are entities of their classes, with what transformers and listeners make', async () => {
    const { data } = await page('populate=cast&pagination[pageSize]=3');
    const [first] = data[0]?.cast ?? [];
    expect(first).toBeInstanceOf(Person);
    expect(first).toEqual({ id: 1, name: 'person 1', fee: new Amount(100), label: '1 person 1' });
    expect(keysOf(data)).toEqual(['1 1 2 3', '2 1 2 3', '3 5']);
  });

  it('report where there are more', async () => {
    const metaOf = async (text: string) => (await page(text)).meta.populate;
    expect(await metaOf('populate=cast,scenes&pagination[pageSize]=3')).toEqual({
      cast: { limit: 3, hasMore: true },
      scenes: { limit: 2, hasMore: true },
    });
    expect(await metaOf('populate[cast][limit]=4&pagination[pageSize]=3')).toBeUndefined();
    const deeper = await metaOf('populate[director][populate][films][limit]=3&pagination[pageSize]=2');
    expect(deeper).toEqual({ 'director.films': { limit: 3, hasMore: true } });
  });

  it('are in a promise where the relation is lazy, and in the object where it is in an embedded one', async () => {
    const { data } = await page('populate=director,credits.producer&pagination[pageSize]=7');
    // Nobody has the keys 6 and 7.
    const directors = await Promise.all(data.map(async ({ director }) => (await director)?.name ?? null));
    expect(directors.map((name) => name?.replace('person ', ''))).toEqual([
      '2',
      '3',
      '4',
      '5',
      undefined,
      undefined,
      '1',
    ]);
    expect(data[0]?.credits).toMatchObject({ line: 'line 1', producer: { id: 2 } });
    expect(data[0]?.credits.producer).toBeInstanceOf(Person);
  });

  it('have nothing but the columns that are exposed: no ids of related rows, no key that was read', async () => {
    const query = world.filters.parse(Scene, 'sort=id&populate=film&pagination[pageSize]=1');
    const { data } = await world.filters.page(world.repository(Scene), query);
    expect(Object.entries(data[0]?.film ?? {})).toEqual([
      ['id', 1],
      ['title', 'film 1'],
    ]);
  });

  it('are the same where TypeORM makes the entities', async () => {
    const query = parse('populate=cast,director,scenes&pagination[pageSize]=8');
    const read = (hydration: 'compiled' | 'typeorm') =>
      world.filters.page(world.repository(Film), query, { hydration });
    const pages = [await read('compiled'), await read('typeorm')];
    expect(pages[1]).toEqual(pages[0]);
    expect(JSON.stringify(pages)).not.toContain('canary');
  });

  it('leave out deleted rows, unless the builder has them', async () => {
    const text = 'populate[scenes][limit]=10&pagination[pageSize]=1';
    expect(keysOf((await page(text)).data)).toEqual(['1 13 12 11']);
    expect(keysOf((await page(text, films().withDeleted())).data)).toEqual(['1 14 13 12 11']);
  });

  const joined = {
    'a repository, which loads eager relations': () => world.repository(Film),
    'a builder that joins it': () => films().leftJoinAndSelect('film.scenes', 'scene'),
    'a builder that joins it, and what is below it': () =>
      films()
        .innerJoinAndSelect('film.scenes', 'scene')
        .leftJoinAndSelect('scene.film', 'again')
        .where('scene.place > 1'),
    'a builder that maps it': () => films().leftJoinAndMapMany('film.scenes', Scene, 's', 's.filmId = film.id'),
  };

  it.each(Object.entries(joined))('replace what is loaded by %s', async (_, sourceOf) => {
    const query = parse('populate[scenes][fields]=id&pagination[pageSize]=3');
    const { result, statements } = await world.spy.during(() => world.filters.page(sourceOf(), query));
    expect(keysOf(result.data)).toEqual(['1 13 12', '2 23 22', '3 33 32']);
    expect({ ...result.data[0]?.scenes[0] }).toEqual({ id: 13 });
    expect(JSON.stringify(result)).not.toContain('canary');
    expect(statements.slice(0, -1).join()).not.toContain('secret');
  });

  it('keep what the builder loads of other relations', async () => {
    const builder = films().leftJoinAndSelect('film.cast', 'cast');
    const { data } = await page('populate=scenes&pagination[pageSize]=1', builder);
    expect(data[0]).toMatchObject({ cast: [{ secret: 'canary' }, {}, {}, {}], scenes: [{ id: 13 }, { id: 12 }] });
    expect(builder.expressionMap.selects).toHaveLength(2);
  });

  it('take a statement for each relation, however many rows there are', async () => {
    const text = 'populate[cast]=true&populate[scenes][populate]=film&populate[director]=true&pagination[pageSize]=';
    for (const size of [5, 100, 7]) expect(await world.sent(() => page(`${text}${size}`))).toHaveLength(5);
    await page('pagination[pageSize]=2');
    expect(await world.sent(() => page('pagination[pageSize]=2'))).toHaveLength(1);
  });

  it('have all values bound', async () => {
    const ofPlaces = (place: number) => page(`populate[scenes][filters][place][$lt]=${place}&pagination[pageSize]=3`);
    await ofPlaces(3);
    const statements = await world.sent(() => ofPlaces(7_654_321));
    expect(statements.join()).not.toMatch(/7654321|\b11\b|\b12\b/);
    expect(world.spy.parameters.flat().map(String).join()).toContain('7654321');
  });

  it('are read on the connection and in the snapshot of the page', async () => {
    const text = 'populate=cast,scenes&pagination[pageSize]=3';
    expect(await world.sent(() => page(text))).toHaveLength(3);
    expect(new Set(world.spy.runners).size).toBe(1);
    if (world.engine === 'sqlite') return;
    const reads = { consistency: 'snapshot' } as const;
    const inOne = await world.sent(() => world.filters.page(films(), parse(text), { reads }));
    expect(inOne.at(-1)).toBe('COMMIT');
    expect(new Set(world.spy.runners).size).toBe(1);
  });

  it('are those of a transaction in which the builder is', async () => {
    const work = world.source.transaction(async (manager) => {
      await manager.update(Person, { id: 1 }, { name: 'renamed' });
      const builder = manager.getRepository(Film).createQueryBuilder('film');
      const { data } = await page('populate=cast&pagination[pageSize]=1', builder);
      expect(data[0]?.cast[0]?.name).toBe('renamed');
      throw new RangeError('rolled back');
    });
    await expect(work).rejects.toThrow(RangeError);
  });

  it('come with a page by cursor, with each row of a walk, and with chunks as small as the limits want', async () => {
    const { data, meta } = await page('populate=cast&pagination[after]=&pagination[pageSize]=2');
    const next = meta.pagination.next ?? '';
    const second = await page(`populate=cast&pagination[after]=${next}&pagination[pageSize]=2`);
    expect(keysOf([...data, ...second.data])).toEqual(['1 1 2 3', '2 1 2 3', '3 5', '4']);
    const walked = async (filters: FilterService, chunk?: { readonly chunk: number }) => {
      const rows: Film[] = [];
      const query = filters.parse(Film, 'sort=id&populate[scenes][limit]=2');
      const statements = await world.sent(async () => {
        for await (const row of filters.each(films(), query, chunk)) rows.push(row);
      });
      expect(rows.map(({ id, scenes }) => [id, scenes.length])).toEqual(rows.map((_, at) => [at + 1, 2]));
      expect(rows).toHaveLength(numberOfFilms);
      return statements.length;
    };
    expect(await walked(world.filters, { chunk: 50 })).toBe(2 * Math.ceil(numberOfFilms / 50));
    // Fifty films have a hundred scenes.
    const small = world.filtersWith({ limits: { populatedRows: 100, pageSize: 10, maxPageSize: 10 } });
    expect(await walked(small)).toBe(2 * Math.ceil(numberOfFilms / 50));
  });

  it.each(['adaptive', 'in'] as const)('come with a chunk of 1,120 rows, by strategy %s', async (strategy) => {
    const more = Array.from({ length: 1_000 }, (_, index) => ({ id: 1_000 + index, title: 'more', credits: {} }));
    await world.source.createQueryBuilder().insert().into(Film).values(more).updateEntity(false).execute();
    const service = world.filtersWith({ strategy, limits: { populatedRows: 20_000 } });
    const query = service.parse(Film, 'sort=id&populate[scenes][limit]=1&populate[director]=true');
    const counts: number[] = [];
    for await (const { scenes } of service.each(films(), query, { chunk: 1_200 })) counts.push(scenes.length);
    await world.repository(Film).delete(more.map(({ id }) => id));
    expect(counts).toEqual([...Array<number>(numberOfFilms).fill(1), ...Array<number>(1_000).fill(0)]);
  });

  it('come with rows that the host has read, each as often as it is there', async () => {
    const query = parse('populate=cast,director');
    const later = world.filters.apply(films(), query, { populate: 'later' }).take(3);
    const rows = await later.getMany();
    const again = await world.repository(Film).findOneByOrFail({ id: 3 });
    const read = await world.filters.populate(world.repository(Film), [...rows, again], query);
    expect(read).toEqual({ cast: { limit: 3, hasMore: true } });
    expect(keysOf([...rows, again])).toEqual(['1 1 2 3', '2 1 2 3', '3 5', '3 5']);
    expect(rows[2]?.cast).not.toBe(again.cast);
    expect(await rows[0]?.director).toMatchObject({ id: 2 });
    expect(await world.filters.populate(world.repository(Film), [], query)).toEqual({});
    const fresh = world.filters.populate(
      world.repository(Film),
      [world.repository(Film).create({ title: 'new' })],
      query,
    );
    await expect(fresh).rejects.toThrow(FilterConfigurationError);
  });
});

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
  'sort=director.name:desc,title&pagination[after]=&pagination[pageSize]=50',
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

/** Rows without populated relations; the promise of a lazy one is in three properties. */
function withoutRelated(rows: readonly ObjectLiteral[]): unknown {
  const isOfRelation = (name: string) => /^(_*(has_|promise_)?director_*|cast|scenes)$/.test(name);
  return rows.map(({ credits, ...row }) => {
    const { line } = (credits ?? {}) as { readonly line?: string };
    return [...Object.entries(row).filter(([name]) => !isOfRelation(name)), line];
  });
}

// Of adaptive lists, the first asks how many rows match.
onEngines('a list that populates', { ...studio, options: { ...studio.options, strategy: 'in' } }, (world) => {
  const films = () => world.repository(Film).createQueryBuilder('film');
  const parse = (text: string) => world.filters.parse(Film, text, overrides);

  it.each(requests)('has the rows, and whatever else is asked for, of one that does not: %s', async (request) => {
    const read = async (text: string) => {
      const { data, meta } = await world.filters.page(films(), parse(text));
      const [count, facets] = [
        await world.filters.count(films(), parse(text)),
        await world.filters.facets(films(), parse(text)),
      ];
      return { rows: withoutRelated(data), meta: { ...meta, populate: undefined }, count, facets };
    };
    const plain = await read(request);
    expect(plain.rows).not.toEqual([]);
    for (const populate of populates) {
      expect([populate, await read(`${request}&${populate}`)]).toEqual([populate, plain]);
    }
  });
});

onEngines('related rows on a server', { ...studio, on: ['postgres', 'mariadb'] }, (world) => {
  /** Writes once, after the first statement that reads films, on a connection of its own. */
  async function writingAfterFilms<Result>(write: string, work: () => Promise<Result>) {
    const create = world.source.createQueryRunner.bind(world.source);
    const others = create('master');
    let isWritten = false;
    const spied = jest.spyOn(world.source, 'createQueryRunner').mockImplementation((mode) => {
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

  it.each([
    ['those of the snapshot', 'snapshot', [3, 2]],
    ['the present ones where there is none', 'connection', [77, 2]],
  ] as const)('that change while a page is read are %s', async (_, consistency, expected) => {
    const names = world.source.getMetadata(Scene).tablePath.split('.');
    const table = names.map((name) => world.source.driver.escape(name)).join('.');
    await world.source.query(`UPDATE ${table} SET place = 3 WHERE id = 13`);
    const query = world.filters.parse(Film, 'sort=id&populate=scenes&pagination[pageSize]=1');
    const films = world.repository(Film).createQueryBuilder('film');
    const { data } = await writingAfterFilms(`UPDATE ${table} SET place = 77 WHERE id = 13`, () =>
      world.filters.page(films, query, { reads: { consistency } }),
    );
    expect(data[0]?.scenes.map(({ place }) => place)).toEqual(expected);
  });

  it('are read where the page is, of a data source with replicas', async () => {
    const spy = new StatementSpy();
    const { url, ...options } = world.source.options as DataSourceOptions & { readonly url: string };
    const own = { synchronize: false, logger: spy, logging: true, replication: { master: { url }, slaves: [{ url }] } };
    const replicated = await new DataSource({ ...options, ...own } as DataSourceOptions).initialize();
    try {
      const filters = FilterService.forDataSource(replicated);
      const query = filters.parse(Film, 'sort=id&populate=cast,scenes,director&pagination[pageSize]=3');
      const films = (): SelectQueryBuilder<Film> => replicated.getRepository(Film).createQueryBuilder('film');
      for (const [reads, mode] of [
        [{}, 'slave'],
        [{ reads: { from: 'replica' } }, 'slave'],
        [{ reads: { from: 'primary' } }, 'master'],
      ] as const) {
        const { result, statements } = await spy.during(() => filters.page(films(), query, reads));
        expect(result.data.map(({ cast }) => cast.length)).toEqual([3, 3, 1]);
        expect(statements.length).toBeGreaterThanOrEqual(4);
        expect(new Set(spy.runners.map((runner) => runner && Reflect.get(runner, 'mode')))).toEqual(new Set([mode]));
        expect(new Set(spy.runners).size).toBe(1);
      }
    } finally {
      await replicated.destroy();
    }
  });
});
