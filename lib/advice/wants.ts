import type { Populatables } from '../populate/index.js';
import { type FieldPath, type FilterSchema, fieldsOf, relationsOf } from '../schema/index.js';
import { isWanted, wantsOfField } from './fields.js';
import { wantsOfPopulated, wantsOfRelation } from './relations.js';
import { type Want, type WantedKey, type Wants, nothing, ranks, together, wanting, without } from './want.js';

/** What an entity declares beside its fields and relations. */
export interface DeclaredUses {
  readonly search: readonly FieldPath[] | undefined;
  readonly populate: Populatables | undefined;
}

/** Returns all that the declaration of an entity wants of indexes, each index once. */
export function wantsOf(schema: FilterSchema, { search = [], populate }: DeclaredUses): Wants {
  const { members } = schema.view('code');
  const { wants, none } = together([
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
  ]);
  return { wants: merged(wants), none };
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

/** Puts wants together that one index serves: those of equal keys, and those that begin the keys of another. */
export function merged(wants: readonly Want[]): readonly Want[] {
  const kept: Want[] = [];
  for (const want of [...wants].sort((one, other) => other.keys.length - one.keys.length)) {
    const place = kept.findIndex((other) => beginsWith(other, want));
    const other = kept[place];
    if (other === undefined) kept.push(want);
    else {
      const rank = Math.min(other.rank, want.rank);
      kept[place] = {
        ...other,
        uses: [...other.uses, ...want.uses],
        rank,
        note: rank === other.rank ? other.note : want.note,
      };
    }
  }
  return kept;
}

function beginsWith(other: Want, want: Want): boolean {
  if (other.table.path !== want.table.path || other.method !== want.method) return false;
  const names = other.keys.slice(0, want.keys.length).map(textOf);
  if (other.inAnyOrder >= want.keys.length && want.inAnyOrder === want.keys.length) {
    const among = other.keys.slice(0, other.inAnyOrder).map(textOf);
    if (want.keys.length === other.inAnyOrder) return want.keys.every((key) => among.includes(textOf(key)));
  }
  return want.keys.every((key, place) => names[place] === textOf(key));
}

function textOf({ sql, operatorClass }: WantedKey): string {
  return `${sql} ${operatorClass ?? ''}`;
}
