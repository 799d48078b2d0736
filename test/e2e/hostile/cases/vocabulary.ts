/** Every operator of fields, by what its operand looks like: the tables below are made of them. */
export const operands: ReadonlyMap<string, (key: string, value: string) => string> = new Map([
  ...['$eq', '$ne', '$eqi', '$nei', '$eqc', '$lt', '$lte', '$gt', '$gte'].map(one),
  ...['$contains', '$notContains', '$startsWith', '$endsWith'].flatMap((token) =>
    [token, `${token}i`, `${token}c`].map(one),
  ),
  ...['$in', '$notIn'].map((token) => [token, (key: string, value: string) => `${key}[${token}][0]=${value}`] as const),
  ...['$between', '$notBetween'].map(
    (token) =>
      [token, (key: string, value: string) => `${key}[${token}][0]=${value}&${key}[${token}][1]=${value}`] as const,
  ),
  ...['$null', '$notNull'].map((token) => [token, (key: string) => `${key}[${token}]=true`] as const),
]);

function one(token: string): readonly [string, (key: string, value: string) => string] {
  return [token, (key, value) => `${key}[${token}]=${value}`];
}

/** Names that every JavaScript object inherits. */
export const prototypeNames: readonly string[] = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];
