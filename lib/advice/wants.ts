import type { SortTerm } from '../ast/index.js';
import type { Populatables } from '../populate/index.js';
import { type FieldPath, type FilterSchema, fieldsOf, relationsOf } from '../schema/index.js';
import { isWanted, wantsOfField } from './fields.js';
import { wantsOfDeclaredOrder } from './ordered.js';
import { wantsOfPopulated, wantsOfRelation } from './relations.js';
import { type WantedKey, type Wants, nothing, ranks, together, wanting, without } from './want.js';

/** What an entity declares beside its fields and relations. */
export interface DeclaredUses {
  readonly search: readonly FieldPath[] | undefined;
  readonly populate: Populatables | undefined;
  /** The order of `@Entity({ orderBy })`; empty without one. */
  readonly order: readonly SortTerm[];
}

/** Returns all that the declaration of an entity wants of indexes. */
export function wantsOf(schema: FilterSchema, { search = [], populate, order }: DeclaredUses): Wants {
  const { members } = schema.view('code');
  return together([
    ...[...relationsOf(members)].map((relation) =>
      wantsOfRelation(schema, relation, {
        name: relation.aggregates.length > 0 ? 'aggregate' : 'relation',
        path: relation.propertyPath,
      }),
    ),
    ...[...(populate?.values() ?? [])].map((populatable) =>
      wantsOfPopulated(populatable, populatable.relation.propertyPath),
    ),
    ...[...fieldsOf(members)].filter(isWanted).map((field) => {
      const isFiltered = field.operators.size > 0;
      return wantsOfField(schema, field, { name: isFiltered ? 'filter' : 'sort', path: field.propertyPath });
    }),
    ...search.map((path) => wantsOfSearch(schema, path)),
    { wants: wantsOfDeclaredOrder(schema, order), none: [] },
  ]);
}

/** Returns what a search for parts of words wants of a text field. Other fields are compared as a filter is. */
export function wantsOfSearch(schema: FilterSchema, { hops, field }: FieldPath): Wants {
  const { expression } = field;
  const target = hops.at(-1)?.target ?? schema;
  const use = {
    name: 'search',
    path: [...hops.map(({ propertyPath }) => propertyPath), field.propertyPath].join('.'),
  } as const;
  if (!expression.kind.textual) return wantsOfField(target, field, use);
  const { substrings, searched } = target.dialect.indexes;
  const { columnName, list, metadata } = expression;
  const about = { entity: target.name, use };
  if (list !== undefined) return without({ ...about, reason: 'no index finds a part of an element of a list' });
  if (substrings === undefined)
    return without({ ...about, reason: 'no index finds a text within another on this engine' });
  if (columnName === undefined) return nothing;
  const compared = searched?.({ sql: columnName, collation: metadata.collation, type: metadata.type });
  const key: WantedKey = { sql: columnName, isExpression: false, ...compared, ...substrings };
  return wanting({
    ...{ entity: target.name, table: target.table, method: 'gin', keys: [key], inAnyOrder: 1, uses: [use] },
    rank: ranks.substrings,
  });
}
