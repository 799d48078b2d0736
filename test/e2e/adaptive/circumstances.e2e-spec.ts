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
  [
    'with a narrow WHERE',
    (builder) => builder.where("article.kind = 'odd'"),
    'labels: many → walk, short → own: few → own',
  ],
  [
    'with an OR and a parameter called like the library’s',
    (builder) => builder.where("article.kind = 'odd' OR article.id = :nf_p1", { nf_p1: 80 }),
    'labels: many → walk, short → own: few → own',
  ],
  ['with a wide WHERE', (builder) => builder.where('article.id > 0'), 'labels: many → walk, full'],
  [
    'with an inner join that leaves few',
    (builder) => builder.innerJoinAndSelect('article.maker', 'maker', 'maker.id = 1'),
    'labels: many → walk, short → own: few → own',
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
    [1, 'labels: many → walk, full'],
    [2, 'labels: many → walk, short → own: few → own'],
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
    // One for the label and the size of the table, one for the end of the first rows; the page and its total. Later a
    // walk too many.
    expect(counts).toEqual([4, 2, 2, 1, 4]);
    // By the keys, as the page before, which was full: servers count within the statement.
    const again = await laboratory.ask(`filters[labels][name]=last&${first}`, { service });
    expect(again.statements).toHaveLength(engine === 'sqlite' ? 2 : 1);
  });

  it.each([
    ['by the first question', popular, 'labels: few → keys', 2],
    ['by the end of the first rows', `filters[labels][note]=note of half&${first}`, 'labels: not asked → keys', 2],
    [
      'before it asks about own conditions',
      `filters[labels][note]=note of half&filters[kind]=odd&${first}`,
      'labels: not asked → own: few → own',
      2,
    ],
  ])('learns %s that a table is small, and asks no more', async (_, counted, way, count) => {
    // Servers count within the statement of some pages.
    const withoutTotal = '&pagination[withCount]=false';
    const query = counted + withoutTotal;
    const service = laboratory.service({ adaptive: { few: 5, walk: 50 } });
    const expected = await laboratory.ask(query, { strategy: 'in' });
    const { page, ways, statements } = await laboratory.ask(query, { service });
    expect(page).toEqual(expected.page);
    expect(ways).toEqual(told(way));
    expect(statements).toHaveLength(count);
    for (const another of [query, rare + withoutTotal]) {
      const usual = await laboratory.ask(another, { strategy: 'in' });
      const answer = await laboratory.ask(another, { service });
      expect(answer.ways).toEqual([]);
      expect(answer.statements).toHaveLength(usual.statements.length);
    }
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

describeOn('postgres')('a condition on the one row that a row refers to, on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  // In the order of the list, the planner would read all of it to find a few rows.
  it('is read in an order that no index has, where few rows match', async () => {
    const { statements } = await laboratory.ask(`filters[maker][name]=Rare&${first}`);
    const [page] = statements.filter((text) => text.includes('"article"."makerId" IN (SELECT'));
    expect(page).toMatch(
      /NULLIF\("article"."makerId", "article"."makerId"\) AS ("nf_\d+").* ORDER BY \1 ASC, "article"."position"/,
    );
  });

  // In a table of a few pages, the planner would read all of them for each row.
  it('leaves it to the planner how each row is looked at, where many match', async () => {
    const { statements } = await laboratory.ask(`filters[maker][name]=Common&${first}`);
    const walk = statements.find((text) => text.includes('LIMIT 3'));
    expect(walk).toMatch(/COALESCE\(EXISTS \(SELECT 1 FROM [^()]*"maker"[^()]*\), FALSE\)/);
  });
});

describeOn('mariadb')('a list whose own conditions leave few rows, on %s', (engine) => {
  // In the order of the list, MariaDB would look for related rows of all.
  it('is read in an order that no index has', async () => {
    const laboratory = await Laboratory.open(engine);
    try {
      const { statements } = await laboratory.ask(`${popular}&filters[grade]=9`);
      const page = statements.at(-1);
      expect(page).toMatch(
        /NULLIF\(`article`.`id`, `article`.`id`\) AS `(nf_\d+)`.* ORDER BY `\1` ASC, `article`.`position`/,
      );
      expect(page).toMatch(/WHERE .*`grade` = .* AND COALESCE\(EXISTS/);
    } finally {
      await laboratory.close();
    }
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
