import type { FilterQuery, FilterService } from 'nestjs-filterable';
import type { Post } from './entities.js';

/** A base class of repositories, generic over entities that it knows in part. */
class OfTenant {
  id!: number;
  tenantId!: string;
  archived!: boolean;
  since!: Date;
  settings!: Record<string, unknown>;
}

export abstract class TenantRepository<T extends OfTenant> {
  constructor(private readonly filters: FilterService) {}

  ofTenant(query: FilterQuery<T>, tenantId: string): FilterQuery<T> {
    return this.filters.and(query, { tenantId });
  }

  current(query: FilterQuery<T>, tenantId: string): FilterQuery<T> {
    return this.filters.and(query, { tenantId, archived: false, since: new Date() });
  }

  mistaken(query: FilterQuery<T>): void {
    // @ts-expect-error the constraint has no such property
    this.filters.and(query, { tenant: 'a' });
    // @ts-expect-error it is a text
    this.filters.and(query, { tenantId: 5 });
    // @ts-expect-error one of them is wrong
    this.filters.and(query, { tenantId: 'a', archived: 'no' });
    // @ts-expect-error JSON is not compared
    this.filters.and(query, { settings: { a: 1 } });
  }
}

declare const filters: FilterService;
declare const posts: FilterQuery<Post>;

// Of an entity that is known, all of it can be said, and nothing else.
filters.and(posts, { title: 'a', author: { name: 'Kai' }, $or: [{ id: 1 }, { id: 2 }] });
filters.and(posts, { filters: { title: { $contains: 'a' } } });
filters.and(posts, { id: [1, 2] });
filters.and(posts, { title: null });
// @ts-expect-error there is no such field
filters.and(posts, { titel: 'a' });
// @ts-expect-error a text has a text
filters.and(posts, { title: 5 });
// @ts-expect-error a boolean has no such operator
filters.and(posts, { isLong: { $contains: 'a' } });
// @ts-expect-error methods are not asked about
filters.and(posts, { publish: () => undefined });
filters.and(posts, { settings: { theme: 'dark' }, labels: ['a'] });
// @ts-expect-error JSON is not compared as a whole
filters.and(posts, { settings: 'dark' });
// @ts-expect-error nor is a list of values
filters.and(posts, { labels: { $eq: ['a'] } });
// @ts-expect-error a related row is told by its key or by conditions
filters.and(posts, { comments: [{ id: 'a' }] });
