import type { ColumnSchema, FieldSchema, RelationSchema, SortTarget, View } from './filter-schema.js';
import { fieldsOf, relationsOf } from './view.js';

/** A column, and the relations that lead to it from the entity of a view. */
export interface ColumnPath {
  /** The relations; empty for a column of the entity itself. */
  readonly hops: readonly RelationSchema[];
  /** The column at their end. */
  readonly column: ColumnSchema;
}

/** A predicate that returns true for members that exist for the reader of a response. */
export type Sees = (member: FieldSchema | RelationSchema) => boolean;

/**
 * Returns true where requests to a view could find out the value of a column, by comparing a field or sorting by a key.
 * Only such a value may appear in a response, for instance inside a cursor: any other would betray what the view hides.
 */
export function isAskable(view: View, { hops, column }: ColumnPath, sees: Sees): boolean {
  for (const target of view.declaredSort?.values() ?? []) {
    if (isSame(target, hops, column) && isSeen(target, sees)) return true;
  }
  let current = view;
  for (const hop of hops) {
    const relation = [...relationsOf(current.members)].find(
      (member) => member.propertyPath === hop.propertyPath && sees(member),
    );
    if (relation === undefined) return false;
    current = relation.view(view.kind);
  }
  return [...fieldsOf(current.members)].some(
    (field) => field.column.metadata === column.metadata && sees(field) && revealsValue(field, current),
  );
}

/** Returns true where a sort target is the column, reached through relations of the same names. */
function isSame({ hops, field }: SortTarget, others: readonly RelationSchema[], column: ColumnSchema): boolean {
  if (field === 'count' || field.column.metadata !== column.metadata || hops.length !== others.length) return false;
  return hops.every((hop, index) => hop.propertyPath === others[index]?.propertyPath);
}

function isSeen({ hops, field }: SortTarget, sees: Sees): boolean {
  return hops.every(sees) && (field === 'count' || sees(field));
}

/** Returns false for a field that is no sort key and has only operators such as `$null`, which do not compare its value. */
function revealsValue({ operators, sortable }: FieldSchema, { declaredSort }: View): boolean {
  if (sortable && declaredSort === undefined) return true;
  return [...operators.values()].some(({ takes }) => takes !== 'boolean');
}
