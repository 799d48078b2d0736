import { FilterService } from 'nestjs-filterable';
import { Post } from '../../support/blog/entities.js';
import { openDatabase } from '../../support/databases.js';
import { arranged, questionsAboutPosts } from './about-posts.js';
import { aboutPosts, idsOf } from './question.js';
import { Fixture, onEveryEngine } from './fixture.js';

/** The same entities in two data sources: a query that was read for one is right for a builder of the other. */

const questions = questionsAboutPosts('relation paths', 'counts', 'values', 'text', 'dates', 'sorts', 'slices');

const elsewhere = new Fixture('sqlite');
beforeAll(() => elsewhere.open());
afterAll(() => elsewhere.close());

onEveryEngine(
  (fixture) => {
    it.each(questions)('$name', async (question) => {
      const expected = arranged(
        question,
        await aboutPosts.ask(fixture.filters, fixture.database.source, question.query),
      );
      const query = elsewhere.filters.parse(Post, question.query);

      const found = await idsOf(elsewhere.filters.apply(fixture.posts(), query));

      expect(arranged(question, found)).toEqual(expected);
    });

    it('and the other way round', async () => {
      const query = fixture.filters.parse(
        Post,
        'filters[comments][approved]=true&filters[visits][$gt]=9007199254740992&sort=publishedAt:desc:nullsLast',
      );
      expect(await idsOf(fixture.filters.apply(elsewhere.posts(), query))).toEqual([35, 9, 4]);
      expect(await idsOf(fixture.filters.apply(fixture.posts(), query))).toEqual([35, 9, 4]);
    });

    it('takes along what the server has added', async () => {
      const { filters } = elsewhere;
      const query = filters.and(filters.and(filters.parse(Post, 'filters[tags]=1&sort=id'), { tenantId: 1 }), {
        author: [1, 5],
      });
      expect(await idsOf(filters.apply(fixture.posts(), query))).toEqual([1, 2, 9]);
    });

    it('takes along overrides and their defaults', async () => {
      const { filters } = elsewhere;
      const query = filters.parse(Post, 'filters[updatedBy][name]=Per', {
        relations: ['updatedBy'],
        defaults: { sort: 'views:desc:nullsLast', filters: { tenantId: 1 }, when: 'always' },
      });
      expect(await idsOf(filters.apply(fixture.posts(), query))).toEqual([18, 6]);
    });

    it('pages and counts there', async () => {
      const query = elsewhere.filters.parse(
        Post,
        'filters[isFeatured]=true&sort=author.name:nullsLast,id&pagination[page]=2&pagination[pageSize]=4',
      );
      const there = await elsewhere.filters.page(fixture.posts(), query);
      const asRead = await fixture.filters.page(fixture.posts(), fixture.filters.parse(Post, query.toString()));
      expect(there).toEqual(asRead);
      expect(there.data).toHaveLength(4);
      expect(await elsewhere.filters.count(fixture.posts(), query)).toBe(
        await fixture.filters.count(fixture.posts(), query),
      );
    });

    it('is refused where the other data source has no such entity', async () => {
      const empty = await openDatabase(fixture.engine, { entities: [] });
      try {
        const builder = empty.source.createQueryBuilder().select('p.id').from<Post>('post', 'p');
        const query = elsewhere.filters.parse(Post, 'filters[title]=Snow');
        const before = builder.getQueryAndParameters();
        const applying = () => elsewhere.filters.apply(builder, query);
        expect(applying).toThrow(expect.objectContaining({ name: 'FilterConfigurationError' }));
        expect(builder.getQueryAndParameters()).toEqual(before);
      } finally {
        await empty.close();
      }
    });
  },
  ['postgres', 'mariadb', 'sqljs'],
);

it('finds the entity in the data source of the service', () => {
  const filters = FilterService.forDataSource(elsewhere.database.source);
  expect(filters.filter(Post, { filters: { title: 'Snow' } }).getQuery()).toContain('"title"');
});
