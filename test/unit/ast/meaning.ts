import { type Condition, planOf } from '../../../lib/ast/index.js';
import type { FilterValue } from '../../../lib/values/index.js';
import { type Asking, type Input, parse } from '../parse/asking.js';

/*
 * Returns the meaning of a request as a text that is equal for requests which differ in order and repetition only. It
 * shares no code with the printer: a printer that dropped a condition would reproduce its own output, but not this
 * meaning.
 */

type Node =
  | { readonly type: 'and' | 'or'; readonly parts: readonly Node[] }
  | { readonly type: 'not'; readonly part: Node }
  | { readonly type: 'leaf'; readonly text: string };

export function meaningOf(input: Input, asking?: Asking): string {
  const {
    asked: { filters, sort, pagination: slice },
  } = planOf(parse(input, asking));
  const terms = sort.map(({ target, direction, nulls }) => [
    target.hops.map((hop) => hop.propertyPath),
    target.field === 'count' ? '$count' : target.field.propertyPath,
    direction,
    nulls,
  ]);
  return [
    filters === undefined ? 'everything' : text(node(filters)),
    JSON.stringify(terms),
    JSON.stringify(slice),
  ].join();
}

function node(condition: Condition): Node {
  switch (condition.type) {
    case 'and':
    case 'or':
      return joined(condition.type, condition.conditions.map(node));
    case 'not': {
      const part = node(condition.condition);
      return part.type === 'not' ? part.part : { type: 'not', part };
    }
    case 'named':
      return node(condition.said);
    case 'comparison': {
      const { field, operator, values } = condition;
      return leaf(field.propertyPath, operator.token, ...operands(operator.takes, values));
    }
    case 'related': {
      const { relation, quantifier, where } = condition;
      return leaf(quantifier, relation.propertyPath, where === undefined ? '' : text(node(where)));
    }
    case 'relatedCount': {
      const { relation, comparisons, where } = condition;
      const counted = where === undefined ? '' : text(node(where));
      const each = comparisons.map(({ operator, values }) =>
        leaf('count', relation.propertyPath, counted, operator.token, ...operands(operator.takes, values)),
      );
      return joined('and', each);
    }
  }
}

/** Flattens groups within groups of the same type, and removes repeated conditions. */
function joined(type: 'and' | 'or', nodes: readonly Node[]): Node {
  const flat = nodes.flatMap((part) => (part.type === type ? part.parts : [part]));
  const parts = [...new Map(flat.map((part) => [text(part), part])).values()];
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : { type, parts };
}

function leaf(...words: readonly string[]): Node {
  return { type: 'leaf', text: `<${words.join(' ')}>` };
}

function text(written: Node): string {
  switch (written.type) {
    case 'leaf':
      return written.text;
    case 'not':
      return `not${text(written.part)}`;
    default:
      return `${written.type}(${written.parts.map(text).sort().join()})`;
  }
}

function operands(takes: string, values: readonly FilterValue[]): readonly string[] {
  const texts = values.map((value) => JSON.stringify(value));
  return takes === 'list' ? [...new Set(texts)].sort() : texts;
}
