import { FilterService } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { fillBlog } from './blog.js';
import { StatementSpy } from '../../support/spy.js';
import { walks, wholeOf } from './walk.js';

/** Sorts by rows behind to-many relations, some of which are deleted, and which some rows do not have. */
const sorts: readonly (readonly string[])[] = [
  ['comments.$count:desc'],
  ['comments.$count:desc', 'title'],
  ['comments.stars'],
  ['comments.stars:desc:nullsLast', 'comments.$count'],
  ['comments.stars:nullsFirst', 'id:desc'],
  ['tags.name:desc', 'tags.$count'],
  ['title', 'comments.$count'],
];

describe.each(engines)('a list that nothing narrows, by rows behind to-many relations, on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities, logger: spy });
    await fillBlog(database.source);
    filters = FilterService.forDataSource(database.source);
  });

  afterAll(() => database.close());

  const posts = () => database.source.createQueryBuilder(Post, 'post');

  it.each(sorts.flatMap((sort) => Object.keys(walks).map((walk) => [sort.join(), walk, sort] as const)))(
    'has the rows of the list without pages: %s, %s',
    async (_text, walk, sort) => {
      const listing = { filters, entity: Post, builder: posts, request: { sort } };
      const whole = (await wholeOf(listing, ['id'])).map(({ id }) => id);
      const pages = await walks[walk as keyof typeof walks](listing, 7);
      expect(pages.flat().map(({ id }) => id)).toEqual(whole);
      expect(whole).toHaveLength(29);
    },
  );

  it.each([
    ['sort=comments.$count', engine === 'postgres', 'of the whole list'],
    ['sort=comments.$count&filters[views]=1', false, 'of a part of it'],
    ['sort=title,comments.$count', false, 'behind a column'],
  ])('%s reads the related rows in groups: %s, %s', async (request, isGrouped) => {
    const { statements } = await spy.during(() => filters.page(posts(), filters.parse(Post, request)));
    expect(statements[0]?.includes('GROUP BY')).toBe(isGrouped);
  });

  it('is not whole where the host narrows it', async () => {
    const query = filters.parse(Post, 'sort=comments.$count');
    const narrowed = () => posts().where('post.views > 1');
    const joined = () => posts().leftJoinAndSelect('post.comments', 'comment');
    for (const builder of [narrowed, joined]) {
      const { statements } = await spy.during(() => filters.page(builder(), query));
      expect(statements[0]).not.toContain('GROUP BY');
    }
  });
});
