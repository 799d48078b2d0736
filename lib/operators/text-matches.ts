import type { Operator, OperatorMatch, OperatorPhrase, OperatorToken } from './operator.js';

/** What a text match says about a text, and the half of its name that says it. */
const places = [
  { name: 'contains', anchor: 'anywhere', summary: 'contains the text' },
  { name: 'notContains', anchor: 'anywhere', summary: 'does not contain the text' },
  { name: 'startsWith', anchor: 'start', summary: 'starts with the text' },
  { name: 'endsWith', anchor: 'end', summary: 'ends with the text' },
] as const;

/** The suffix of the name, and what it says about the case of letters. */
const cases = [
  { suffix: '', caseSensitive: false, summary: 'whatever the case' },
  { suffix: 'i', caseSensitive: false, summary: 'whatever the case' },
  { suffix: 'c', caseSensitive: true, summary: 'to the letter' },
] as const;

/** What negates a match, where there is an operator for it. */
const opposites: ReadonlyMap<string, string> = new Map([
  ['contains', 'notContains'],
  ['notContains', 'contains'],
]);

function like(match: OperatorMatch, negative: boolean) {
  return ({ column, operands, dialect }: OperatorPhrase): string => {
    const [pattern = ''] = operands;
    const found = match.caseSensitive
      ? dialect.likeToTheLetter(column, pattern)
      : dialect.likeIgnoringCase(column, pattern);
    return negative ? `NOT (${found})` : found;
  };
}

/** The four text matches, each in three spellings. */
export const textMatches: readonly Operator[] = cases.flatMap(({ suffix, caseSensitive, summary }) =>
  places.map((place): Operator => {
    const match: OperatorMatch = { anchor: place.anchor, caseSensitive };
    const opposite = opposites.get(place.name);
    const token: OperatorToken = `$${place.name}${suffix}`;
    return {
      token,
      takes: 'needle',
      kinds: 'textual',
      summary: `${place.summary}, ${summary}`,
      match,
      ...(opposite === undefined ? {} : { negatedBy: `$${opposite}${suffix}` as const }),
      sql: like(match, place.name === 'notContains'),
    };
  }),
);

/** Equality of texts with the case said aloud. */
export const textEqualities: readonly Operator[] = [
  {
    token: '$eqi',
    takes: 'value',
    kinds: 'textual',
    negatedBy: '$nei',
    summary: 'equals the text, whatever the case',
    sql: ({ column, operands: [text = ''], dialect }) => dialect.equalIgnoringCase(column, text),
  },
  {
    token: '$nei',
    takes: 'value',
    kinds: 'textual',
    negatedBy: '$eqi',
    summary: 'does not equal the text, whatever the case',
    sql: ({ column, operands: [text = ''], dialect }) => `NOT (${dialect.equalIgnoringCase(column, text)})`,
  },
  {
    token: '$eqc',
    takes: 'value',
    kinds: 'textual',
    summary: 'equals the text to the letter, whatever the collation',
    sql: ({ column, operands: [text = ''], dialect }) => dialect.equalToTheLetter(column, text),
  },
];
