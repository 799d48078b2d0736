import type { Condition } from '../../ast/index.js';
import type { Documents } from '../../dialects/index.js';
import type { ExpressionSchema } from '../../schema/index.js';
import type { Rows } from '../statement/rows.js';

/** Groups of conditions; each group reads one document once, or has a single condition of another kind. */
type Readings = readonly (readonly Condition[])[];

/**
 * Groups the members of a junction that are about one document. A path with an index stays by itself, because the index
 * serves only the bare expression.
 */
export function readingsOf(conditions: readonly Condition[]): Readings {
  const groups: Condition[][] = [];
  const byDocument = new Map<ExpressionSchema['metadata'], Condition[]>();
  for (const condition of conditions) {
    const document = documentOf(condition);
    const group = document && byDocument.get(document);
    if (group !== undefined) {
      group.push(condition);
      continue;
    }
    const started = [condition];
    groups.push(started);
    if (document !== undefined) byDocument.set(document, started);
  }
  return groups;
}

/** Returns the column of the document that all comparisons of a condition read, or undefined. */
function documentOf(condition: Condition): ExpressionSchema['metadata'] | undefined {
  switch (condition.type) {
    case 'comparison': {
      const { document, indexed, list, metadata } = condition.field.expression;
      return document === undefined || indexed || list !== undefined ? undefined : metadata;
    }
    case 'not':
      return documentOf(condition.condition);
    case 'and':
    case 'or': {
      const [first, ...others] = condition.conditions.map(documentOf);
      return others.every((other) => other === first) ? first : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Compiles conditions on one document by one reading of it.
 *
 * @param compile compiles them for rows whose document is read
 */
export function compileReading(
  documents: Documents,
  { rows, conditions }: { readonly rows: Rows; readonly conditions: readonly Condition[] },
  compile: (rows: Rows) => string,
): string | undefined {
  const document = documentIn(conditions[0], rows.alias);
  if (documents.read === undefined || document === undefined || conditions.length < 2) return undefined;
  const reading = documents.read(document);
  const valueIn: Rows['valueIn'] = ({ document: part }) => part && reading.valueAt(part.at(rows.alias), part.kind);
  return reading.around(compile({ ...rows, valueIn }));
}

/** Returns the SQL of the document that a condition reads. */
function documentIn(condition: Condition | undefined, alias: string): string | undefined {
  switch (condition?.type) {
    case 'comparison':
      return condition.field.expression.document?.at(alias).sql;
    case 'not':
      return documentIn(condition.condition, alias);
    case 'and':
    case 'or':
      return documentIn(condition.conditions[0], alias);
    default:
      return undefined;
  }
}
