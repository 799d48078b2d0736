/** The test model once more, as a client sees it, so that the evaluator need not ask the library. */
export type Kind =
  'text' | 'integer' | 'bigint' | 'decimal' | 'float' | 'boolean' | 'date' | 'datetime' | 'uuid' | 'enum' | 'json';

export type EntityName = 'Post' | 'Author' | 'Country' | 'Comment' | 'Tag';

export interface Field {
  readonly kind: Kind;
  /** The small domain of its values; see `pools.ts`. */
  readonly pool: PoolName;
  readonly nullable: boolean;
}

export interface Relation {
  readonly target: EntityName;
  readonly toMany: boolean;
}

export interface Entity {
  /** The primary key, which a bare value given to a relation is compared with. */
  readonly key: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly relations: Readonly<Record<string, Relation>>;
}

/** Texts are of two sorts: `plain` ones, which every collation puts in one order, and `wild` ones, which none may order. */
export type PoolName =
  | 'plain'
  | 'wild'
  | 'code'
  | 'small'
  | 'bigint'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'date'
  | 'moment'
  | 'exact'
  | 'uuid'
  | 'enum'
  | 'json';

const field = (kind: Kind, pool: PoolName, nullable = false): Field => ({ kind, pool, nullable });
const one = (target: EntityName): Relation => ({ target, toMany: false });
const many = (target: EntityName): Relation => ({ target, toMany: true });

/** Authors and tags have `posts` only where they are asked about themselves: see the overrides in `requests.ts`. */
export const entities: Readonly<Record<EntityName, Entity>> = {
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

/** The entity with the relations that a handler adds to it where it is the root. */
export function rootEntity(name: EntityName): Entity {
  const entity = entities[name];
  if (name !== 'Author' && name !== 'Tag') return entity;
  return { ...entity, relations: { ...entity.relations, posts: many('Post') } };
}
