/** Which rows are expected, by their ids. */
export type Ids = readonly number[];

/**
 * One comparison and the rows that it finds. `except` is for an engine, or in a table of texts for a column, on which
 * other rows are right; why is said beside it.
 */
export type OperatorCase = readonly [
  operator: string,
  operand: string | readonly string[],
  finds: Ids,
  except?: Readonly<Record<string, Ids>>,
];

/** Every row that has a value: what `$not` may find. */
export const filled: Ids = [1, 2, 3, 4, 5, 6, 7];

/** The row that has none. */
export const empty: Ids = [8];

/** Cases that apply to every kind of column. */
export const nullCases: readonly OperatorCase[] = [
  ['$null', 'true', empty],
  ['$null', 'false', filled],
  ['$notNull', 'true', filled],
  ['$notNull', 'false', empty],
];
