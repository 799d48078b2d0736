import type { ColumnSchema, FieldSchema, RelationSchema, SortTarget, View } from './filter-schema.js';
import { fieldsOf, relationsOf } from './view.js';

/** A column, and the relations that lead to it. */
export interface ColumnPath {
  readonly hops: readonly RelationSchema[];
  readonly column: ColumnSchema;
}

/** Decides whether a member is there for the one who asks. */
export type Sees = (member: FieldSchema | RelationSchema) => boolean;

/**
 * Tells whether the value of a column may be asked for in a view: by a field that is compared, or by a sort key. Whatever
 * may not must not be shown in another way.
 */
export function isAskable(view: View, { hops, column }: ColumnPath, sees: Sees): boolean {
  for (const target of view.declaredSort?.values() ?? []) {
    if (isSame(target, hops, column) && isSeen(target, sees)) return true;
  }
  let here = view;
  for (const hop of hops) {
    const relation = [...relationsOf(here.members)].find(
      (member) => member.propertyPath === hop.propertyPath && sees(member),
    );
    if (relation === undefined) return false;
    here = relation.view(view.kind);
  }
  return [...fieldsOf(here.members)].some(
    (field) => field.column.metadata === column.metadata && sees(field) && givesItsValue(field, here),
  );
}

function isSame({ hops, field }: SortTarget, others: readonly RelationSchema[], column: ColumnSchema): boolean {
  if (field === 'count' || field.column.metadata !== column.metadata || hops.length !== others.length) return false;
  return hops.every((hop, index) => hop.propertyPath === others[index]?.propertyPath);
}

function isSeen({ hops, field }: SortTarget, sees: Sees): boolean {
  return hops.every(sees) && (field === 'count' || sees(field));
}

/** A field that can only be asked whether it is NULL, and is no sort key, keeps its value to itself. */
function givesItsValue({ operators, sortable }: FieldSchema, { declaredSort }: View): boolean {
  if (sortable && declaredSort === undefined) return true;
  return [...operators.values()].some(({ takes }) => takes !== 'boolean');
}
