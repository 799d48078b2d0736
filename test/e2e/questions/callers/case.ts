import type { SelectQueryBuilder } from 'typeorm';
import type { Post } from '../../../support/blog/entities.js';
import type { World } from '../world.js';

/** A builder that a handler has worked on, a request that is applied to it, and what both come to. */
export interface Case {
  readonly name: string;
  readonly builder: (world: World) => SelectQueryBuilder<Post>;
  readonly query: string;
  readonly sql: string;
}
