import type { SelectQueryBuilder } from 'typeorm';
import { engines } from '../../support/databases.js';
import { Laboratory } from './laboratory.js';
import { Article } from './model.js';

type Builder = SelectQueryBuilder<Article>;

const first = 'sort=position&pagination[pageSize]=3';
const popular = `filters[labels][name]=half&${first}`;
const rare = `filters[labels][name]=one&${first}`;

/** Builders of handlers, each with the way in which a popular label is then read; empty where there is no choice. */
const builders: readonly (readonly [name: string, prepare: (builder: Builder) => Builder, way: string])[] = [
  ['a narrow WHERE', (builder) => builder.where("article.kind = 'odd'"), 'own'],
  ['an OR', (builder) => builder.where("article.kind = 'odd' OR article.id = :nf_p1", { nf_p1: 80 }), 'own'],
  ['a wide WHERE', (builder) => builder.where('article.id > 0'), 'walk, full'],
  ['an inner join that leaves few', (builder) => builder.innerJoinAndSelect('article.maker', 'm', 'm.id = 1'), 'own'],
  ['a left join of many', (builder) => builder.leftJoinAndSelect('article.reviews', 'review'), 'walk, full'],
  ['deleted rows', (builder) => builder.withDeleted(), 'walk, full'],
  ['limits of its own', (builder) => builder.take(1).skip(1), 'walk, full'],
  ['an order of its own', (builder) => builder.orderBy('article.grade'), ''],
  ['DISTINCT', (builder) => builder.distinct(true), ''],
];

describe.each(engines)('an adaptive list on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  const stepsOf = (ways: readonly string[]) => ways.map((line) => line.split(' → ').at(-1));

  it.each(builders)('of a builder with %s', async (_, prepare, way) => {
    const builder = () => prepare(laboratory.builder());
    const expected = await laboratory.ask(popular, { builder: builder(), strategy: 'in' });
    const { page, ways } = await laboratory.ask(popular, { builder: builder() });
    expect(page).toEqual(expected.page);
    expect(stepsOf(ways)).toEqual(way === '' ? [] : [way]);
  });

  it('of one tenant is read in the way of that tenant', async () => {
    const service = laboratory.service();
    for (const [context, way] of [
      [1, 'walk, full'],
      [2, 'own'],
    ] as const) {
      const expected = await laboratory.ask(popular, { strategy: 'in', context });
      const { page, ways } = await laboratory.ask(popular, { service, context });
      expect(page).toEqual(expected.page);
      expect(page.data.every(({ tenant }) => tenant === context)).toBe(true);
      expect(stepsOf(ways)).toEqual([way]);
    }
  });

  it.each([popular, `filters[labels][note]=note of half&${first}`])(
    'of a small table asks no more: %s',
    async (counted) => {
      const request = `${counted}&pagination[withCount]=false`;
      const service = laboratory.service({ adaptive: { few: 5, walk: 50 } });
      const expected = await laboratory.ask(request, { strategy: 'in' });
      for (const time of [1, 2]) {
        const { page, ways, statements } = await laboratory.ask(request, { service });
        expect(page).toEqual(expected.page);
        if (time > 1) expect([ways, statements.length]).toEqual([[], expected.statements.length]);
      }
    },
  );

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
    for (const query of [popular, rare]) await laboratory.ask(query, { service });
    const { manager } = laboratory.database.source;
    const junction = laboratory.database.source
      .getMetadata(Article)
      .findRelationWithPropertyPath('labels')?.junctionEntityMetadata;
    const labelId = 2;
    await manager.insert(
      junction?.tableName ?? '',
      Array.from({ length: 20 }, (_, index) => ({ articleId: index + 1, labelId })),
    );
    for (const query of [popular, rare]) {
      const expected = await laboratory.ask(query, { strategy: 'in' });
      expect((await laboratory.ask(query, { service })).page).toEqual(expected.page);
    }
    const added = manager
      .createQueryBuilder()
      .delete()
      .from(junction?.tableName ?? '');
    await added.where('labelId = :labelId AND articleId <= 20', { labelId }).execute();
  });

  it.each([
    ['of the module', { strategy: 'in' }, {}, 0],
    ['of the handler, before the module', { strategy: 'adaptive' }, { strategy: 'in' }, 0],
    ['of the handler, before the module', { strategy: 'in' }, { strategy: 'adaptive' }, 1],
    [
      'of the relation',
      { strategy: 'in' },
      { strategy: 'in', relations: [{ name: 'labels', strategy: 'adaptive' }] },
      1,
    ],
    ['of the relation', {}, { strategy: 'adaptive', relations: [{ name: 'labels', strategy: 'exists' }] }, 0],
  ] as const)('has the strategy %s', async (_, options, overrides, choices) => {
    const { ways, page } = await laboratory.ask(popular, { service: laboratory.service(options), ...overrides });
    expect(ways).toHaveLength(choices);
    expect(page).toEqual((await laboratory.ask(popular, { strategy: 'in' })).page);
  });

  it('leaves apply() its statement', () => {
    const [text, usual] = [laboratory.service(), laboratory.service({ strategy: 'in' })].map((service) =>
      service.apply(laboratory.builder(), service.parse(Article, encodeURI(popular))).getQueryAndParameters(),
    );
    expect(text).toEqual(usual);
  });

  it('has its questions in a snapshot, too', async () => {
    if (engine === 'sqlite') return;
    const service = laboratory.service({ reads: { consistency: 'snapshot' } });
    const { page } = await laboratory.ask(popular, { service });
    expect(new Set(laboratory.spy.runners).size).toBe(1);
    expect(page).toEqual((await laboratory.ask(popular, { strategy: 'in' })).page);
  });
});
