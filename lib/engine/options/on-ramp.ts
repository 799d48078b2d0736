import { type Option, wrongValue } from '../../configuration/index.js';
import type { FilterQuery } from '../../ast/index.js';
import type { Page } from '../../contract/index.js';
import type { IssueDetails } from '../../issues/index.js';
import type { Limits } from '../../limits.js';
import type { RequestTree, SentPair } from '../../wire/index.js';
import type { EntityDescription } from '../description.js';
import type { AnswerSchema } from './answer-schema.js';

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

/** A request for an on-ramp to read. */
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
  /** What the answer repeats of the request. */
  readonly echo: unknown;
}

/** A parameter in an OpenAPI document. */
export interface RampParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: AnswerSchema;
}

/** Refuses what no on-ramp is. */
export function checkOnRamp(option: Option): void {
  const { value } = option;
  if (value === undefined) return;
  const isRamp = typeof value === 'object' && value !== null && 'claims' in value && 'read' in value;
  if (!isRamp) throw wrongValue(option, 'an on-ramp, such as nestjsPaginate() or crud()');
}

/** Refuses what no on-ramp of a handler is; `false` turns the module's off. */
export function checkOwnOnRamp(option: Option): void {
  if (option.value !== false) checkOnRamp(option);
}
