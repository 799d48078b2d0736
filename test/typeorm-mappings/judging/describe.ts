/** How entities are written out. */
export interface Writing {
  /** Names members in the order of their names, where the entity has them in one of chance. */
  readonly sorted: boolean;
  /** The objects that a value is a part of. */
  readonly within: readonly object[];
}

/**
 * Writes all of a value: classes, the order of keys, what JSON leaves out. Joined rows have no order, and are sorted.
 */
export function textOf(value: unknown, writing: Writing = { sorted: false, within: [] }): string {
  if (typeof value !== 'object' || value === null) return printed(value);
  if (value instanceof Date) return `Date ${value.getTime()}`;
  if (Buffer.isBuffer(value)) return `Buffer ${value.toString('hex')}`;
  if (writing.within.includes(value)) return `the one above, ${writing.within.indexOf(value)}`;
  const inner = { ...writing, within: [...writing.within, value] };
  if (Array.isArray(value)) return listOf(value, inner);
  const names = writing.sorted ? Object.keys(value).sort() : Object.keys(value);
  const members = names.map((name) => `${name}: ${memberOf(value, name, inner)}`);
  return `${value.constructor?.name ?? 'no class'} {${members.join(', ')}}`;
}

/** A lazy relation is a getter, which would read the database. */
function memberOf(value: object, name: string, writing: Writing): string {
  const descriptor = Object.getOwnPropertyDescriptor(value, name);
  return descriptor?.get === undefined ? textOf(descriptor?.value, writing) : 'lazy';
}

function listOf(values: readonly unknown[], writing: Writing): string {
  const members = values.map((member) => textOf(member, writing));
  const ofObjects = values.every((member) => typeof member === 'object' && member !== null);
  return `[${(ofObjects ? members.sort() : members).join(', ')}]`;
}

function printed(value: unknown): string {
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
