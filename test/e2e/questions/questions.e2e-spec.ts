import type { ObjectLiteral } from 'typeorm';
import { FilterService, type ParseOverrides } from 'nestjs-filterable';
import { Post } from '../../support/blog/entities.js';
import { engines } from '../../support/databases.js';
import { ascending, idsOf, onEngines } from '../../support/engines.js';
import { arranged, blogAndCompany, idsByHand, questions, questionsAboutPosts } from './tables.js';

/** Each question beside SQL by hand, and the same question in other ways, which must find the same rows. */

const allPosts = 37;

/** The relations of posts by another strategy. */
const by = (strategy: 'exists' | 'in'): ParseOverrides<ObjectLiteral> =>
  ({ relations: ['author', 'comments', 'tags'].map((name) => ({ name, strategy })) }) as object;

const aboutRelations = questionsAboutPosts(
  ...(['relation paths', 'one object is one row', 'different objects, different rows', 'quantifiers'] as const),
  ...(['existence', 'keys', 'negation'] as const),
);

onEngines('questions', blogAndCompany, (world) => {
  const find = async (request: string, overrides: ParseOverrides<ObjectLiteral> = {}, filters = world.filters) => {
    const query = filters.parse<ObjectLiteral>(Post, request, overrides);
    return idsOf(await filters.apply(world.builder<ObjectLiteral>(Post), query).getMany());
  };

  describe.each(questions)('%s', (_, all) => {
    it.each(all)('$name', async ({ request, entity, overrides, options, sql }) => {
      const isOrdered = sql.includes('ORDER BY');
      const inOrder = (rows: readonly ObjectLiteral[]) => (isOrdered ? idsOf(rows) : ascending(idsOf(rows)));
      const filters = world.filtersWith(options);
      const query = filters.parse(entity, request, overrides);
      const byHand = await idsByHand(world, sql);
      const expected = isOrdered ? byHand : ascending(byHand);

      expect(inOrder(await filters.apply(world.builder(entity), query).getMany())).toEqual(expected);
      if (!request.includes('pagination')) {
        expect(await filters.count(world.builder(entity), query)).toBe(expected.length);
      }
      // The canonical form of a request is the same on every engine.
      if (world.engine === 'sqlite') {
        const again = filters.parse(entity, query.toString(), overrides);
        expect(inOrder(await filters.apply(world.builder(entity), again).getMany())).toEqual(expected);
      }
      // An answer that is always the same proves nothing.
      if (sql === '1 = 0') expect(expected).toEqual([]);
      else expect(expected).not.toEqual([]);
      if (!isOrdered && entity === Post) expect(expected.length).toBeLessThan(allPosts);
    });
  });

  it.each(aboutRelations)('by other strategies: $name', async (question) => {
    const expected = arranged(question, await find(question.request));
    expect(arranged(question, await find(question.request, by('exists')))).toEqual(expected);
    expect(arranged(question, await find(question.request, by('in')))).toEqual(expected);
  });
});

/** The same entities in two data sources: a query that was read for one is right for a builder of the other. */
onEngines('a query of another data source', { ...blogAndCompany, on: ['sqlite'] }, (elsewhere) => {
  describe.each(engines)('with a builder on %s', (engine) => {
    onEngines('', { ...blogAndCompany, on: [engine] }, (world) => {
      const other = questionsAboutPosts('relation paths', 'counts', 'values', 'text', 'dates', 'sorts', 'slices');

      it.each(other.filter((_, index) => index % 12 === 0))('$name', async (question) => {
        const here = world.filters.apply(world.builder(Post), world.filters.parse(Post, question.request));
        const query = elsewhere.filters.parse(Post, question.request);
        const found = await elsewhere.filters.apply(world.builder(Post), query).getMany();
        expect(arranged(question, idsOf(found))).toEqual(arranged(question, idsOf(await here.getMany())));
      });

      it('takes along what the server has added, overrides, and their defaults', async () => {
        const { filters } = elsewhere;
        const query = filters.and(filters.and(filters.parse(Post, 'filters[tags]=1&sort=id'), { tenantId: 1 }), {
          author: [1, 5],
        });
        expect(idsOf(await filters.apply(world.builder(Post), query).getMany())).toEqual([1, 2, 9]);
        const defaulted = filters.parse(Post, 'filters[updatedBy][name]=Per', {
          relations: ['updatedBy'],
          defaults: { sort: 'views:desc:nullsLast', filters: { tenantId: 1 }, when: 'always' },
        });
        expect(idsOf(await filters.apply(world.builder(Post), defaulted).getMany())).toEqual([18, 6]);
      });

      it('pages and counts there', async () => {
        const request =
          'filters[isFeatured]=true&sort=author.name:nullsLast,id&pagination[page]=2&pagination[pageSize]=4';
        const query = elsewhere.filters.parse(Post, request);
        const there = await elsewhere.filters.page(world.builder(Post), query);
        expect(there).toEqual(await world.page(Post, query.toString()));
        expect(there.data).toHaveLength(4);
        const count = await world.filters.count(world.builder(Post), world.filters.parse(Post, request));
        expect(await elsewhere.filters.count(world.builder(Post), query)).toBe(count);
      });
    });
  });

  it('is refused where the other data source has no such entity', () => {
    const builder = elsewhere.source.createQueryBuilder().select('p.id').from<Post>('nowhere', 'p');
    const query = elsewhere.filters.parse(Post, 'filters[title]=Snow');
    const before = builder.getQueryAndParameters();
    const refused = expect.objectContaining({ name: 'FilterConfigurationError' }) as Error;
    expect(() => elsewhere.filters.apply(builder, query)).toThrow(refused);
    expect(builder.getQueryAndParameters()).toEqual(before);
  });

  it('is read for the entity in the data source of the service', () => {
    const filters = FilterService.forDataSource(elsewhere.source);
    expect(filters.filter(Post, { filters: { title: 'Snow' } }).getQuery()).toContain('"title"');
  });
});
