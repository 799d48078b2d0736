import type { FilterQuery } from '../ast/index.js';
import type { Page } from '../contract/index.js';
import type { IssueDetails } from '../issues/index.js';
import type { Limits } from '../limits.js';
import type { EntityDescription } from '../list/index.js';
import type { RequestTree, SentPair } from '../wire/index.js';

/** A JSON Schema. */
export interface AnswerSchema {
  readonly [keyword: string]: unknown;
}

/**
 * The way in for the clients of another library: it reads their requests, and answers as they expect.
 * `nestjsPaginate()` and `crud()` make one.
 */
export interface OnRamp {
  /** The library whose clients it is for. */
  readonly name: string;
  /** Returns true for a parameter of that library. */
  claims(this: void, pair: SentPair): boolean;
  /** Reads the parameters that it claims. */
  read(this: void, request: RampRequest): RampReading;
  /** Makes the body of an answer, as that library does. */
  body(this: void, page: Page<unknown>, query: FilterQuery, asked: RampAsked): unknown;
  /** Makes the JSON Schema of the body from a row's schema. */
  schema(this: void, row: AnswerSchema): AnswerSchema;
  /** Lists its parameters for OpenAPI documents. */
  parameters(this: void, list: EntityDescription): readonly RampParameter[];
}

/** What an on-ramp knows of the request that it answers. */
export interface RampAsked {
  /** The HTTP request. Undefined where there is none. */
  readonly request: unknown;
  /** The value that its `read` kept of the request. Undefined for a request in the canonical spelling. */
  readonly echo: unknown;
}

export interface RampRequest {
  readonly pairs: readonly SentPair[];
  readonly place: RampPlace;
  readonly limits: Limits;
  /** The name of the database's dialect, for operators that engines answer differently. */
  readonly dialect: string;
  /** The names of the fields that `search` looks in. Undefined where the list has no search. */
  readonly search: readonly string[] | undefined;
  /** Returns true for a field of the answer that this client may choose. Undefined where clients may choose none. */
  readonly selects: ((this: void, name: string) => boolean) | undefined;
  /** The relations that this client may populate. Undefined where the list does not read `populate`. */
  readonly populated: RampPlace | undefined;
  /** True where the list reads `deleted`, for this client. */
  readonly deletes: boolean;
  /** True where the list has pages. */
  readonly paginated: boolean;
  /** Refuses a parameter, by the key that was sent. */
  refuse(this: void, key: string, details: IssueDetails, text: string): void;
}

/** The names that paths begin with: of a list, or of a related entity. */
export interface RampPlace {
  /** Finds the relation that a path begins with. Returns undefined for a field, and for what does not exist. */
  relation(path: readonly string[]): RampRelation | undefined;
}

/** A relation at the beginning of a path. */
export interface RampRelation {
  /** How many names of the path lead through it: two for a relation of an embedded object. */
  readonly names: number;
  readonly toMany: boolean;
  readonly place: RampPlace;
}

/** A request as an on-ramp understands it. */
export interface RampReading {
  readonly tree: RequestTree;
  /** The keys that were sent, by JSON pointers into the tree: issues below a pointer name its key. */
  readonly names: ReadonlyMap<string, string>;
  /** All rows are asked for, at most so many. */
  readonly all?: number | undefined;
  /** Meaning of NULL for a related field that is never NULL. Undefined where it is refused. */
  readonly nullOfRelated?: 'absence' | undefined;
  /** `moment` where a date alone is its midnight. By default it is the whole day. */
  readonly dates?: 'moment' | undefined;
  /** What the answer repeats of the request. */
  readonly echo: unknown;
}

/** A parameter in an OpenAPI document. */
export interface RampParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: AnswerSchema;
}

/**
 * Form of a list's answers, in one place: handlers return pages from `page()`, and clients get this.
 *
 * @example
 * FilterModule.forRoot({
 *  answer: { body: ({ data, ...page }) => ({ items: data, total: page.meta.pagination.total }) },
 * });
 */
export interface PageAnswer<E = unknown> {
  /**
   * Makes the body of an answer.
   *
   * @param page a page from `page()`
   * @param query the query of the page
   * @param request the HTTP request, or undefined in handlers of messages
   */
  body(this: void, page: Page<E>, query: FilterQuery<E>, request?: unknown): unknown;
  /** The JSON Schema of the body, for OpenAPI documents; a function makes it from the schema of one row. */
  readonly schema?: AnswerSchema | ((row: AnswerSchema) => AnswerSchema) | undefined;
}

/** The options that decide about the answers of a list, of the module or of a handler. */
interface AnswerOptions {
  readonly answer?: false | PageAnswer | undefined;
  readonly onRamp?: false | OnRamp | undefined;
}

/** The shape of the answers of one list. */
export interface ListAnswer {
  /** @param echo what an on-ramp keeps of the request */
  body(this: void, page: Page<unknown>, query: FilterQuery, request: unknown, echo: unknown): unknown;
  readonly schema?: PageAnswer['schema'];
}

/** Returns the shape of a handler: its own, its on-ramp's, the module's, or the shape of the module's on-ramp. */
export function answerIn(own: AnswerOptions, usual: AnswerOptions): ListAnswer | undefined {
  if (own.answer === false) return undefined;
  const inherited = usual.answer || (own.onRamp === undefined && rampAnswer(usual.onRamp)) || undefined;
  return own.answer ?? (rampAnswer(own.onRamp) || inherited);
}

function rampAnswer(ramp: false | OnRamp | undefined): ListAnswer | undefined {
  if (!ramp) return undefined;
  const { body, schema } = ramp;
  return { body: (page, query, request, echo) => body(page, query, { request, echo }), schema };
}
