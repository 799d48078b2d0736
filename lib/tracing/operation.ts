import type { PageReading } from '../adaptive/index.js';
import type { Printed, PrintedQuery } from '../ast/index.js';
import type { QueryCost } from '../cost.js';
import type { DeprecatedName, IssueCode } from '../issues/index.js';

/** Statement of an operation, without its parameters. */
export interface TracedStatement {
  /** The text that the driver got. Undefined where it may hold a value. */
  readonly text: string | undefined;
  /** Reason for leaving out the text. */
  readonly withheld?: string;
  /** Number of rows that the database gave. Undefined until then, and for a statement that fails. */
  readonly rows?: number;
}

/** Failure of an operation, without its message: a driver's message may quote a value. */
export interface TracedError {
  /** Name of the error's class: `FilterException`, `QueryFailedError`. */
  readonly name: string;
  /** Code of the driver: `57014`, `SQLITE_BUSY`. */
  readonly code?: string;
}

/** Conditions in the form of `FilterQuery.toJSON()`, with `?` for each value: `{ author: { name: { $eq: '?' } } }`. */
export type ConditionShape = Printed;

/** Facts about every operation. */
export interface OperationFacts {
  /** Name of the entity: `Post`. */
  readonly entity: string;
  /** Class and method of the handler that read the request: `PostsController.list`. Undefined for a call in code. */
  readonly handler?: string;
  /** The operation that this one is a part of. It is not written into the parts of its own. */
  readonly parent?: FilterOperation;
  /** The request as `FilterQuery.toJSON()` has it, with `?` for each value. Undefined until it is understood. */
  readonly request?: PrintedQuery;
  /** Shapes of the scopes that hold, by the names of their entities. */
  readonly scopes?: Readonly<Record<string, ConditionShape>>;
  /** Shapes of the conditions that the server adds: of `and()`, of defaults, and of `deleted=only`. */
  readonly added?: readonly ConditionShape[];
  /** Cost of the request, as `query.cost` has it. */
  readonly cost?: QueryCost;
  /** Deprecated names in the request. Empty without any. */
  readonly deprecated: readonly DeprecatedName[];
  /** Codes of the issues that refuse the request. Undefined for a request that is not refused. */
  readonly issues?: readonly IssueCode[];
  /** Failure, the refusal of a request included. Undefined for an operation that succeeds. */
  readonly error?: TracedError;
  /** Statements in the order of sending, those of its parts included. A request that is parsed sends none. */
  readonly statements: readonly TracedStatement[];
  /** Time from the beginning to the end. Undefined until then. */
  readonly milliseconds?: number;
}

/** Facts about an operation that reads the rows of a list. */
export interface ReadingFacts {
  /** Way of reading the rows. Undefined until it is decided, and for a request that is refused before. */
  readonly reading?: PageReading;
  /** Reasons for this way, as the log has them: `author few → keys`. Empty where the list leaves no choice. */
  readonly choices: readonly string[];
  /** Number of rows in the answer so far. */
  readonly rows?: number;
}

/**
 * One operation, as the subscribers of `tracingChannel('nestjs-filterable')` receive it. It has names, operators and
 * numbers, and never a value: no operand, word of a search, cursor, parameter or message of a database.
 *
 * Every event of an operation has the same object, which fills until the last one. An operation that has ended has
 * `milliseconds`. A page has parts that are operations, too: `count`, `facets`, `aggregates`, `populate`.
 *
 * @example
 * tracingChannel('nestjs-filterable').asyncEnd.subscribe((message) => {
 *   const { operation, entity, milliseconds } = message as FilterOperation;
 *   histogram.record(milliseconds ?? 0, { operation, entity });
 * });
 */
export type FilterOperation = OperationFacts &
  (
    | {
        /** Name of the operation. */
        readonly operation: 'parse' | 'count' | 'facets' | 'aggregates' | 'populate';
      }
    | (ReadingFacts & {
        /** Name of the operation. */
        readonly operation: 'page' | 'export';
      })
  );

/** Names of the operations. */
export type OperationName = FilterOperation['operation'];

type Writable<Facts> = { -readonly [Fact in keyof Facts]: Facts[Fact] };

/** Statement that is not answered yet. */
export type OpenStatement = Writable<TracedStatement>;

/** Operation that has not ended: what is told of it is added. */
export interface OpenOperation extends Writable<Omit<OperationFacts, 'statements' | 'parent'>> {
  readonly operation: OperationName;
  readonly parent?: OpenOperation;
  readonly statements: OpenStatement[];
  reading?: PageReading;
  choices?: string[];
  rows?: number;
}
