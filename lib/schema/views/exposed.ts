import { type ExpressionSchema, isSameExpression } from '../columns/expression.js';
import type { FieldSchema, RelationSchema, SortTarget, View } from './filter-schema.js';
import { fieldsOf, relationsOf } from './view.js';

/** Expression, and the relations that lead to it from a view's entity. */
export interface ExpressionPath {
  /** The relations; empty for an expression over the entity itself. */
  readonly hops: readonly RelationSchema[];
  /** The expression at their end, or `count` for the number of rows of the last relation. */
  readonly expression: ExpressionSchema | 'count';
}

/** Returns the expression of a sort target. */
export function pathOfTarget({ hops, field }: SortTarget): ExpressionPath {
  return { hops, expression: field === 'count' ? field : field.expression };
}

/** A predicate that returns true for members that exist for the reader of a response. */
export type Sees = (member: FieldSchema | RelationSchema) => boolean;

/**
 * Finds the sort target by whose names requests to a view could find out the value of an expression, by comparing a
 * field or sorting by a key. Only such a value, and only such names, may appear in a response, for instance inside a
 * cursor. Any other would betray what the view hides.
 *
 * @returns undefined where the view hides the expression
 */
export function exposedTarget(view: View, path: ExpressionPath, sees: Sees): SortTarget | undefined {
  for (const target of view.declaredSort?.values() ?? []) {
    if (isSame(target, path) && isSeen(target, sees)) return target;
  }
  let current = view;
  const hops: RelationSchema[] = [];
  for (const hop of path.hops) {
    const relation = [...relationsOf(current.members)].find(
      (member) => member.propertyPath === hop.propertyPath && sees(member),
    );
    if (relation === undefined) return undefined;
    hops.push(relation);
    current = relation.view(view.kind);
  }
  const { expression } = path;
  if (expression === 'count') return { hops, field: 'count' };
  const field = [...fieldsOf(current.members)].find(
    (each) => isSameExpression(each.expression, expression) && sees(each) && revealsValue(each, current),
  );
  return field && { hops, field };
}

/** Returns true where a sort target is the expression, through relations of the same names. */
function isSame({ hops, field }: SortTarget, { hops: others, expression }: ExpressionPath): boolean {
  if (field === 'count' || expression === 'count') return field === expression && isSamePath(hops, others);
  return isSameExpression(field.expression, expression) && isSamePath(hops, others);
}

function isSamePath(hops: readonly RelationSchema[], others: readonly RelationSchema[]): boolean {
  return hops.length === others.length && hops.every((hop, at) => hop.propertyPath === others[at]?.propertyPath);
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
