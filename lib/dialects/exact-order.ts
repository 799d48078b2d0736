/** Order of texts by an expression that ORDER BY and comparisons treat alike. */
export interface ExactOrder {
  /** Writes the expression of a text, for ORDER BY and for comparisons. */
  of(sql: string): string;
  /** Writes the same expression of an operand, under the collation of the text. */
  operand(sql: string, parameter: string): string;
}

/** Names of the exact orders of texts. */
export type ExactOrderName = 'weights' | 'bytes';

/** Orders for texts that ORDER BY and comparisons treat differently. No index serves them. */
export interface ExactOrders {
  /** Order for texts in documents, which share one collation. Undefined where the text itself is ordered exactly. */
  readonly ofPaths: ExactOrderName | undefined;
  /** Pattern for the names of other collations that need such an order, as JavaScript and REGEXP read it. */
  readonly collations: string;
  /** Statement that lists the columns under such collations, each by its table and its name. */
  readonly columnsQuery: string;
  readonly orders: Readonly<Record<ExactOrderName, ExactOrder>>;
}
