/** One key that was given several times with a value each. It is a list only for an operator that takes one. */
export class RepeatedKey {
  constructor(readonly values: readonly (string | null)[]) {}
}

/**
 * What a request says, before anyone knows what it means: nested objects (without a prototype), lists, text, and null for
 * a key without `=`. A body or an in-process call may hold native values (numbers, dates, …) in the leaves, hence unknown.
 */
export type PlainNode = unknown;

/** The three parameters as they were found; an absent one is not a property. */
export interface RequestTree {
  readonly filters?: PlainNode;
  readonly sort?: PlainNode;
  readonly pagination?: PlainNode;
}

/** What the host calls the parameters. */
export interface ParameterNames {
  readonly filters: string;
  readonly sort: string;
  readonly pagination: string;
}
