import type { SelectQueryBuilder } from 'typeorm';
import type { Post } from '../../../support/blog/entities.js';
import type { Fixture } from '../fixture.js';

/** A builder that a handler has worked on, a request that is applied to it, and what both come to. */
export interface Case {
  readonly name: string;
  readonly builder: (fixture: Fixture) => SelectQueryBuilder<Post>;
  readonly query: string;
  readonly sql: string;
}
