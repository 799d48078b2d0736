import { type Comparison, type Condition, and, comparison, never, or, related } from '../ast/index.js';
import { type AnyOperator, builtIn, elementContains } from '../operators/index.js';
import type { ExpressionSchema, FieldPath, FieldSchema, RelationSchema } from '../schema/index.js';
import { boundValue } from '../sql/index.js';
import type { FilterValue } from '../values/index.js';

/** Makes the condition that each word is found in one of the fields. A word that no field can hold is found nowhere. */
export function foundWords(words: readonly string[], fields: readonly FieldPath[]): Condition {
  const conditions: Condition[] = [];
  for (const word of words) {
    const condition = foundWord(word, fields, 0);
    if (condition === undefined) return never;
    conditions.push(condition);
  }
  return and(conditions) ?? never;
}

/**
 * Makes the condition that a word is found in one of the fields. Fields behind the same relations share one
 * condition on a related row.
 *
 * @param depth the number of relations that the paths have in common
 */
function foundWord(word: string, paths: readonly FieldPath[], depth: number): Condition | undefined {
  const alternatives: Condition[] = [];
  const behind = new Map<RelationSchema, FieldPath[]>();
  for (const path of paths) {
    const relation = path.hops[depth];
    if (relation === undefined) alternatives.push(...foundIn(path.field, word));
    else behind.set(relation, [...(behind.get(relation) ?? []), path]);
  }
  for (const [relation, further] of behind) {
    const where = foundWord(word, further, depth + 1);
    if (where !== undefined) alternatives.push(related(relation, 'some', where));
  }
  return or(alternatives);
}

/** Makes the condition that a word is found in a field, or none where the field cannot hold it. */
function foundIn(field: FieldSchema, word: string): readonly Comparison[] {
  const { expression } = field;
  const { kind, facts, accepts } = expression;
  const reading = kind.read(word, facts);
  if (!reading.ok || accepts?.(reading.value) === false) return [];
  const operator = operatorFor(expression);
  if (operator === contains && !remainsText(expression, reading.value)) return [];
  return [comparison(field, operator, [reading.value])];
}

function operatorFor({ kind, list }: ExpressionSchema): AnyOperator {
  if (list !== undefined) return elementContains;
  return kind.textual ? contains : equals;
}

/**
 * Returns false where the column's transformer turns a word into an empty text or none: every text would contain it.
 */
function remainsText(expression: ExpressionSchema, word: FilterValue): boolean {
  if (expression.column?.transformer === undefined) return true;
  const stored = boundValue(expression, word);
  return stored !== '' && stored !== null && stored !== undefined;
}

const contains = builtIn('$containsi');
const equals = builtIn('$eq');
