import type { Field } from './expected-model.js';
import { type Node, textOf, textsOf } from './tree.js';
import { type Truth, not } from './three-valued-logic.js';
import { type Reading, type Span, isAfter, isBefore, isWithin, readingOf, spanOf } from './values.js';

/** A stored text and the text it is compared with. */
type TextTest = (stored: string, sent: string) => boolean;

const textTests: Readonly<Record<string, TextTest>> = {
  contains: (stored, sent) => stored.includes(sent),
  notContains: (stored, sent) => !stored.includes(sent),
  startsWith: (stored, sent) => stored.startsWith(sent),
  endsWith: (stored, sent) => stored.endsWith(sent),
};

const caseless =
  (test: TextTest): TextTest =>
  (stored, sent) =>
    test(stored.toLowerCase(), sent.toLowerCase());

const equal: TextTest = (stored, sent) => stored === sent;
const different: TextTest = (stored, sent) => stored !== sent;

/** Tests of texts by operators with explicit case sensitivity. */
const textOperators: Readonly<Record<string, TextTest>> = {
  $eqi: caseless(equal),
  $nei: caseless(different),
  $eqc: equal,
  ...Object.fromEntries(
    Object.entries(textTests).flatMap(([name, test]) => [
      [`$${name}`, caseless(test)],
      [`$${name}i`, caseless(test)],
      [`$${name}c`, test],
    ]),
  ),
};

type SpanTest = (stored: Span['start'], sent: readonly Span[]) => boolean;

/** About the first value that was sent. */
const about =
  (test: (stored: Span['start'], span: Span) => boolean): SpanTest =>
  (stored, [span]) =>
    span !== undefined && test(stored, span);

const isBetween: SpanTest = (stored, [low, high]) =>
  low !== undefined && high !== undefined && !isBefore(stored, low) && !isAfter(stored, high);

const isMember: SpanTest = (stored, spans) => spans.some((span) => isWithin(stored, span));

/** Tests of a value by its order within its kind. */
const spanOperators: Readonly<Record<string, SpanTest>> = {
  $eq: about(isWithin),
  $ne: about((stored, span) => !isWithin(stored, span)),
  $lt: about(isBefore),
  $lte: about((stored, span) => !isAfter(stored, span)),
  $gt: about(isAfter),
  $gte: about((stored, span) => !isBefore(stored, span)),
  $in: isMember,
  $notIn: (stored, spans) => !isMember(stored, spans),
  $between: isBetween,
  $notBetween: (stored, spans) => !isBetween(stored, spans),
};

/** Tests of a list by the values that are asked for; a value that is of another type than the list's is null in it. */
const listOperators: Readonly<Record<string, (has: readonly boolean[]) => boolean>> = {
  $has: (has) => has.every(Boolean),
  $hasEvery: (has) => has.every(Boolean),
  $hasSome: (has) => has.some(Boolean),
};

/** One operator of one list: unknown where there is no list. Elements are equal exactly, whatever the collation. */
export function compareList(
  { kind }: Pick<Field, 'kind'>,
  operator: string,
  stored: readonly (string | null)[] | null,
  operand: Node,
  reading: Reading,
): Truth {
  if (operator === '$null' || operator === '$notNull')
    return compare({ kind }, operator, stored === null ? null : '', operand, reading);
  if (stored === null) return null;
  if (operator === '$empty') return (textOf(operand) === 'true') === (stored.length === 0);
  const test = listOperators[operator];
  if (test === undefined) throw new TypeError(`lists have no operator ${operator}`);
  const exact = readingOf({ exact: true }, reading);
  const elements = stored.filter((element) => element !== null).map((element) => spanOf(kind, element, exact).start);
  return test(textsOf(operand).map((text) => elements.includes(spanOf(kind, text, exact).start)));
}

/** One operator of one field: unknown where the field is NULL, but for the operators that ask for that. */
export function compare(
  { kind, exact }: Pick<Field, 'kind' | 'exact'>,
  operator: string,
  stored: string | null,
  operand: Node,
  circumstances: Reading,
): Truth {
  if (operator === '$null' || operator === '$notNull') {
    const isNull = stored === null;
    return (operator === '$null') === (textOf(operand) === 'true') ? isNull : !isNull;
  }
  if (operand === null) return operator === '$eq' ? stored === null : not(stored === null);
  if (stored === null) return null;
  const textTest = textOperators[operator];
  if (textTest !== undefined) return textTest(stored, textOf(operand));
  const spanTest = spanOperators[operator];
  if (spanTest === undefined) throw new TypeError(`there is no operator ${operator}`);
  const reading = readingOf({ exact }, circumstances);
  const spans = textsOf(operand).map((text) => spanOf(kind, text, reading));
  return spanTest(spanOf(kind, stored, reading).start, spans);
}
