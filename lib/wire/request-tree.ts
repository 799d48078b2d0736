/** One key that was given several times with a value each. It is a list only for an operator that takes one. */
export class RepeatedKey {
  constructor(readonly values: readonly (string | null)[]) {}
}

/**
 * An object of a request. It inherits nothing, so that no name is special, and is of a class all the same: an object that
 * is made by `Object.create(null)` is a table of its own, and takes four times as long to fill and to read.
 */
export class PlainObject {
  [name: string]: PlainNode;
}
Object.setPrototypeOf(PlainObject.prototype, null);
Reflect.deleteProperty(PlainObject.prototype, 'constructor');
Object.freeze(PlainObject.prototype);

/**
 * What a request says, before anyone knows what it means: nested objects (that inherit nothing), lists, text, and null for
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
