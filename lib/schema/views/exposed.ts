import { type ExpressionSchema, isSameExpression } from '../columns/expression.js';
import type { FieldSchema, RelationSchema, SortTarget, View } from './filter-schema.js';
import { fieldsOf, relationsOf } from './view.js';

/** Expression, and the relations that lead to it from a view's entity. */
export interface ExpressionPath {
  /** The relations; empty for an expression over the entity itself. */
  readonly hops: readonly RelationSchema[];
  /** The expression at their end. */
  readonly expression: ExpressionSchema;
}

/** A predicate that returns true for members that exist for the reader of a response. */
export type Sees = (member: FieldSchema | RelationSchema) => boolean;

/**
 * Returns true where requests to a view could find out the value of an expression, by comparing a field or
 * sorting by a key. Only such a value may appear in a response, for instance inside a cursor. Any other would
 * betray what the view hides.
 */
export function isExposed(view: View, path: ExpressionPath, sees: Sees): boolean {
  for (const target of view.declaredSort?.values() ?? []) {
    if (isSame(target, path) && isSeen(target, sees)) return true;
  }
  let current = view;
  for (const hop of path.hops) {
    const relation = [...relationsOf(current.members)].find(
      (member) => member.propertyPath === hop.propertyPath && sees(member),
    );
    if (relation === undefined) return false;
    current = relation.view(view.kind);
  }
  return [...fieldsOf(current.members)].some(
    (field) => isSameExpression(field.expression, path.expression) && sees(field) && revealsValue(field, current),
  );
}

/** Returns true where a sort target is the expression, through relations of the same names. */
function isSame({ hops, field }: SortTarget, path: ExpressionPath): boolean {
  if (field === 'count' || !isSameExpression(field.expression, path.expression)) return false;
  if (hops.length !== path.hops.length) return false;
  return hops.every((hop, index) => hop.propertyPath === path.hops[index]?.propertyPath);
}

function isSeen({ hops, field }: SortTarget, sees: Sees): boolean {
  return hops.every(sees) && (field === 'count' || sees(field));
}

/**
 * Returns false for a field that is not a sort key and has only operators such as `$null`, which do not compare values.
 */
function revealsValue({ operators, sortable }: FieldSchema, { declaredSort }: View): boolean {
  if (sortable && declaredSort === undefined) return true;
  return [...operators.values()].some(({ takes }) => takes !== 'boolean');
}
