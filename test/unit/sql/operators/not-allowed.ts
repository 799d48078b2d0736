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

/** The operators that a kind does not take. Everything else must be in the table of every engine. */
export const notAllowed = {
  text: [],
  tinyint: texts,
  smallint: texts,
  mediumint: texts,
  integer: texts,
  bigint: texts,
  decimal: texts,
  real: texts,
  float: texts,
  boolean: [...order, ...ranges, ...texts],
  date: texts,
  datetime: texts,
  time: texts,
  uuid: [...ranges, ...texts],
  enum: [...order, ...ranges, ...texts],
  json: [...equality, ...order, ...ranges, ...texts],
  opaque: [...equality, ...order, ...ranges, ...texts],
} as const satisfies Readonly<Record<ValueKindName, readonly string[]>>;
