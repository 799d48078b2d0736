import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PageReading } from '../adaptive/index.js';
import { type FilterQuery, type Printed, type PrintedQuery, type QueryPlan, planOf } from '../ast/index.js';
import { type QueryCost, costOf } from '../cost.js';
import type { DeprecatedName, IssueCode } from '../issues/index.js';
import { shapeOf, shapeOfRequest } from './shape.js';

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
  /** Shapes of the scopes that apply, by the names of their entities. */
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

export type OperationName = FilterOperation['operation'];

export type Writable<Facts> = { -readonly [Fact in keyof Facts]: Facts[Fact] };

/** Operation that has not ended, and still gets facts. */
export interface OpenOperation extends Writable<Omit<OperationFacts, 'statements' | 'parent'>> {
  readonly operation: OperationName;
  readonly parent?: OpenOperation;
  readonly statements: TracedStatement[];
  reading?: PageReading;
  choices?: string[];
  rows?: number;
}

/** The channel of all operations. Without a subscriber, no operation is made. */
export const tracing: TracingChannel<unknown, object> = tracingChannel<unknown, object>('nestjs-filterable');

/** Operation of the current asynchronous call chain. */
const operations = new AsyncLocalStorage<OpenOperation>();

/** Returns the operation that is going on, or undefined for one that nobody has subscribed to when it began. */
export function currentOperation(): OpenOperation | undefined {
  return operations.getStore();
}

/** Runs a function as a part of an operation, which records what happens. */
export function within<Result>(operation: OpenOperation, run: () => Result): Result {
  return operations.run(operation, run);
}

export function addStatement(statement: TracedStatement): void {
  for (let each = currentOperation(); each !== undefined; each = each.parent) each.statements.push(statement);
}

export function addReading(reading: PageReading): void {
  const operation = currentOperation();
  if (operation?.choices !== undefined) operation.reading = reading;
}

/** Adds a choice with its reasons, in the words of the log. */
export function addChoice(choice: string): void {
  currentOperation()?.choices?.push(choice);
}

/** Adds the rows of a page, or of a request its deprecated names, and the codes of the issues that refuse it. */
export function addFacts(facts: Partial<Pick<OpenOperation, 'rows' | 'deprecated' | 'issues'>>): void {
  const operation = currentOperation();
  if (operation !== undefined) Object.assign(operation, facts);
}

/** Handlers of queries: a query is applied later than it is read. */
const handlers = new WeakMap<FilterQuery, string>();

const reading = new AsyncLocalStorage<string>();

/** Returns a reader of a request that records the handler. */
export function inHandler<Query>(handler: string, read: () => Query): () => Query {
  return () => reading.run(handler, read);
}

/** Gives a query the handler of the query that it was made from, and returns it. */
export function handledLike<Query extends FilterQuery>(other: FilterQuery, query: Query): Query {
  const handler = handlers.get(other);
  if (handler !== undefined) handlers.set(query, handler);
  return query;
}

export function openParse(entity: string): OpenOperation {
  return open('parse', { entity, handler: reading.getStore(), deprecated: [] });
}

/** Adds to the reading of a request what was understood, and returns it. */
export function understood<Query extends FilterQuery>(operation: OpenOperation, query: Query): Query {
  Object.assign(operation, factsOf(planOf(query)));
  if (operation.handler !== undefined) handlers.set(query, operation.handler);
  return query;
}

export function openFor(name: OperationName, query: FilterQuery): OpenOperation {
  return open(name, { ...factsOf(planOf(query)), handler: handlers.get(query) });
}

export function openPart(name: OperationName, parent: OpenOperation): OpenOperation {
  const { entity, handler, request, scopes, added, cost, deprecated } = parent;
  return open(name, { entity, handler, request, scopes, added, cost, deprecated });
}

type Facts = Pick<OpenOperation, 'entity' | 'handler' | 'request' | 'scopes' | 'added' | 'cost' | 'deprecated'>;

function open(operation: OperationName, facts: Facts): OpenOperation {
  const hasRows = operation === 'page' || operation === 'export';
  return { operation, ...facts, parent: currentOperation(), statements: [], choices: hasRows ? [] : undefined };
}

/** Returns the names and operators of a query, and what else is known of it before it is sent. */
function factsOf(plan: QueryPlan) {
  const {
    list: { schema },
    server: { scopes, added },
    at: { work = {}, used = [] },
  } = plan;
  return {
    entity: schema.name,
    request: shapeOfRequest(plan),
    scopes: Object.fromEntries([...scopes].map(([{ name }, condition]) => [name, shapeOf(condition)])),
    added: added.map(shapeOf),
    cost: costOf(work),
    deprecated: used,
  };
}
