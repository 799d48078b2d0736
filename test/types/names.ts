import type { FieldName, RelationName, SortKey } from '../../lib/contract/index.js';
import type { Post } from './entities.js';

const field = (name: FieldName<Post>): unknown => name;
const relation = (name: RelationName<Post>): unknown => name;

// fields: every column, comparable or not
field('id');
field('title');
field('price');
field('isLong');
field('file');
field('labels');
field('settings');
field('json');
field('anything');
// @ts-expect-error there is no such column
field('titel');
// @ts-expect-error this is a relation
field('author');
// @ts-expect-error and this
field('comments');
// @ts-expect-error a method is no column
field('publish');

// embedded: one by one, or all
field('address');
field('address.city');
field('address.geo.lat');
field('address.place.geo.lng');
field('audit.createdAt');
// @ts-expect-error nothing of that name is embedded
field('address.town');
// @ts-expect-error nor there
field('address.place.geo.alt');

// relations
relation('author');
relation('lazyAuthor');
relation('comments');
relation('tags');
relation('audit.createdBy');
// @ts-expect-error this is a column
relation('title');
// @ts-expect-error a list of scalars is one, too
relation('labels');
// @ts-expect-error what the related class is related to is for that class to say
relation('author.country');
// @ts-expect-error there is no such relation
relation('writer');

/** A decorator that checks the names in its options against the class it stands on: what these types are for. */
interface Names<Field, Relation, Sort> {
  fields?: readonly Field[];
  relations?: readonly Relation[];
  sort?: readonly Sort[];
}

type Constructor<E> = abstract new (...args: never) => E;

type Checked<E, Field, Relation, Sort> = [Field, Relation, Sort] extends [FieldName<E>, RelationName<E>, SortKey<E>]
  ? Constructor<E>
  : {
      unknown: Exclude<Field, FieldName<E>> | Exclude<Relation, RelationName<E>> | Exclude<Sort, SortKey<E>>;
    };

declare function Named<const Field extends string, const Relation extends string, const Sort extends string>(
  names: Names<Field, Relation, Sort>,
): <E>(target: Constructor<E> & Checked<E, Field, Relation, Sort>) => void;

@Named({ fields: ['id', 'title', 'geo.lat'], relations: ['owner'], sort: ['title', 'owner.title', 'geo.lat'] })
export class Good {
  id!: number;
  title!: string;
  owner!: Good | null;
  geo!: { lat: number };
}

// @ts-expect-error there is no `titel`
@Named({ fields: ['id', 'titel'] })
export class Bad {
  id!: number;
  title!: string;
}

// @ts-expect-error a relation is no sort key
@Named({ sort: ['owner'] })
export class Worse {
  id!: number;
  owner!: Worse | null;
}
