import { type Handler, type RootName, handlers, plainHandler } from './handlers.js';
import type { Conditions } from './tree.js';

/**
 * A filter that was once answered wrongly, here or in a copy of the library that was broken to see whether it shows.
 */
interface Counterexample {
  readonly name: string;
  readonly root?: RootName;
  readonly filters: Conditions;
  /** The keys that it finds among four posts. */
  readonly finds: readonly string[];
  readonly handler?: Handler;
}

function handlerThat(words: string): Handler {
  return handlers.find(({ name }) => name.includes(words)) ?? plainHandler;
}

export const counterexamples: readonly Counterexample[] = [
  { name: 'a relation equal to null has no related row', filters: { tags: { $eq: null } }, finds: ['2', '4'] },
  { name: 'a relation not equal to null has one', filters: { tags: { $ne: null } }, finds: ['1', '3'] },
  { name: 'so says its negation', filters: { $not: { tags: { $eq: null } } }, finds: ['1', '3'] },
  {
    name: '$every does not hold where it is unknown of one row',
    filters: { comments: { $every: { stars: { $notIn: ['2'] } } } },
    finds: ['1', '2', '4'],
  },
  { name: 'no author is not the author that was named', filters: { $not: { author: '1' } }, finds: ['2', '3', '4'] },
  { name: 'an underscore is an underscore', filters: { title: { $endsWith: '_b' } }, finds: ['3'] },
  { name: 'a bracket is a bracket', filters: { title: { $notContainsc: '[^a]' } }, finds: ['2', '3', '4'] },
  { name: 'a deleted row is not counted', filters: { comments: { $count: '1' } }, finds: ['1'] },
  { name: 'a day ends before the next begins', filters: { publishedAt: { $lte: '2024-03-31' } }, finds: ['1'] },
  {
    name: 'not unequal to a day is within it',
    filters: { publishedAt: { $not: { $ne: '2024-03-31' } } },
    finds: ['1'],
  },
  {
    name: 'in neither a moment nor a day',
    filters: { publishedAt: { $notIn: ['2024-03-31T00:00:00Z', '2024-04-01'] } },
    finds: [],
  },
  {
    name: 'not between is outside of both ends',
    filters: { views: { $notBetween: ['1', '2'] } },
    finds: ['3'],
  },
  {
    name: 'several conditions on one row are all of them',
    filters: { author: { id: '2', name: { $not: { $eq: 'b' } } } },
    finds: [],
  },
  {
    name: 'what must not hold of none must hold of some',
    root: 'Tag',
    filters: { $not: { posts: { $none: { title: '_b' } } } },
    finds: ['1', '2'],
  },
  {
    name: 'a subquery is about its own rows, whatever the handler calls the outer ones',
    filters: { $not: { comments: { stars: { $eq: '5' } } } },
    finds: ['2', '4'],
    handler: handlerThat('calls the rows'),
  },
  {
    name: 'the handler’s OR does not leak',
    filters: { title: { $eq: 'a' } },
    finds: ['2'],
    handler: handlerThat('OR of its own'),
  },
  {
    name: 'the handler’s parameters keep their values',
    filters: { title: { $in: ['_b', 'xb', 'a'] } },
    finds: ['3', '4'],
    handler: handlerThat('parameters'),
  },
];

/** Requests that are one request, and so must be printed alike. */
export const alike: readonly { readonly name: string; readonly texts: readonly [string, string] }[] = [
  {
    name: 'a list of counts has no order',
    texts: [
      'filters[tags][$count][$in][0]=1&filters[tags][$count][$in][1]=0',
      'filters[tags][$count][]=0&filters[tags][$count][]=1',
    ],
  },
  {
    name: 'null is asked for in several ways',
    texts: ['filters[slug]&filters[tags]', 'filters[tags][$exists]=false&filters[slug][$null]=true'],
  },
];
