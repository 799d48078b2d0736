import type { ValueKindName } from '../../../../lib/values/index.js';

const order = ['$lt', '$lte', '$gt', '$gte'] as const;
const ranges = ['$between', '$notBetween'] as const;
const equality = ['$eq', '$ne', '$in', '$notIn'] as const;
const texts = [
  ...['$eqi', '$nei', '$eqc'],
  ...['$contains', '$notContains', '$startsWith', '$endsWith'],
  ...['$containsi', '$notContainsi', '$startsWithi', '$endsWithi'],
  ...['$containsc', '$notContainsc', '$startsWithc', '$endsWithc'],
] as const;
const lists = ['$has', '$hasEvery', '$hasSome', '$empty'] as const;

/** The operators that a kind does not take. Everything else must be in the table of every engine. */
export const notAllowed = {
  text: lists,
  tinyint: [...texts, ...lists],
  smallint: [...texts, ...lists],
  mediumint: [...texts, ...lists],
  integer: [...texts, ...lists],
  bigint: [...texts, ...lists],
  decimal: [...texts, ...lists],
  real: [...texts, ...lists],
  float: [...texts, ...lists],
  boolean: [...order, ...ranges, ...texts, ...lists],
  date: [...texts, ...lists],
  datetime: [...texts, ...lists],
  time: [...texts, ...lists],
  uuid: [...ranges, ...texts, ...lists],
  enum: [...order, ...ranges, ...texts, ...lists],
  json: [...equality, ...order, ...ranges, ...texts, ...lists],
  opaque: [...equality, ...order, ...ranges, ...texts, ...lists],
} as const satisfies Readonly<Record<ValueKindName, readonly string[]>>;
