import { EntitySchema } from 'typeorm';
import { FilterModule, FilterQuery, rulesFor } from '../../lib/index.js';
import { Post } from './entities.js';

/* Rules are checked against their entity, as the options of a decorator are. */

rulesFor(Post, {});
rulesFor(Post, { fields: ['id', 'address.city', { name: 'title', as: 'name' }, { name: 'address', as: 'place' }] });
rulesFor(Post, { relations: ['author', { name: 'comments', sortable: false }], sort: ['id', 'comments.$count'] });
rulesFor(Post, { sort: ['id', { name: 'author.name', as: 'writer' }] });
// @ts-expect-error a typo in a sort key with a name of its own
rulesFor(Post, { sort: [{ name: 'author.nam', as: 'writer' }] });
rulesFor(Post, { search: ['title', 'author.name'], facets: ['title'], aggregates: { price: ['sum'] } });
rulesFor(Post, { fields: ['id'], scope: (user: { readonly tenant: string }) => ({ title: user.tenant }) });
rulesFor(Post, { populate: ['author'] }, { name: 'posts' });
// @ts-expect-error there is no such field
rulesFor(Post, { fields: ['titel'] });
// @ts-expect-error nor with a rule
rulesFor(Post, { fields: [{ name: 'titel' }] });
// @ts-expect-error this is a column
rulesFor(Post, { relations: ['title'] });
// @ts-expect-error there is no such key
rulesFor(Post, { sort: ['author.nme'] });
// @ts-expect-error there is no such option
rulesFor(Post, { field: ['id'] });
// @ts-expect-error there is no such field to narrow by
rulesFor(Post, { scope: () => ({ titel: 'a' }) });
// @ts-expect-error a name is a text
rulesFor(Post, {}, { name: 7 });

// A schema has the type of its rows, and a name alone has none.
const schema = new EntitySchema<{ id: number; label: string }>({ name: 'Badge', columns: {} });
rulesFor(schema, { fields: ['label'] });
// @ts-expect-error there is no such field
rulesFor(schema, { fields: ['lable'] });
rulesFor('Badge', { fields: ['anything'] });

FilterModule.forRoot({ rules: [rulesFor(Post, { fields: ['id'] }, { name: 'posts' })] });

/** A type of the domain, which knows no entity. */
interface Shown {
  readonly id: number;
  readonly title: string;
}

export class Controller {
  list(@FilterQuery('posts') query: FilterQuery<Shown>) {
    return query;
  }

  few(@FilterQuery<Shown>('posts', { fields: ['id'] }) query: FilterQuery<Shown>) {
    return query;
  }

  // @ts-expect-error the domain has no such field
  wrong(@FilterQuery<Shown>('posts', { fields: ['titel'] }) query: FilterQuery<Shown>) {
    return query;
  }
}
