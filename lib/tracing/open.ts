import { AsyncLocalStorage } from 'node:async_hooks';
import { type FilterQuery, type QueryPlan, planOf } from '../ast/index.js';
import { costOf } from '../cost.js';
import { currentOperation } from './current.js';
import type { OpenOperation, OperationName } from './operation.js';
import { shapeOf, shapeOfRequest } from './shape.js';

/** Handlers of queries: a query is applied later than it is read. */
const handlers = new WeakMap<FilterQuery, string>();

/** Handler whose request is being read. */
const reading = new AsyncLocalStorage<string>();

/** Returns a reader of a request that tells of the handler. */
export function inHandler<Query>(handler: string, read: () => Query): () => Query {
  return () => reading.run(handler, read);
}

/** Gives a query the handler of the query that it was made from, and returns it. */
export function handledLike<Query extends FilterQuery>(other: FilterQuery, query: Query): Query {
  const handler = handlers.get(other);
  if (handler !== undefined) handlers.set(query, handler);
  return query;
}

/** Begins the reading of a request. */
export function openParse(entity: string): OpenOperation {
  return open('parse', { entity, handler: reading.getStore(), deprecated: [] });
}

/** Adds to the reading of a request what was understood, and returns it. */
export function understood<Query extends FilterQuery>(operation: OpenOperation, query: Query): Query {
  Object.assign(operation, factsOf(planOf(query)));
  if (operation.handler !== undefined) handlers.set(query, operation.handler);
  return query;
}

/** Begins an operation on a query. */
export function openFor(name: OperationName, query: FilterQuery): OpenOperation {
  return open(name, { ...factsOf(planOf(query)), handler: handlers.get(query) });
}

/** Begins a part of an operation. */
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
  const { schema, scopes, added, work = {}, used = [] } = plan;
  return {
    entity: schema.name,
    request: shapeOfRequest(plan),
    scopes: Object.fromEntries([...scopes].map(([{ name }, condition]) => [name, shapeOf(condition)])),
    added: added.map(shapeOf),
    cost: costOf(work),
    deprecated: used,
  };
}
