/** Order of texts by an expression of them, which ORDER BY and a comparison understand alike. */
export interface ExactOrder {
  /** Writes the expression of a text that rows are ordered by, and that is compared. */
  of(sql: string): string;
  /** Writes the same of an operand, which takes the collation of the text. */
  operand(sql: string, parameter: string): string;
}

/** Names of the orders by which an engine orders a text exactly. */
export type ExactOrderName = 'weights' | 'bytes';

/** Orders for the texts of which ORDER BY and a comparison disagree. No index serves them. */
export interface ExactOrders {
  /** Order of the texts in documents, which have one collation; undefined where the text itself is ordered exactly. */
  readonly ofPaths: ExactOrderName | undefined;
  /** Pattern of the names of the collations of other texts that need such an order, for JavaScript and for REGEXP. */
  readonly collations: string;
  /** Statement that lists the columns under such collations, each by its table and its name. */
  readonly columnsQuery: string;
  readonly orders: Readonly<Record<ExactOrderName, ExactOrder>>;
}
