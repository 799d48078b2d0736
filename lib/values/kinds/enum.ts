import { accepted, isReadable, refused } from '../canonical.js';
import type { ValueKind } from '../value-kind.js';
import type { ValueFacts } from '../value.js';

/** Greatest number of members that a refusal lists. The documentation has all of them. */
const mostNamed = 20;

/** A member of an enum. The members of `enum { A = 1 }` are numbers, and `1` is the text of the first. */
export const enumeration: ValueKind = {
  name: 'enum',
  ordered: false,
  ranged: false,
  comparable: true,
  textual: false,
  storedAs: 'label',
  expects,
  read: (text, facts) => memberWhere((member) => String(member) === text, facts),
  readNative: (value, facts) => memberWhere((member) => member === value, facts),
  print: String,
  toProperty: (value) => value,
  // Text on every engine, numbers too: they are stored as labels, and MySQL takes a number for a label's position.
  bind: String,
  isStored: isReadable,
  bindStored: (text) => text,
};

function memberWhere(matches: (member: string | number) => boolean, facts: ValueFacts) {
  const member = facts.members?.find(matches);
  return member === undefined ? refused(expects(facts)) : accepted(member);
}

function expects({ members = [] }: ValueFacts): string {
  const named = members.slice(0, mostNamed).join(', ');
  const left = members.length - mostNamed;
  return `must be one of: ${named}${left > 0 ? ` and ${left} more` : ''}`;
}
