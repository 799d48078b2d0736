import type { SelectQueryBuilder } from 'typeorm';
import { Post } from '../../support/blog/entities.js';
import { engines } from '../../support/databases.js';
import { type World, idsOf as idsOfRows, onEngines } from '../../support/engines.js';
import { share } from '../../support/thorough.js';
import { arranged, blogAndCompany, questionsAboutPosts } from './tables.js';

/** Relations that the handler loads come back whole, and pages neither lose nor repeat rows. */

const filtered = 'filters[comments][stars]=5&filters[tags][$exists]=true';
const orders = [
  'sort=views:desc',
  'sort=title:desc,views:nullsFirst',
  'sort=author.country.name:desc:nullsLast,author.name',
  'sort=comments.stars:desc',
  'sort=comments.$count,tags.$count:desc',
];

const questions = questionsAboutPosts(
  'one object is one row',
  'different objects, different rows',
  'groups',
  'quantifiers',
  'negation',
  'sorts',
  'where NULL stands',
  'slices',
);

const idsOf = async (builder: SelectQueryBuilder<Post>) => idsOfRows(await builder.getMany());

function loaded(world: World): SelectQueryBuilder<Post> {
  return world
    .repository(Post)
    .createQueryBuilder('post')
    .leftJoinAndSelect('post.comments', 'comment')
    .leftJoinAndSelect('comment.author', 'commentator')
    .leftJoinAndSelect('post.tags', 'tag')
    .leftJoinAndSelect('post.author', 'author');
}

/** A post as text, with all that was loaded of it. */
function whole({ id, author, comments, tags }: Post): string {
  const said = comments.map((comment) => `${comment.id} by ${comment.author?.id}`).sort();
  const tagged = tags.map((tag) => tag.id).sort();
  return `${id} of ${author?.id}; comments ${said.join(', ')}; tags ${tagged.join(', ')}`;
}

onEngines('loaded relations', blogAndCompany, (world) => {
  const everyPost = new Map<number, string>();

  beforeAll(async () => {
    for (const post of await loaded(world).getMany()) everyPost.set(post.id, whole(post));
  });

  it('begins with posts as they are', () => {
    expect(everyPost.size).toBe(37);
    expect(everyPost.get(1)).toBe('1 of 1; comments 1 by 2, 2 by 3; tags 1, 2');
    expect(everyPost.get(28)).toBe('28 of 4; comments 53 by 4; tags 1');
    expect(everyPost.get(14)).toBe('14 of undefined; comments ; tags ');
  });

  it.each(share(questions, 2, engines.indexOf(world.engine)))('$name, with four joins', async (question) => {
    const { filters } = world;
    const query = filters.parse(Post, question.request);
    const ids = arranged(question, await idsOf(filters.apply(world.builder(Post), query)));

    const [rows, total] = await filters.apply(loaded(world), query).getManyAndCount();

    expect(arranged(question, idsOfRows(rows))).toEqual(ids);
    expect(rows.map(whole)).toEqual(rows.map(({ id }) => everyPost.get(id)));
    expect(total).toBe(await filters.count(world.builder(Post), query));
  });

  describe.each(orders)('in pages, %s', (sort) => {
    const limits = { sortHops: 2 };
    const request = (more = '') => world.filters.parse(Post, `${filtered}&${sort}${more}`, { limits });
    const all = async () => idsOf(world.filters.apply(world.builder(Post).take(100), request()));
    const pages = [0, 1, 2, 3];
    const size = 4;

    it('take and skip of the handler', async () => {
      const found: number[] = [];
      for (const page of pages) {
        const builder = world.filters.apply(
          loaded(world)
            .take(size)
            .skip(page * size),
          request(),
        );
        const rows = await builder.getMany();
        expect(rows.map(whole)).toEqual(rows.map(({ id }) => everyPost.get(id)));
        found.push(...rows.map(({ id }) => id));
      }
      expect(found).toEqual(await all());
    });

    it('limit and offset of the handler, without joins', async () => {
      const found: number[] = [];
      for (const page of pages) {
        const builder = world
          .builder(Post)
          .limit(size)
          .offset(page * size);
        found.push(...(await idsOf(world.filters.apply(builder, request()))));
      }
      expect(found).toEqual(await all());
    });

    it('pagination of the client, and how many there are', async () => {
      const found: number[] = [];
      const totals = new Set<number>();
      for (const page of pages) {
        const query = request(`&pagination[page]=${page + 1}&pagination[pageSize]=${size}`);
        const builder = world.filters.apply(loaded(world), query);
        const [rows, total] = await builder.getManyAndCount();
        totals.add(total).add(await builder.getCount());
        found.push(...rows.map(({ id }) => id));
      }
      expect(found).toEqual(await all());
      expect([...totals]).toEqual([found.length]);
    });

    it('pages of the service', async () => {
      const found: number[] = [];
      for (const page of pages) {
        const query = request(`&pagination[page]=${page + 1}&pagination[pageSize]=${size}`);
        const { data, meta } = await world.filters.page(loaded(world), query);
        expect(data.map(whole)).toEqual(data.map(({ id }) => everyPost.get(id)));
        expect(meta.pagination).toMatchObject({ total: (await all()).length });
        found.push(...data.map(({ id }) => id));
      }
      expect(found).toEqual(await all());
    });
  });

  it('finds enough to page through, and not more than the pages hold', async () => {
    const ids = await idsOf(world.filters.apply(world.builder(Post), world.filters.parse(Post, filtered)));
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.length).toBeLessThan(16);
  });
});
