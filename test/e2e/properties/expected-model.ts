import { type BlogName, type Entity, type EntityName, field, many, one } from './model-types.js';
import { shop } from './shop/model.js';

export type { BlogName, Entity, EntityName, Field, Kind, PoolName, Relation, ShopName } from './model-types.js';

/** Authors and tags have `posts` only where they are asked about themselves: see the overrides in `requests.ts`. */
const blog: Readonly<Record<BlogName, Entity>> = {
  Post: {
    key: 'id',
    fields: {
      id: field('integer', 'small'),
      title: field('text', 'wild'),
      slug: field('text', 'plain', true),
      status: field('enum', 'enum', true),
      views: field('integer', 'small', true),
      visits: field('bigint', 'bigint', true),
      rating: field('decimal', 'decimal', true),
      score: field('float', 'float', true),
      isFeatured: field('boolean', 'boolean', true),
      publishedAt: field('datetime', 'moment', true),
      publishedOn: field('date', 'date', true),
      createdAt: field('datetime', 'exact'),
      externalId: field('uuid', 'uuid', true),
      meta: field('json', 'json', true),
    },
    relations: { author: one('Author'), comments: many('Comment'), tags: many('Tag') },
  },
  Author: {
    key: 'id',
    fields: { id: field('integer', 'small'), name: field('text', 'plain'), bornOn: field('date', 'date', true) },
    relations: { country: one('Country') },
  },
  Country: {
    key: 'code',
    fields: { code: field('text', 'code'), name: field('text', 'wild') },
    relations: {},
  },
  Comment: {
    key: 'id',
    fields: {
      id: field('integer', 'small'),
      body: field('text', 'wild'),
      stars: field('integer', 'small', true),
      approved: field('boolean', 'boolean', true),
    },
    relations: { author: one('Author') },
  },
  Tag: {
    key: 'id',
    fields: { id: field('integer', 'small'), name: field('text', 'plain') },
    relations: {},
  },
};

/** The test models once more, as a client sees them, so that the evaluator need not ask the library. */
export const entities: Readonly<Record<EntityName, Entity>> = { ...blog, ...shop };

/** The entity with the relations that a handler adds to it where it is the root. */
export function rootEntity(name: EntityName): Entity {
  const entity = entities[name];
  if (name !== 'Author' && name !== 'Tag') return entity;
  return { ...entity, relations: { ...entity.relations, posts: many('Post') } };
}
