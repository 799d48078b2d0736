import { FilterConfigurationError, FilterService } from 'nestjs-filterable';
import type { DataSource, Repository } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { textsWritten } from '../pages/written.js';
import { fillStudio, films } from './fill-studio.js';
import { Amount, Film, Person, Scene, studioEntities } from './studio.js';

describe.each(engines)('populated relations on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let source: DataSource;
  let service: FilterService;
  let repository: Repository<Film>;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: studioEntities, logger: spy, logging: true });
    ({ source } = database);
    service = FilterService.forDataSource(source, { limits: { populatedRows: 20_000 } });
    repository = source.getRepository(Film);
    await fillStudio(source);
  });

  afterAll(() => database.close());

  const parse = (text: string) => service.parse(Film, `sort=id&pagination[withCount]=false&${text}`);
  const page = (text: string, builder = repository.createQueryBuilder('film')) => service.page(builder, parse(text));

  it('are entities of their classes, with what transformers and listeners make', async () => {
    const { data } = await page('populate=cast&pagination[pageSize]=3');
    const [first] = data[0]?.cast ?? [];
    expect(first).toBeInstanceOf(Person);
    expect(first).toEqual({ id: 1, name: 'person 1', fee: new Amount(100), label: '1 person 1' });
    expect(data.map(({ cast }) => cast.map(({ id }) => id))).toEqual([[1, 2, 3], [1, 2, 3], [5]]);
  });

  it('tell where there are more', async () => {
    expect((await page('populate=cast,scenes&pagination[pageSize]=3')).meta.populate).toEqual({
      cast: { limit: 3, hasMore: true },
      scenes: { limit: 2, hasMore: true },
    });
    expect((await page('populate[cast][limit]=4&pagination[pageSize]=3')).meta).not.toHaveProperty('populate');
    const deeper = await page('populate[director][populate][films][limit]=3&pagination[pageSize]=2');
    expect(deeper.meta.populate).toEqual({ 'director.films': { limit: 3, hasMore: true } });
  });

  it('are in a promise where the relation is lazy, and in the object where it is in an embedded one', async () => {
    const { data } = await page('populate=director,credits.producer&pagination[pageSize]=7');
    expect(await data[0]?.director).toMatchObject({ id: 2, name: 'person 2' });
    // Nobody has the keys 6 and 7.
    expect(await Promise.all(data.map(async ({ director }) => (await director)?.id ?? null))).toEqual([
      ...[2, 3, 4, 5, null, null, 1],
    ]);
    expect(data[0]?.credits).toMatchObject({ line: 'line 1', producer: { id: 2 } });
    expect(data[0]?.credits.producer).toBeInstanceOf(Person);
  });

  it('have nothing but the columns that are exposed: no ids of related rows, no key that was read', async () => {
    const query = service.parse(Scene, 'sort=id&populate=film&pagination[pageSize]=1');
    const { result, statements } = await spy.during(() => service.page(source.getRepository(Scene), query));
    expect(result.data[0]?.film).toEqual({ id: 1, title: 'film 1' });
    expect(Object.keys(result.data[0]?.film ?? {})).toEqual(['id', 'title']);
    // One for the total, at the most.
    expect(statements.length).toBeLessThanOrEqual(3);
  });

  it('are the same where TypeORM makes the entities', async () => {
    const query = parse('populate=cast,director,scenes&pagination[pageSize]=8');
    const pages = [
      await service.page(repository, query),
      await service.page(repository, query, { hydration: 'typeorm' }),
    ];
    expect(pages[1]).toEqual(pages[0]);
    expect(JSON.stringify(pages)).not.toContain('canary');
  });

  it('leave out deleted rows, unless the builder has them', async () => {
    const places = async (builder = repository.createQueryBuilder('film')) =>
      (await page('populate[scenes][limit]=10&pagination[pageSize]=1', builder)).data[0]?.scenes.map(
        ({ place }) => place,
      );
    expect(await places()).toEqual([3, 2, 1]);
    expect(await places(repository.createQueryBuilder('film').withDeleted())).toEqual([4, 3, 2, 1]);
  });

  it.each([
    ['a repository, which loads eager relations', () => repository],
    ['a builder that joins it', () => repository.createQueryBuilder('film').leftJoinAndSelect('film.scenes', 'scene')],
    [
      'a builder that joins it, and what is below it',
      () =>
        repository
          .createQueryBuilder('film')
          .innerJoinAndSelect('film.scenes', 'scene')
          .leftJoinAndSelect('scene.film', 'again')
          .where('scene.place > 1'),
    ],
    [
      'a builder that maps it',
      () => repository.createQueryBuilder('film').leftJoinAndMapMany('film.scenes', Scene, 's', 's.filmId = film.id'),
    ],
  ] as const)('replace what is loaded by %s', async (_, sourceOf) => {
    const query = parse('populate[scenes][fields]=id&pagination[pageSize]=3');
    const { result, statements } = await spy.during(() => service.page(sourceOf(), query));
    expect(result.data.map(({ id, scenes }) => [id, scenes.map((scene) => ({ ...scene }))])).toEqual([
      [1, [{ id: 13 }, { id: 12 }]],
      [2, [{ id: 23 }, { id: 22 }]],
      [3, [{ id: 33 }, { id: 32 }]],
    ]);
    expect(JSON.stringify(result)).not.toContain('canary');
    expect(statements.slice(0, -1).join()).not.toContain('secret');
  });

  it('keep what the builder loads of other relations', async () => {
    const builder = repository.createQueryBuilder('film').leftJoinAndSelect('film.cast', 'cast');
    const { data } = await page('populate=scenes&pagination[pageSize]=1', builder);
    expect(data[0]).toMatchObject({ cast: [{ secret: 'canary' }, {}, {}, {}], scenes: [{ id: 13 }, { id: 12 }] });
    expect(builder.expressionMap.selects).toHaveLength(2);
  });

  it('take as many statements for a hundred rows as for five, which are written once', async () => {
    const text = 'populate[cast]=true&populate[scenes][populate]=film&populate[director]=true&pagination[pageSize]=';
    const statementsFor = async (size: number) => (await spy.during(() => page(`${text}${size}`))).statements;
    const [five, hundred] = [await statementsFor(5), await statementsFor(100)];
    expect([five.length, hundred.length]).toEqual([5, 5]);
    for (const size of [5, 100, 5, 100]) await statementsFor(size);
    expect(await textsWritten(() => statementsFor(5))).toBeLessThanOrEqual(1);
    const sizes = engine === 'mariadb' ? [97, 98, 99] : [7, 31, 99];
    const texts = new Set<string>();
    for (const size of sizes) for (const statement of (await statementsFor(size)).slice(1)) texts.add(statement);
    expect(texts.size).toBe(4);
  });

  it('have all values bound', async () => {
    await page('populate[scenes][filters][place][$lt]=3&pagination[pageSize]=3');
    const { statements } = await spy.during(() =>
      page('populate[scenes][filters][place][$lt]=7654321&pagination[pageSize]=3'),
    );
    expect(statements.join()).not.toMatch(/7654321|\b11\b|\b12\b/);
    expect(
      JSON.stringify(spy.parameters, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).toContain('7654321');
  });

  it('are read on the connection and in the snapshot of the page', async () => {
    const reading = parse('populate=cast,scenes&pagination[pageSize]=3');
    const { statements } = await spy.during(() => service.page(repository.createQueryBuilder('film'), reading));
    expect(statements).toHaveLength(3);
    expect(new Set(spy.runners).size).toBe(1);
    if (engine === 'sqlite') return;
    const reads = { consistency: 'snapshot' } as const;
    const inOne = await spy.during(() => service.page(repository.createQueryBuilder('film'), reading, { reads }));
    expect(inOne.statements.at(-1)).toBe('COMMIT');
    expect(new Set(spy.runners).size).toBe(1);
  });

  it('are those of a transaction in which the builder is', async () => {
    await source
      .transaction(async (manager) => {
        await manager.update(Person, { id: 1 }, { name: 'renamed' });
        const builder = manager.getRepository(Film).createQueryBuilder('film');
        const { data } = await page('populate=cast&pagination[pageSize]=1', builder);
        expect(data[0]?.cast[0]?.name).toBe('renamed');
        throw new Error('rolled back');
      })
      .catch((error: unknown) => expect(String(error)).toBe('Error: rolled back'));
  });

  it('come with a page by cursor, from either end', async () => {
    const { data, meta } = await page('populate=cast&pagination[after]=&pagination[pageSize]=2');
    expect(data.map(({ cast }) => cast.length)).toEqual([3, 3]);
    const next = 'next' in meta.pagination ? (meta.pagination.next ?? '') : '';
    const second = await page(`populate=cast&pagination[after]=${next}&pagination[pageSize]=2`);
    expect(second.data.map(({ id, cast }) => [id, cast.length])).toEqual([
      [3, 1],
      [4, 0],
    ]);
  });

  it('come with each row of a walk, chunk by chunk', async () => {
    const query = service.parse(Film, 'sort=id&populate[scenes][limit]=1&populate[cast]=true');
    const { result, statements } = await spy.during(async () => {
      const read: string[] = [];
      for await (const { id, scenes, cast } of service.each(repository.createQueryBuilder('film'), query, {
        chunk: 50,
      })) {
        read.push(`${id}: ${scenes.map((scene) => scene.id).join()} ${cast.length}`);
      }
      return read;
    });
    expect(result).toHaveLength(films);
    expect(result.slice(0, 4)).toEqual(['1: 13 3', '2: 23 3', '3: 33 1', '4: 43 0']);
    expect(statements).toHaveLength(3 * Math.ceil(films / 50));
  });

  it('come with smaller chunks where the limits want that', async () => {
    const small = FilterService.forDataSource(source, {
      limits: { populatedRows: 100, pageSize: 10, maxPageSize: 10 },
    });
    const query = small.parse(Film, 'sort=id&populate[scenes][limit]=2');
    const { statements } = await spy.during(async () => {
      for await (const { scenes } of small.each(repository.createQueryBuilder('film'), query))
        expect(scenes).toHaveLength(2);
    });
    // Fifty films have a hundred scenes.
    expect(statements).toHaveLength(2 * Math.ceil(films / 50));
  });

  it('come with rows that the host has read', async () => {
    const query = parse('populate=cast,director');
    const rows = await service
      .apply(repository.createQueryBuilder('film'), query, { populate: 'later' })
      .take(3)
      .getMany();
    expect(await service.populate(repository, rows, query)).toEqual({ cast: { limit: 3, hasMore: true } });
    expect(rows.map(({ cast }) => cast.length)).toEqual([3, 3, 1]);
    expect(await rows[0]?.director).toMatchObject({ id: 2 });
    expect(await service.populate(repository, [], query)).toEqual({});
  });

  it('come with one row that is there twice', async () => {
    const [one, same] = await Promise.all([
      repository.findOneByOrFail({ id: 3 }),
      repository.findOneByOrFail({ id: 3 }),
    ]);
    await service.populate(repository, [one, same], parse('populate=cast'));
    expect([one.cast, same.cast]).toEqual([[expect.objectContaining({ id: 5 })], [expect.objectContaining({ id: 5 })]]);
    expect(one.cast).not.toBe(same.cast);
  });

  it('are refused for rows without a key', async () => {
    const rows = [repository.create({ title: 'new' })];
    await expect(service.populate(repository, rows, parse('populate=cast'))).rejects.toThrow(FilterConfigurationError);
  });

  it('send nothing more for a list without them', async () => {
    await page('pagination[pageSize]=2');
    const { statements } = await spy.during(() => page('pagination[pageSize]=2'));
    expect(statements).toHaveLength(1);
  });
});
