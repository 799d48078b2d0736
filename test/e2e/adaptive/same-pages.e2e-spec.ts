import fc from 'fast-check';
import type { FilterService, Page, ParseOverrides } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { engines } from '../../support/databases.js';
import { announceSeed, seed, timeout } from '../properties/settings.js';
import { Laboratory } from './laboratory.js';
import { Article } from './model.js';
import { factor } from '../../support/thorough.js';

/** Requests for each engine; each is read in four ways, one of them twice, and two pages of it. */
const numRuns = 8 * factor * 2;

const label = fc.constantFrom('none', 'one', 'four', 'five', 'six', 'half', 'all', 'last', 'edge');
const stars = fc.integer({ min: 0, max: 6 });

const related = fc.oneof(
  label.map((name) => ({ labels: { name } })),
  fc.array(label, { minLength: 1, maxLength: 3 }).map((names) => ({ labels: { name: { $in: names } } })),
  label.map((name) => ({ labels: { note: `note of ${name}` } })),
  stars.map((least) => ({ reviews: { stars: { $gte: least } } })),
  stars.map((equal) => ({ reviews: { stars: equal } })),
  fc.constantFrom('Rare', 'Common', 'Nobody').map((name) => ({ maker: { name } })),
  fc.constantFrom('Narrow', 'Wide').map((name) => ({ maker: { land: { name } } })),
  fc.constant({ fairs: { town: 'Oslo' } }),
  fc.constant({ labels: { $exists: true } }),
  label.map((name) => ({ labels: { $none: { name } } })),
  label.map((name) => ({ $not: { labels: { name } } })),
);

const own = fc.oneof(
  fc.constantFrom('odd', 'plain', 'no').map((kind) => ({ kind })),
  fc.integer({ min: 0, max: 3 }).map((grade) => ({ grade })),
  fc.integer({ min: 1, max: 80 }).map((id) => ({ id: { $lte: id } })),
  fc.constant({ maker: { id: 2 } }),
  fc.constant({ price: { $null: true } }),
  fc.tuple(related, related).map(($or) => ({ $or })),
);

/** Disjunctions across tables, most of which indexes can answer. */
const either = fc
  .array(
    fc.oneof(
      related,
      fc.tuple(related, own).map(([some, other]) => ({ $and: [some, other] })),
      fc.integer({ min: 0, max: 9 }).map((grade) => ({ grade })),
      fc.integer({ min: 1, max: 80 }).map((id) => ({ id: { $gte: id } })),
      fc.integer({ min: 1, max: 3 }).map((id) => ({ maker: { id } })),
    ),
    { minLength: 2, maxLength: 3 },
  )
  .map(($or) => ({ $or }));

const sorts = [
  '',
  'position',
  'position:desc',
  'id:desc',
  'grade',
  'grade:desc,position',
  'price',
  'price:desc',
  'kind',
].concat(['price:asc:nullsLast', 'price:desc:nullsFirst', 'maker.name', 'price,grade', 'reviews.$count:desc']);

const requests = fc.record({
  conditions: fc
    .tuple(
      fc.oneof(
        { weight: 2, arbitrary: fc.array(related, { minLength: 1, maxLength: 2 }) },
        either.map((one) => [one]),
      ),
      fc.array(own, { maxLength: 1 }),
    )
    .map(([some, others]) => [...some, ...others]),
  sort: fc.constantFrom(...sorts),
  pageSize: fc.integer({ min: 1, max: 6 }),
  style: fc.constantFrom('page', 'uncounted', 'after', 'before'),
  adaptive: fc.record({
    few: fc.integer({ min: 1, max: 20 }),
    walk: fc.integer({ min: 5, max: 39 }),
    deep: fc.integer({ min: 1, max: 6 }),
  }),
  context: fc.constantFrom(undefined, 1, 2),
  builder: fc.constantFrom('plain', 'own where', 'many joined', 'one joined', 'deleted too'),
});

type Request = typeof requests extends fc.Arbitrary<infer Value> ? Value : never;

