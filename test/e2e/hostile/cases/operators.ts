import { hostileClass, refused } from '../case.js';
import { operands } from './vocabulary.js';

/** Operators of other libraries and databases, and misspelt ones of this library. */
const strangers = [
  ...[
    '$regex',
    '$like',
    '$ilike',
    '$iLike',
    '$similarTo',
    '$raw',
    '$sql',
    '$expr',
    '$where',
    '$jsonSchema',
    '$text',
    '$size',
  ],
  ...['$all', '$elemMatch', '$mod', '$type', '$nin', '$notin', '$is', '$isNot', '$not_eq', '$overlap', '$any', '$col'],
  ...[
    '$EQ',
    '$Eq',
    '$eQ',
    '$eq%20',
    '%20$eq',
    '$$eq',
    '$eq$',
    '$',
    '$eq.',
    '$eq%5B%5D',
    'eq',
    '_eq',
    'gte',
    'contains',
  ],
  ...['>=', '<>', '~', '!', '$%D0%B5q', '$eq%E2%80%8B', '$sw', '$btw', '$null%20', '$having', '$and%20', '$between2'],
];

export const unknownOperator = hostileClass('unknown-operator', [
  ...strangers.map((token) => {
    const name = decodeURIComponent(token);
    // It is known, though to counts alone.
    const code = name === '$where' ? 'operator_not_allowed' : 'unknown_operator';
    return refused(`filters[title][${token}]=x`, `${code} /filters/title/${name.replace('~', '~0')}`, 'on a field');
  }),
  refused('filters[$nor][0][title]=x', 'unknown_operator /filters/$nor', 'as a group'),
  refused('filters[$expr][title]=x', 'unknown_operator /filters/$expr', 'as a group'),
  refused('filters[$OR][0][title]=x', 'unknown_operator /filters/$OR', 'a group in capitals'),
  refused('filters[author][$regex]=x', 'unknown_operator /filters/author/$regex', 'on a relation'),
  refused('filters[comments][$any][stars]=1', 'unknown_operator /filters/comments/$any', 'for a quantifier'),
  refused('filters[comments][$count][$size]=1', 'unknown_operator /filters/comments/$count/$size', 'on a count'),
  refused('filters[title][$not][$regex]=x', 'unknown_operator /filters/title/$not/$regex', 'negated'),
]);

export const misplacedOperator = hostileClass('misplaced-operator', [
  ...[...operands].map(([token, write]) =>
    refused(write('filters', '1'), `unknown_operator /filters/${token}`, 'an operator of fields where a field belongs'),
  ),
  ...['$some', '$every', '$none', '$exists', '$count'].map((token) =>
    refused(`filters[title][${token}]=1`, `operator_not_allowed /filters/title/${token}`, 'of relations, on a field'),
  ),
  ...['$some', '$every', '$none', '$count', '$exists', '$where'].map((token) =>
    refused(`filters[${token}][title]=x`, `unknown_operator /filters/${token}`, 'of relations, where a field belongs'),
  ),
  ...['$some', '$every', '$none', '$count'].map((token) =>
    refused(
      `filters[author][${token}][name]=x`,
      `operator_not_allowed /filters/author/${token}`,
      'of many, on a relation to one',
    ),
  ),
  ...['$some', '$every', '$none', '$count'].map((token) =>
    refused(
      `filters[comments][$or][0][${token}][stars]=1`,
      `unknown_operator /filters/comments/$or/0/${token}`,
      'below a group inside the relation',
    ),
  ),
  refused(
    'filters[comments][$where][stars]=1',
    'operator_not_allowed /filters/comments/$where',
    '$where without $count',
  ),
  refused('filters[title][$or][0][$eq]=x', 'unknown_operator /filters/title/$or', 'a group below a field'),
  refused('filters[title][$and][0][$eq]=x', 'unknown_operator /filters/title/$and', 'a group below a field'),
]);

const ofTexts = /^\$(?:eqi|nei|eqc|contains|notContains|startsWith|endsWith)/;
const ofOrder = /^\$(?:lt|gt)e?$/;
const ofRanges = /^\$(?:between|notBetween)$/;
const ofValues = /^\$(?!null|notNull)/;

/**
 * A value that each kind would take, so that only the operator is at fault, and the operators that it does not take.
 */
const kinds: ReadonlyMap<string, { readonly value: string; readonly refuses: readonly RegExp[] }> = new Map([
  ['views', { value: '1', refuses: [ofTexts] }],
  ['visits', { value: '1', refuses: [ofTexts] }],
  ['rating', { value: '1.5', refuses: [ofTexts] }],
  ['score', { value: '1.5', refuses: [ofTexts] }],
  ['publishedAt', { value: '2024-03-01', refuses: [ofTexts] }],
  ['publishedOn', { value: '2024-03-01', refuses: [ofTexts] }],
  ['isFeatured', { value: 'true', refuses: [ofTexts, ofOrder, ofRanges] }],
  ['status', { value: 'draft', refuses: [ofTexts, ofOrder, ofRanges] }],
  ['externalId', { value: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', refuses: [ofTexts, ofRanges] }],
  ['meta', { value: 'x', refuses: [ofValues] }],
]);

export const operatorOfAnotherKind = hostileClass(
  'operator-of-another-kind',
  [...kinds].flatMap(([field, { value, refuses }]) =>
    [...operands]
      .filter(([token]) => refuses.some((those) => those.test(token)))
      .map(([token, write]) =>
        refused(
          write(`filters[${field}]`, value),
          `operator_not_allowed /filters/${field}/${token}`,
          `${token} on ${field}`,
        ),
      ),
  ),
);
