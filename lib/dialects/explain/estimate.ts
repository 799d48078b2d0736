/** Estimate of the number of rows of a statement, which the planner makes from its statistics without reading them. */
export interface RowEstimate {
  /** Writes the statement that asks the planner about another. */
  explain(sql: string): string;
  /**
   * Reads the number of rows from the planner's answer, as the driver gives it.
   *
   * @returns the number, or undefined where the answer has none
   */
  rowsIn(answer: unknown): number | undefined;
}

/** Estimate of PostgreSQL: `[{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': 25 } }] }]`. */
export const postgresEstimate: RowEstimate = {
  explain: (sql) => `EXPLAIN (FORMAT JSON) ${sql}`,
  rowsIn: (answer) => {
    const rows = ['0', 'QUERY PLAN', '0', 'Plan', 'Plan Rows'].reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      answer,
    );
    return typeof rows === 'number' ? rows : undefined;
  },
};
