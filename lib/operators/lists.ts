import type { ListOperator } from './operator.js';

/** Operators of fields that are lists. Elements compare exactly, on every engine. */
export const listOperators: readonly ListOperator[] = [
  {
    token: '$has',
    takes: 'value',
    kinds: 'lists',
    summary: 'is a list that has the value',
    list: { quantifier: 'every' },
  },
  {
    token: '$hasEvery',
    takes: 'list',
    kinds: 'lists',
    summary: 'is a list that has every value of the list',
    list: { quantifier: 'every' },
  },
  {
    token: '$hasSome',
    takes: 'list',
    kinds: 'lists',
    summary: 'is a list that has at least one value of the list',
    list: { quantifier: 'some' },
  },
  {
    token: '$empty',
    takes: 'boolean',
    kinds: 'lists',
    summary: 'is a list without elements (with false: with elements)',
    list: 'empty',
  },
];

/**
 * Operator by which a search looks into lists of texts. It is not in the table above, so that requests cannot name it:
 * no index of a list serves it.
 */
export const elementContains: ListOperator = {
  token: '$hasContaining',
  takes: 'needle',
  kinds: 'lists',
  summary: 'is a list with an element that contains the text, case-insensitively',
  list: 'containing',
};
