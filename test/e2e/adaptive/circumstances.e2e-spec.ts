import type { SelectQueryBuilder } from 'typeorm';
import { describeOn, engines } from '../../support/databases.js';
import { Laboratory } from './laboratory.js';
import { Article } from './model.js';

type Builder = SelectQueryBuilder<Article>;

const first = 'sort=position&pagination[pageSize]=3';
const popular = `filters[labels][name]=half&${first}`;
const rare = `filters[labels][name]=one&${first}`;

/** Builders of handlers, each with the way in which a popular label is then read. */
const builders: readonly (readonly [name: string, prepare: (builder: Builder) => Builder, way: string])[] = [
  ['with a narrow WHERE', (builder) => builder.where("article.kind = 'odd'"), 'labels: many → own: few → own'],
  [
    'with an OR and a parameter called like the library’s',
    (builder) => builder.where("article.kind = 'odd' OR article.id = :nf_p1", { nf_p1: 80 }),
    'labels: many → own: few → own',
  ],
  ['with a wide WHERE', (builder) => builder.where('article.id > 0'), 'labels: many → own: many → walk, full'],
  [
    'with an inner join that leaves few',
    (builder) => builder.innerJoinAndSelect('article.maker', 'maker', 'maker.id = 1'),
    'labels: many → own: few → own',
  ],
  [
    'with a left join of many rows',
    (builder) => builder.leftJoinAndSelect('article.reviews', 'review'),
    'labels: many → walk, full',
  ],
  ['with deleted rows', (builder) => builder.withDeleted(), 'labels: many → walk, full'],
  ['with limits of its own', (builder) => builder.take(1).skip(1), 'labels: many → walk, full'],
  ['with an order of its own', (builder) => builder.orderBy('article.grade'), ''],
  ['with DISTINCT', (builder) => builder.distinct(true), ''],
];

describe.each(engines)('an adaptive list on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  const told = (way: string) => (way === '' ? [] : [`Article: ${way}`]);

  it.each(builders)('of a builder %s', async (_, prepare, way) => {
    const builder = () => prepare(laboratory.builder());
    const expected = await laboratory.ask(popular, { builder: builder(), strategy: 'in' });
    const { page, ways } = await laboratory.ask(popular, { builder: builder() });
    expect(page).toEqual(expected.page);
    expect(ways).toEqual(told(way));
  });

  it.each([
    [1, 'labels: many → own: many → walk, full'],
    [2, 'labels: many → own: few → own'],
  ])('of tenant %d', async (context, way) => {
    const service = laboratory.service();
    // What is remembered of one tenant says nothing about the other.
    await laboratory.ask(popular, { service, context: 3 - context });
    const expected = await laboratory.ask(popular, { strategy: 'in', context });
    const { page, ways } = await laboratory.ask(popular, { service, context });
    expect(page).toEqual(expected.page);
    expect(page.data.every(({ tenant }) => tenant === context)).toBe(true);
    expect(ways).toEqual(told(way));
  });

  it('asks what it does not know, and nothing else', async () => {
    const service = laboratory.service();
    const counts: number[] = [];
    for (const query of [popular, popular, rare, rare, `filters[labels][name]=last&${first}`]) {
      counts.push((await laboratory.ask(query, { service })).statements.length);
    }
    // Two for the end of the first rows, one for the label; the page and its total. Later a walk too many.
    expect(counts).toEqual([5, 2, 2, 1, 4]);
    // By the keys, as the page before, which was full: servers count within the statement.
    const again = await laboratory.ask(`filters[labels][name]=last&${first}`, { service });
    expect(again.statements).toHaveLength(engine === 'sqlite' ? 2 : 1);
  });

  it('logs what is new, once', async () => {
    const service = laboratory.service();
    expect((await laboratory.ask(popular, { service })).ways).toHaveLength(1);
    expect((await laboratory.ask(popular, { service })).ways).toEqual([]);
    expect((await laboratory.ask(rare, { service })).ways).toHaveLength(1);
  });

  it('answers concurrent requests', async () => {
    const service = laboratory.service();
    const expected = await Promise.all([popular, rare].map((query) => laboratory.ask(query, { strategy: 'in' })));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => laboratory.ask([popular, rare][index % 2] ?? '', { service })),
    );
    for (const [index, { page }] of answers.entries()) expect(page).toEqual(expected[index % 2]?.page);
  });

  it('stays right while what is remembered becomes wrong', async () => {
    const service = laboratory.service();
    await laboratory.ask(popular, { service });
    await laboratory.ask(rare, { service });
    const { source } = laboratory.database;
    const junction = source.getMetadata('Article').findRelationWithPropertyPath('labels')?.junctionEntityMetadata;
    const table = junction?.tableName ?? '';
    const [{ id: one = 0 } = {}] = await source.query<{ id: number }[]>("SELECT id FROM label WHERE name = 'one'");
    const added = Array.from({ length: 20 }, (_, index) => ({ articleId: index + 1, labelId: one }));
    await source.manager.insert(table, added);
    for (const query of [popular, rare]) {
      const expected = await laboratory.ask(query, { strategy: 'in' });
      expect((await laboratory.ask(query, { service })).page).toEqual(expected.page);
    }
    await source
      .createQueryBuilder()
      .delete()
      .from(table)
      .where('labelId = :one AND articleId <= 20', { one })
      .execute();
  });

  it.each([
    ['of the module', { strategy: 'in' }, {}, 0],
    ['of the handler, before the module', { strategy: 'adaptive' }, { strategy: 'in' }, 0],
    ['of the handler, before the module', { strategy: 'in' }, { strategy: 'adaptive' }, 1],
    [
      'of the relation, before the handler',
      { strategy: 'in' },
      { strategy: 'in', relations: [{ name: 'labels', strategy: 'adaptive' }] },
      1,
    ],
    [
      'of the relation, before the handler',
      {},
      { strategy: 'adaptive', relations: [{ name: 'labels', strategy: 'exists' }] },
      0,
    ],
  ] as const)('has the strategy %s', async (_, options, overrides, choices) => {
    const service = laboratory.service(options);
    const { ways, page } = await laboratory.ask(popular, { service, ...overrides });
    expect(ways).toHaveLength(choices);
    expect(page).toEqual((await laboratory.ask(popular, { strategy: 'in' })).page);
  });

  it('looks keys up first where the module says so', async () => {
    const { statements } = await laboratory.ask(rare, { service: laboratory.service({ strategy: 'keys' }) });
    expect(statements).toHaveLength(2);
    expect(statements[0]).toMatch(/^SELECT DISTINCT/);
  });

  it('leaves apply() its statement', () => {
    const [adaptive, plain] = [laboratory.service(), laboratory.service({ strategy: 'in' })];
    const [text, usual] = [adaptive, plain].map((service) =>
      service.apply(laboratory.builder(), service.parse(Article, encodeURI(popular))).getQueryAndParameters(),
    );
    expect(text).toEqual(usual);
  });
});

describeOn('postgres', 'mariadb')('a snapshot on %s', (engine) => {
  it('holds the questions, too', async () => {
    const laboratory = await Laboratory.open(engine);
    try {
      const service = laboratory.service({ reads: { consistency: 'snapshot' } });
      const { page } = await laboratory.ask(popular, { service });
      expect(page).toEqual((await laboratory.ask(popular, { strategy: 'in' })).page);
      const runners = new Set(laboratory.spy.runners);
      expect(runners.size).toBe(1);
    } finally {
      await laboratory.close();
    }
  });
});
