import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type FilterModuleOptions } from 'nestjs-filterable';
import { onEngines } from '../../support/engines.js';
import { Article, catalogue, fillCatalogue } from '../adaptive/model.js';
import { fillStudio } from '../populate/fill-studio.js';
import { Film, studioEntities } from '../populate/studio.js';
import { sentBy } from './sent.js';

const first = 'sort=position&pagination[pageSize]=3';

onEngines('an explanation', { entities: catalogue, seed: fillCatalogue }, (world) => {
  let told: jest.Spied<typeof Logger.prototype.debug>;
  beforeAll(() => {
    told = jest.spyOn(Logger.prototype, 'debug').mockImplementation(() => undefined);
  });
  afterAll(() => {
    told.mockRestore();
  });

  const service = (options: FilterModuleOptions = {}) =>
    world.filtersWith({ adaptive: { few: 5, walk: 12 }, context: undefined, ...options });
  const explain = (text: string, filters = service(), options = {}) =>
    filters.explain(world.repository(Article), filters.parse(Article, text), options);

  it.each([
    [`filters[labels][name]=one&${first}`, 'keys', ['labels: few', 'keys']],
    [`filters[labels][name]=half&${first}`, 'walk', ['labels: many', 'walk, full']],
    [`filters[labels][name]=last&${first}`, 'keys', ['labels: many', 'walk, short', 'keys']],
    [
      `filters[labels][name]=half&filters[kind]=odd&${first}`,
      'own',
      ['labels: many', 'walk, short', 'own: few', 'own'],
    ],
    [`filters[kind]=odd&${first}`, 'usual', ['no other way fits: see docs/strategies.md']],
  ])('has the way, and the reason: %s', async (text, way, why) => {
    const filters = service();
    expect(await explain(text, filters)).toMatchObject({ way, why, reading: { rows: 'at once', total: 'after' } });
    if (way === 'usual') return;
    expect(await explain(text, filters)).toMatchObject({ way, why: ['remembered of an earlier page'] });
  });

  it('has the purpose of each statement: a walk that was too short is a question', async () => {
    const { statements } = await explain(`filters[labels][name]=last&${first}`);
    expect(statements.map((statement) => statement.for)).toEqual(['question', 'question', 'question', 'page', 'total']);
  });

  it.each([
    [`filters[labels][note]=note of half&${first}`, ['labels.note'], ['labels.note']],
    [`filters[kind]=odd&sort=kind&pagination[pageSize]=3`, ['kind'], ['kind']],
    [`filters[grade]=2&${first}`, [], []],
    [`filters[grade][$ne]=2&${first}`, ['grade'], ['grade']],
    [`sort=kind&pagination[pageSize]=3`, ['kind'], []],
    [`filters[labels][name]=half&${first}`, [], []],
  ])('names what no index serves: %s', async (text, ofPage, ofTotal) => {
    const { statements } = await explain(encodeURI(text));
    const [page, total] = ['page', 'total'].map((name) => statements.find((statement) => statement.for === name));
    expect(page?.unserved).toEqual(ofPage);
    expect(total?.unserved ?? ofTotal).toEqual(ofTotal);
  });

  it('has the plan of the database where it is asked for, without running or measuring anything', async () => {
    const filters = service();
    const without = await sentBy(world.spy, () => explain(`filters[labels][name]=half&${first}`, filters));
    expect(without.result.statements.map((statement) => 'plan' in statement)).not.toContain(true);
    const { result, sent } = await sentBy(world.spy, () =>
      explain(`filters[labels][name]=half&${first}`, service(), { plan: true }),
    );
    for (const { plan } of result.statements) {
      expect(JSON.stringify(plan)).toMatch(
        { sqlite: /"detail"/, postgres: /"Node Type"/, mariadb: /"query_block"/ }[world.engine],
      );
    }
    expect(
      sent.map(({ sql }) => sql).filter((sql) => /\bANALYZE\b|^(INSERT|UPDATE|DELETE|CREATE)\b/i.test(sql)),
    ).toEqual([]);
  });

  it('leaves nothing behind but what was learnt by asking: no total within, no name, no log', async () => {
    const filters = service({ preparedStatements: world.engine === 'postgres' });
    const text = `filters[grade]=2&${first}`;
    const read = () => sentBy(world.spy, () => filters.page(world.repository(Article), filters.parse(Article, text)));
    const before = (await read()).sent.map(({ sql }) => sql);
    const again = (await read()).sent.map(({ sql }) => sql);
    told.mockClear();
    for (let time = 0; time < 7; time += 1) await explain(text, filters);
    expect(told).not.toHaveBeenCalled();
    expect((await read()).sent.map(({ sql }) => sql)).toEqual(again);
    expect(before.length).toBeGreaterThan(0);
  });

  it('is read on one connection: that of the builder, a snapshot, or one of its own', async () => {
    await sentBy(world.spy, () => explain(first, service({ reads: { consistency: 'statement' } }), { plan: true }));
    expect(new Set(world.spy.runners).size).toBe(1);
    await world.source.transaction(async (manager) => {
      const filters = service();
      await sentBy(world.spy, () => filters.explain(manager.getRepository(Article), filters.parse(Article, first)));
      expect(new Set(world.spy.runners)).toEqual(new Set([manager.queryRunner]));
    });
    if (world.engine === 'sqlite') return;
    const { sent, result } = await sentBy(world.spy, () =>
      explain(first, service(), { reads: { consistency: 'snapshot' }, plan: true }),
    );
    expect(sent[0]?.sql).toMatch(/READ/);
    expect(result.statements.map(({ sql }) => sql).join()).not.toMatch(/COMMIT/);
  });
});

onEngines('an explanation of populated relations', { entities: studioEntities, seed: fillStudio }, (world) => {
  it('has a statement for each, with the keys that were found, and its plan', async () => {
    const query = world.filters.parse(
      Film,
      'sort=id&populate=scenes,cast&pagination[pageSize]=2&pagination[withCount]=false',
    );
    const { statements } = await world.filters.explain(world.repository(Film), query, { plan: true });
    expect(statements.map((statement) => [statement.for, statement.of])).toEqual([
      ['page', undefined],
      ['populate', 'cast'],
      ['populate', 'scenes'],
    ]);
    const [, , scenes] = statements;
    expect(
      JSON.stringify(scenes?.parameters, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ).toMatch(/\b1\b.*\b2\b/);
    expect(scenes?.plan).toBeDefined();
    expect(scenes?.unserved).toEqual(['scenes']);
  });

  it('keeps a cache of results aside, in which nothing is written', async () => {
    const query = world.filters.parse(Film, 'sort=id&pagination[pageSize]=2&pagination[withCount]=false');
    const builder = world.source.createQueryBuilder(Film, 'film').cache(60_000);
    const { statements } = await world.filters.explain(builder, query);
    expect(statements).toHaveLength(1);
    expect(builder.expressionMap.cache).toBe(true);
  });
});
