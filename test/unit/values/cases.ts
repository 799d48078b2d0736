import { inspect } from 'node:util';
import type { ValueFacts, ValueKind } from '../../../lib/values/index.js';

export const utc: ValueFacts = { zone: 'UTC' };

/** A text that is read: the text, its canonical value, why it stands in the table. */
export type Accepted = readonly [text: string, value: unknown, why: string];

/** A text that is refused, and why. */
export type Refused = readonly [text: string, why: string];

/** A kind, and what is known of its column where that is more than the zone. */
type Of = ValueKind | readonly [kind: ValueKind, facts: ValueFacts];

const factsOf = (of: Of): readonly [ValueKind, ValueFacts] => ('name' in of ? [of, utc] : of);

export function readsAll(of: Of, rows: readonly Accepted[]): void {
  const [kind, facts] = factsOf(of);
  it.each(rows)('reads %j as %j: %s', (text, value) => {
    expect(kind.read(text, facts)).toEqual({ ok: true, value });
  });
}

export function refusesAll(of: Of, reason: string, rows: readonly Refused[]): void {
  const [kind, facts] = factsOf(of);
  it.each(rows)('refuses %j: %s', (text) => {
    expect(kind.read(text, facts)).toEqual({ ok: false, reason });
  });
}

/** Native values that are taken: the value, its canonical value. */
export function takesAll(of: Of, rows: readonly (readonly [unknown, unknown])[]): void {
  const [kind, facts] = factsOf(of);
  it.each(rows.map(([native, value]) => [named(native), native, value] as const))('takes %s', (_, native, value) => {
    expect(kind.readNative(native, facts)).toEqual({ ok: true, value });
  });
}

export function leavesAll(of: Of, reason: string, natives: readonly unknown[]): void {
  const [kind, facts] = factsOf(of);
  it.each(natives.map((native) => [named(native), native] as const))('does not take %s', (_, native) => {
    expect(kind.readNative(native, facts)).toEqual({ ok: false, reason });
  });
}

function named(native: unknown): string {
  if (native instanceof Date) return `Date ${native.getTime()}`;
  return inspect(native);
}
