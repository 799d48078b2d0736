import { toQueryString } from 'nestjs-filterable/client';
import type { AdaptedQuery } from 'nestjs-filterable/client';
import { Post } from '../../support/blog/entities.js';
import { type World, ascending, idsOf, onEngines } from '../../support/engines.js';
import { blogAndCompany, idsByHand } from '../questions/tables.js';

/** The posts that an adapter is asked about: in memory, for the package that it reads, and behind the library. */
export class Posts {
  rows: Post[] = [];

  constructor(private readonly world: World) {}

  async load(): Promise<void> {
    const relations = { author: true, comments: true, tags: true };
    this.rows = await this.world.repository(Post).find({ relations });
  }

  /** The ids that the library finds for what a client sends, in its order if it has one. */
  async find(query: AdaptedQuery): Promise<readonly number[]> {
    const { filters } = this.world;
    const builder = filters.apply(this.world.builder(Post), filters.parse(Post, toQueryString(query)));
    const ids = idsOf(await builder.getMany());
    return query.sort === undefined ? ascending(ids) : ids;
  }

  /** The ids of the posts in memory that pass. */
  idsWhere(passes: (post: Post) => boolean): readonly number[] {
    return ascending(this.rows.filter(passes).map(({ id }) => id));
  }

  byHand(sql: string): Promise<readonly number[]> {
    return idsByHand(this.world, sql);
  }
}

export function aboutPosts(tests: (posts: Posts) => void): void {
  onEngines('adapters', blogAndCompany, (world) => {
    const posts = new Posts(world);
    beforeAll(() => posts.load());
    tests(posts);
  });
}
