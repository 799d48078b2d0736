import { mostRows, rowsOf } from '../shared/limits.js';
import { Code, call, listOf, literal } from '../shared/literals.js';
import type { CrudJoin, CrudOptionsLike } from './crud-options-like.js';
import { withoutEquivalent } from './without-equivalent.js';

/**
 * Prints the `@Filterable()` and the `@FilterQuery()` for the options of `@Crud()`, as TypeScript. Columns that are
 * not named in `allow`, and columns of relations, stand in comments: what is not named in `fields` is not exposed. So
 * do the options that no decorator has.
 *
 * @example
 * console.log(filterableFrom({ query: { allow: ['id'], join: { company: { eager: true } } } }, { entity: 'User' }));
 */
export function filterableFrom(crud: CrudOptionsLike, options: { readonly entity?: string } = {}): string {
  const { query = {} } = crud;
  const { entity = 'Entity' } = options;
  const joins = Object.entries(query.join ?? {});
  const relations = joins.map(([name]) => name).filter((name) => !name.includes('.'));
  // Without options of queries there is nothing to translate: what the decorator does by itself holds.
  const rules = Object.keys(query).length === 0 ? {} : { fields: fieldsOf(query), relations };
  return [
    ...unnamedOf(query),
    call('@Filterable', [], rules),
    ...joins.flatMap(([name, join]) => relatedOf(name, join)),
    ...withoutEquivalent(crud),
    call('@FilterQuery', [entity], handlerOf(query, joins)),
    '',
  ].join('\n');
}

type Query = NonNullable<CrudOptionsLike['query']>;
type Joins = readonly (readonly [string, CrudJoin | undefined])[];

/** Returns the columns that are allowed and not excluded. An empty list allows all of them there. */
function fieldsOf({ allow = [], exclude = [] }: Pick<CrudJoin, 'allow' | 'exclude'>): readonly string[] {
  return allow.filter((name) => !exclude.includes(name));
}

/** Comments on columns that the options do not name, because the entity decides on them. */
function unnamedOf(query: Query): readonly string[] {
  if (query.exclude?.length) return [`// Name in \`fields\` all but ${query.exclude.join(', ')}.`];
  if (query.allow?.length || Object.keys(query).length === 0) return [];
  return ['// Name in `fields` the columns that clients may use: there, these are all.'];
}

/** Comments on the columns of a relation, whose rules belong to its entity. */
function relatedOf(name: string, join: CrudJoin = {}): readonly string[] {
  if (join.allow?.length) return [`// The entity of ${name} exposes ${fieldsOf(join).join(', ') || 'none'}.`];
  return join.exclude?.length ? [`// The entity of ${name} exposes all but ${join.exclude.join(', ')}.`] : [];
}

function handlerOf({ sort = [], limit, maxLimit, alwaysPaginate, softDelete }: Query, joins: Joins): object {
  const joined = listOf(joins.filter(([, join]) => join?.eager).map(([name]) => name));
  // Without any limit, all rows are answered there.
  const all = (rowsOf(limit) ?? rowsOf(maxLimit)) === undefined ? { max: 10_000 } : undefined;
  const options = literal({ alwaysPaginate, all, joined });
  return {
    defaults:
      sort.length === 0 ? undefined : { sort: sort.map(({ field, order }) => `${field}:${order.toLowerCase()}`) },
    limits: limitsOf(limit, maxLimit),
    select: true,
    deleted: softDelete === true ? true : undefined,
    onRamp: new Code(options === '{}' ? 'crud()' : `crud(${options})`),
  };
}

/** Returns the limits of a list, which there has none by default. */
function limitsOf(limit: number | undefined, maxLimit: number | undefined): object {
  const maxPageSize = Math.min(rowsOf(maxLimit) ?? mostRows, mostRows);
  const pageSize = rowsOf(limit) ?? rowsOf(maxLimit);
  return { pageSize: pageSize && Math.min(pageSize, maxPageSize), maxPageSize };
}
