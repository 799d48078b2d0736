/** SQL of one comparison: the condition, its negation, and the parameters of either, in order. */
export type Written = readonly [holds: string, fails: string, parameters: readonly unknown[]];

/** The comparisons of one engine: by operator, then by what is compared. */
export type OperatorTable = Readonly<Record<string, Readonly<Record<string, Written>>>>;