const example: Request = {
  conditions: [{ labels: { name: 'half' } }],
  sort: 'position',
  pageSize: 3,
  style: 'page',
  adaptive: { few: 5, walk: 12, deep: 6 },
  context: undefined,
  builder: 'plain',
};

/** One request for each way. */
const examples: [Request][] = [
  [example],
  [{ ...example, conditions: [{ labels: { name: 'one' } }] }],
  [{ ...example, conditions: [{ labels: { name: 'half' } }, { kind: 'odd' }] }],
  [{ ...example, conditions: [{ labels: { name: 'last' } }, { reviews: { stars: { $gte: 0 } } }] }],
  [{ ...example, conditions: [{ $or: [{ labels: { name: 'one' } }, { maker: { name: 'Rare' } }] }] }],
  [{ ...example, conditions: [{ kind: 'plain' }], builder: 'one joined', adaptive: { ...example.adaptive, deep: 3 } }],
];

const builders: Readonly<Record<Request['builder'], (laboratory: Laboratory) => ReturnType<Laboratory['builder']>>> = {
  plain: (laboratory) => laboratory.builder(),
  'own where': (laboratory) =>
    laboratory.builder().where('article.grade = :nf_p1 OR article.kind = :kind', { nf_p1: 2, kind: 'odd' }),
  'many joined': (laboratory) => laboratory.builder().leftJoinAndSelect('article.reviews', 'nf_1'),
  'one joined': (laboratory) => laboratory.builder().innerJoinAndSelect('article.maker', 'maker', 'maker.id > 1'),
  'deleted too': (laboratory) => laboratory.builder().withDeleted(),
};

/** Joined rows have no order of their own: the database gives them as it finds them. */
function withReviewsInOrder(article: Article): Article {
  if ('reviews' in article) article.reviews.sort((one, other) => one.id - other.id);
  return article;
}

beforeAll(announceSeed);

describe.each(engines)('on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  }, timeout);
  afterAll(() => laboratory.close());

  /** Returns the text of a request for a page by its number, or by the cursor of the page before. */
  const textOf = ({ conditions, sort, pageSize, style }: Request, page: number, cursor: string): string => {
    const slices = {
      page: { page },
      uncounted: { page, withCount: false },
      after: { after: cursor },
      before: { before: cursor },
    };
    const pagination = { pageSize, ...slices[style] };
    return toQueryString({ filters: { $and: conditions }, ...(sort === '' ? {} : { sort }), pagination });
  };

  /** Reads the first two pages, in the style of the request. */
  async function pagesOf(service: FilterService, request: Request, overrides: ParseOverrides<Article>) {
    const pages: Page<Article>[] = [];
    const { context, style } = request;
    let cursor: string | null = '';
    for (let page = 1; page <= 2 && cursor !== null; page += 1) {
      const query = service.parse(Article, textOf(request, page, cursor), { ...overrides, context });
      const read: Page<Article> = await service.page(builders[request.builder](laboratory), query);
      pages.push({ ...read, data: read.data.map(withReviewsInOrder) });
      const meta = read.meta.pagination;
      if (meta.next !== undefined) cursor = style === 'after' ? meta.next : meta.previous;
    }
    return pages;
  }

  it(
    'every strategy reads the same pages of any request',
    async () => {
      const ways = new Map<string, number>();
      const property = fc.asyncProperty(requests, async (request) => {
        const service = laboratory.service({ adaptive: request.adaptive });
        const expected = await pagesOf(service, request, { strategy: 'in' });
        for (const strategy of ['adaptive', 'adaptive', 'exists'] as const) {
          expect(await pagesOf(service, request, { strategy })).toEqual(expected);
        }
        for (const text of laboratory.heardNow()) {
          const way = text.replace('Article: ', '').split(' → ').at(-1) ?? '';
          ways.set(way, (ways.get(way) ?? 0) + 1);
        }
      });
      await fc.assert(property, { numRuns, seed, examples });
      // The examples alone take every way.
      expect([...ways.keys()].sort()).toEqual(['keys', 'keys first', 'own', 'union', 'usual', 'walk, full']);
    },
    timeout,
  );
});
