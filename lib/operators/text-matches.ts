import type { Operator, OperatorMatch, OperatorPhrase, OperatorToken } from './operator.js';

/** First half of each text match's name, the place in the text where it looks, and the first half of its summary. */
const places = [
  { name: 'contains', anchor: 'anywhere', summary: 'contains the text' },
  { name: 'notContains', anchor: 'anywhere', summary: 'does not contain the text' },
  { name: 'startsWith', anchor: 'start', summary: 'starts with the text' },
  { name: 'endsWith', anchor: 'end', summary: 'ends with the text' },
] as const;

/** The suffix of the name, and its meaning for upper and lower case; without a suffix, case is ignored. */
const cases = [
  { suffix: '', caseSensitive: false, summary: 'case-insensitively' },
  { suffix: 'i', caseSensitive: false, summary: 'case-insensitively' },
  { suffix: 'c', caseSensitive: true, summary: 'case-sensitively' },
] as const;

/** Opposites of text matches. `$not` negates those without one as a whole. */
const opposites: ReadonlyMap<string, string> = new Map([
  ['contains', 'notContains'],
  ['notContains', 'contains'],
]);

/** SQL of a text match, which each dialect words in its own way. The operand is a pattern; see `patternFor()`. */
function like(match: OperatorMatch, negative: boolean) {
  return ({ column, operands, dialect }: OperatorPhrase): string => {
    const [pattern = ''] = operands;
    const sql = match.caseSensitive
      ? dialect.likeToTheLetter(column, pattern)
      : dialect.likeIgnoringCase(column, pattern);
    return negative ? `NOT (${sql})` : sql;
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

/** Equality of texts with an explicit meaning of case: `$eq` and `$ne` leave it to the collation of the column. */
export const textEqualities: readonly Operator[] = [
  {
    token: '$eqi',
    takes: 'value',
    kinds: 'textual',
    negatedBy: '$nei',
    summary: 'equals the text, case-insensitively',
    sql: ({ column, operands: [text = ''], dialect }) => dialect.equalIgnoringCase(column, text),
  },
  {
    token: '$nei',
    takes: 'value',
    kinds: 'textual',
    negatedBy: '$eqi',
    summary: 'does not equal the text, case-insensitively',
    sql: ({ column, operands: [text = ''], dialect }) => `NOT (${dialect.equalIgnoringCase(column, text)})`,
  },
  {
    token: '$eqc',
    takes: 'value',
    kinds: 'textual',
    summary: 'equals the text, case-sensitively, under any collation',
    sql: ({ column, operands: [text = ''], dialect }) => dialect.equalToTheLetter(column, text),
  },
];
