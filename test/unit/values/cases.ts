import { inspect } from 'node:util';
import type { ValueFacts, ValueKind } from '../../../lib/values/index.js';

export const utc: ValueFacts = { zone: 'UTC' };

/** A text that is read: the text, its canonical value, why it stands in the table. */
export type Accepted = readonly [text: string, value: unknown, why: string];

/** A text that is refused, and why. */
export type Refused = readonly [text: string, why: string];

export function readsAll(kind: ValueKind, rows: readonly Accepted[], facts: ValueFacts = utc): void {
  it.each(rows)('reads %j as %j: %s', (text, value) => {
    expect(kind.read(text, facts)).toEqual({ ok: true, value });
  });
}

export function refusesAll(kind: ValueKind, reason: string, rows: readonly Refused[], facts: ValueFacts = utc): void {
  it.each(rows)('refuses %j: %s', (text) => {
    expect(kind.read(text, facts)).toEqual({ ok: false, reason });
  });
}

/** Native values that are taken: the value, its canonical value. */
export function takesAll(kind: ValueKind, rows: readonly (readonly [unknown, unknown])[], facts = utc): void {
  it.each(rows.map(([native, value]) => [named(native), native, value] as const))('takes %s', (_, native, value) => {
    expect(kind.readNative(native, facts)).toEqual({ ok: true, value });
  });
}

export function leavesAll(kind: ValueKind, reason: string, natives: readonly unknown[], facts = utc): void {
  it.each(natives.map((native) => [named(native), native] as const))('does not take %s', (_, native) => {
    expect(kind.readNative(native, facts)).toEqual({ ok: false, reason });
  });
}

function named(native: unknown): string {
  if (native instanceof Date) return `Date ${native.getTime()}`;
  return inspect(native);
}
