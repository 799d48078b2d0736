import type { DocumentKind } from '../../../lib/dialects/dialect.js';
import type { Dialect } from '../../../lib/dialects/index.js';
import { type BoundBy, operandOf } from '../../../lib/sql/binding.js';
import type { Statement } from '../../../lib/sql/statement.js';
import { valueKinds } from '../../../lib/values/index.js';

/** Binds the text of a value as the library does for a column of the kind. */
export function operand(statement: Statement, kind: DocumentKind, text: string): string {
  const facts: BoundBy = {
    kind: valueKinds[kind],
    bindFacts: { dialect: statement.dialect, zoned: false, storedIn: 'UTC' },
  };
  return operandOf(statement, facts, [valueOf(kind, text)], 0);
}

/** Element of a list, as the library would look for it. */
export function element(dialect: Dialect, kind: DocumentKind, text: string) {
  const isQuoted = kind === 'text' || kind === 'date' || kind === 'uuid';
  return {
    value: valueKinds[kind].bind(valueOf(kind, text), { dialect, zoned: false, storedIn: 'UTC' }),
    json: isQuoted ? JSON.stringify(text) : text,
  };
}

/** Returns true for a value that a request can name: a date must be real, for one. */
export function isNameable(kind: DocumentKind, text: string): boolean {
  return valueKinds[kind].read(text, { zone: 'UTC' }).ok;
}

function valueOf(kind: DocumentKind, text: string) {
  const reading = valueKinds[kind].read(text, { zone: 'UTC' });
  if (!reading.ok) throw new Error(`${text} is no ${kind}`);
  return reading.value;
}
