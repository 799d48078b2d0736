import { Post, blogEntities } from '../../support/blog/entities.js';
import { engines } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';
import { share } from '../../support/thorough.js';
import { fillBlog } from './blog.js';
import { type WalkName, walks, wholeOf } from './walk.js';

/** Sorts by rows behind to-many relations, some of which are deleted, and which some rows do not have. */
const sorts = [
  'comments.$count:desc',
  'comments.$count:desc,title',
  'comments.stars',
  'comments.stars:desc:nullsLast,comments.$count',
  'comments.stars:nullsFirst,id:desc',
  'tags.name:desc,tags.$count',
  'title,comments.$count',
];

const ways = sorts.flatMap((sort) => (Object.keys(walks) as WalkName[]).map((walk) => [sort, walk] as const));

onEngines(
  'a list that nothing narrows, by rows behind to-many relations',
  { entities: blogEntities, seed: fillBlog },
  (world) => {
    it.each(share(ways, 3, engines.indexOf(world.engine)))(
      'has the rows of the list without pages: %s, %s',
      async (sort, walk) => {
        const builder = () => world.source.createQueryBuilder(Post, 'post');
        const listing = { filters: world.filters, entity: Post, builder, request: { sort: sort.split(',') } };
        const whole = (await wholeOf(listing, ['id'])).map(({ id }) => id);
        expect((await walks[walk](listing, 7)).flat().map(({ id }) => id)).toEqual(whole);
        expect(whole).toHaveLength(29);
      },
    );

    it.each([
      ['of the whole list', 'sort=comments.$count', 'post.id', world.engine === 'postgres'],
      ['of a part of it', 'sort=comments.$count&filters[views]=1', 'post.id', false],
      ['behind a column', 'sort=title,comments.$count', 'post.id', false],
      ['of a list that the host narrows', 'sort=comments.$count', 'post.views > 1', false],
    ])('the order %s is read in groups on PostgreSQL alone: %s', async (_, request, where, isGrouped) => {
      const posts = world.source.createQueryBuilder(Post, 'post');
      if (where !== 'post.id') posts.where(where);
      const [text] = await world.sent(() => world.filters.page(posts, world.filters.parse(Post, request)));
      expect(text?.includes('GROUP BY')).toBe(isGrouped);
    });
  },
);
