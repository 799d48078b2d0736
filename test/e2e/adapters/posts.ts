import { toQueryString } from 'nestjs-filterable/client';
import type { AdaptedQuery } from 'nestjs-filterable/client';
import { Post } from '../../support/blog/entities.js';
import { inNumericOrder } from '../questions/about-posts.js';
import { type Fixture, onEveryEngine } from '../questions/fixture.js';
import { idsOf } from '../questions/question.js';

/** The posts that an adapter is asked about: in memory, for the package that it reads, and behind the library. */
export class Posts {
  rows: Post[] = [];

  constructor(private readonly fixture: Fixture) {}

  async load(): Promise<void> {
    const relations = { author: true, comments: true, tags: true };
    this.rows = await this.fixture.database.source.getRepository(Post).find({ relations });
  }

  /** The ids that the library finds for what a client sends, in its order if it has one. */
  async find(query: AdaptedQuery): Promise<readonly number[]> {
    const { filters } = this.fixture;
    const ids = await idsOf(filters.apply(this.fixture.posts(), filters.parse(Post, toQueryString(query))));
    return query.sort === undefined ? inNumericOrder(ids) : ids;
  }

  /** The ids of the posts in memory that pass. */
  idsWhere(passes: (post: Post) => boolean): readonly number[] {
    return inNumericOrder(this.rows.filter(passes).map(({ id }) => id));
  }

  byHand(sql: string): Promise<readonly number[]> {
    return this.fixture.byHand(sql);
  }
}

export function aboutPosts(tests: (posts: Posts) => void): void {
  onEveryEngine((fixture) => {
    const posts = new Posts(fixture);
    beforeAll(() => posts.load());
    tests(posts);
  });
}
