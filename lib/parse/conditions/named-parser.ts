import { type Comparison, type Condition, always, givenValue, mapParts, named, not, or } from '../../ast/index.js';
import type { NamedFilterSchema } from '../../schema/index.js';
import { readField } from './field-parser.js';
import type { Node } from '../reading/node.js';

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
function meaningsOf({ values, field }: Comparison, filter: NamedFilterSchema, node: Node): readonly Condition[] {
  const meanings: Condition[] = [];
  for (const value of new Set(values)) {
    if (node.issues.isFull || !canExpand(node)) break;
    // `false` is the negation of what `true` stands for.
    const meaning = meaningOf(filter, value === false ? true : givenValue(value, field), node);
    meanings.push(value === false ? not(meaning) : meaning);
  }
  return meanings;
}

/** Returns false where no condition is covered any more. The host's function is not asked for a refused request. */
function canExpand({ context: { budget, root } }: Node): boolean {
  return budget.covers('conditions', 1) || budget.spend('conditions', 1, root);
}

function meaningOf(filter: NamedFilterSchema, value: unknown, node: Node): Condition {
  const { budget, root, named: filters } = node.context;
  if (filters === undefined) throw new TypeError(`${filter.propertyPath} was read where no filter has a name`);
  const before = budget.spent('conditions');
  const condition = filters.expand(filter, value, node.context);
  // Without a condition of its own, a long list of values would cost nothing.
  if (budget.spent('conditions') === before) budget.spend('conditions', 1, root);
  return condition ?? always;
}
