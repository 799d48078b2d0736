import { type FilterModuleOptions, FilterException } from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { sentBy, withoutCatalogue } from './sent.js';

/** Clients that may ask for all rows at once. */
const ramps = [
  ['nestjs-paginate', (max: number) => nestjsPaginate({ all: { max } }), 'limit=-1&filter.views=$gte:1&sortBy=id:DESC'],
  ['crud', (max: number) => crud({ all: { max } }), 'filter=views||$gte||1&sort=id,DESC'],
] as const;

onEngines('the explanation of a list that is answered whole', { entities: blogEntities, seed: seedBlog }, (world) => {
  const service = (onRamp: FilterModuleOptions['onRamp']) => world.filtersWith({ context: undefined, onRamp });

  it.each(ramps)('of %s has the statements of its page', async (_, make, request) => {
    const filters = service(make(1_000));
    await filters.ready();
    const posts = world.repository(Post);
    const page = await sentBy(world.spy, () => filters.page(posts, filters.parse(Post, request)));
    const { result, sent } = await sentBy(world.spy, () => filters.explain(posts, filters.parse(Post, request)));
    const ofPage = page.sent.map(({ sql }) => sql);
    expect(withoutCatalogue(sent).map(({ sql }) => sql)).toEqual(ofPage);
    expect(result.statements.map(({ sql }) => sql)).toEqual(ofPage);
    expect(result).toMatchObject({ way: 'usual', why: [], reading: undefined });
    expect(result.statements.map((statement) => [statement.for, statement.unserved])).toEqual([['page', ['views']]]);
    expect(result.missing.map(({ serves }) => serves)).toEqual([['filter views']]);
    expect(page.result.data.length).toBeGreaterThan(1);
  });

  it.each(ramps)('of %s is refused where the page is', async (_, make, request) => {
    const filters = service(make(2));
    const posts = world.repository(Post);
    const refusalOf = (read: Promise<unknown>) =>
      read.then(
        () => 'answered',
        (error: unknown) => (error instanceof FilterException ? error.message : String(error)),
      );
    const query = filters.parse(Post, request);
    const [ofPage, ofExplanation] = [
      await refusalOf(filters.page(posts, query)),
      await refusalOf(filters.explain(posts, query)),
    ];
    expect(ofPage).toMatch(/more than 2/);
    expect(ofExplanation).toBe(ofPage);
  });
});
