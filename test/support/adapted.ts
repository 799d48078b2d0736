import type { FilterService } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import type { AdaptedQuery } from 'nestjs-filterable/client';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Post } from './blog/entities.js';

/** A server of posts, which accepts what an adapter has made of a model, or throws. */
export class PostServer {
  private constructor(private readonly filters: FilterService) {}

  static async open(): Promise<PostServer> {
    return new PostServer(await filterServiceFor([Post]));
  }

  /** Returns the query string of a request, decoded to be read, after the server has accepted it. */
  accepted(query: AdaptedQuery): string {
    const text = toQueryString(query);
    this.filters.parse(Post, text);
    return decodeURIComponent(text);
  }
}
