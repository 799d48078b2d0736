import { type Comparison, type Condition, always, givenValue, mapParts, named, not, or } from '../../ast/index.js';
import type { FilterIssue } from '../../issues/index.js';
import type { NamedFilterSchema } from '../../schema/index.js';
import type { FilterValue } from '../../values/index.js';
import { readField } from './field-parser.js';
import type { Node } from '../reading/node.js';
import { valueOf } from './operand-parser.js';
import { refuse } from '../reading/refusals.js';

/**
 * Reads a named filter: its values like those of a field, and then the conditions that they stand for. These alone
 * spend the budget of the request.
 *
 * @param depth the groups and `$not`s around it
 */
export function readNamed(filter: NamedFilterSchema, node: Node, depth: number): Condition | undefined {
  const said = readField(filter.field, node.apart(), depth);
  return said && withMeaning(said, filter, node);
}

/** Gives each comparison in what the client has said its meaning. */
function withMeaning(said: Condition, filter: NamedFilterSchema, node: Node): Condition {
  if (said.type !== 'comparison') return mapParts(said, (part) => withMeaning(part, filter, node));
  const meanings = meaningsOf(said, filter, node);
  return named(filter, said, or(meanings) ?? always);
}

/** Returns what each value stands for, as long as the budget lasts. */
function meaningsOf({ values }: Comparison, filter: NamedFilterSchema, node: Node): readonly Condition[] {
  const meanings: Condition[] = [];
  for (const value of new Set(values)) {
    if (node.issues.isFull || !canExpand(node)) break;
    // `false` is the negation of what `true` stands for.
    const meaning = meaningOf(filter, value, node);
    if (meaning !== undefined) meanings.push(value === false ? not(meaning) : meaning);
  }
  return meanings;
}

/** Returns false where no condition is covered any more. The host's function is not asked for a refused request. */
function canExpand({ context: { budget, root } }: Node): boolean {
  return budget.covers('conditions', 1) || budget.spend('conditions', 1, root);
}

function meaningOf(filter: NamedFilterSchema, value: FilterValue, node: Node): Condition | undefined {
  const { budget, root, named: filters } = node.context;
  if (filters === undefined) throw new TypeError(`${filter.propertyPath} was read where no filter has a name`);
  const before = budget.spent('conditions');
  const given = value === false ? true : givenValue(value, filter.field);
  const { condition, refusedBy } = filters.expand(filter, given, node.context);
  if (refusedBy !== undefined) return refuseValue(filter, value, refusedBy, node);
  // Without a condition of its own, a long list of values would cost nothing.
  if (budget.spent('conditions') === before) budget.spend('conditions', 1, root);
  return condition ?? always;
}

/**
 * Refuses a value that a column refuses, where the client has written it. The reason says which values the column
 * takes, never its name; the members of an enum may be hidden with it.
 */
function refuseValue({ field }: NamedFilterSchema, value: FilterValue, issue: FilterIssue, node: Node): undefined {
  const { kind } = field.expression;
  const text = kind.print(value);
  const place = leavesOf(node).find((leaf) => {
    const read = valueOf(field.expression, leaf.value, leaf.context);
    return read !== undefined && kind.print(read) === text;
  });
  const isSaid = issue.code === 'invalid_value' && issue.kind !== 'enum';
  const reason = isSaid ? issue.message.slice(issue.path.length + 1) : 'is not a value that this filter takes';
  return refuse.invalidValue(place ?? node, kind.name, reason);
}

/** Returns the values under a node, each in its own place. */
function leavesOf(node: Node): readonly Node[] {
  const { keys, members = [] } = node;
  if (keys.length > 0) return keys.flatMap((key) => leavesOf(node.child(key)));
  return node.shape === 'scalar' ? [node] : members.flatMap((_, index) => leavesOf(node.member(index)));
}
