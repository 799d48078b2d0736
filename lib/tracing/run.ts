import { AsyncResource } from 'node:async_hooks';
import {
  type OpenOperation,
  type OperationName,
  type TracedError,
  type TracedStatement,
  type Writable,
  currentOperation,
  openPart,
  addStatement,
  tracing,
  within,
} from './operation.js';

/*
 * The events of Node's own `traceSync` and `tracePromise`, which also put results and errors into the message: rows and
 * texts that hold values.
 */

/** Runs an operation that ends at once: `start`, `error` where it throws, `end`. */
export function traceSync<Result>(operation: OpenOperation, run: () => Result): Result {
  const { start, end } = tracing;
  return start.runStores(operation, () => {
    const since = performance.now();
    try {
      return within(operation, run);
    } catch (error) {
      throw failed(operation, error);
    } finally {
      operation.milliseconds = performance.now() - since;
      end.publish(operation);
    }
  });
}

/** Runs an operation that ends later: `start`, `end`, `error` where it throws, `asyncStart`, `asyncEnd`. */
export function traceAsync<Result>(operation: OpenOperation, run: () => Promise<Result>): Promise<Result> {
  const { start, end } = tracing;
  return start.runStores(operation, () => {
    const result = settled(operation, run);
    end.publish(operation);
    return result;
  });
}

async function settled<Result>(operation: OpenOperation, run: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  try {
    return await within(operation, run);
  } catch (error) {
    throw failed(operation, error);
  } finally {
    finish(operation, since);
  }
}

/** Runs a part of the current operation, and traces it as an operation of its own where somebody listens. */
export function tracePart<Result>(name: OperationName, run: () => Promise<Result>): Promise<Result> {
  const whole = tracing.hasSubscribers ? currentOperation() : undefined;
  return whole === undefined ? run() : traceAsync(openPart(name, whole), run);
}

/**
 * Sends a statement, and traces it where somebody listens.
 *
 * @param shown returns the statement before it is sent
 * @param rowsIn returns the number of rows in an answer
 */
export function traceStatement<Sent>(
  shown: () => TracedStatement,
  send: () => Promise<Sent>,
  rowsIn: (answer: Sent) => number,
): Promise<Sent> {
  return tracing.hasSubscribers ? tracedStatement(shown, send, rowsIn) : send();
}

async function tracedStatement<Sent>(
  shown: () => TracedStatement,
  send: () => Promise<Sent>,
  rowsIn: (answer: Sent) => number,
): Promise<Sent> {
  const statement: Writable<TracedStatement> = shown();
  addStatement(statement);
  const answer = await send();
  statement.rows = rowsIn(answer);
  return answer;
}

/**
 * Iterates over rows. The operation begins with the first one, and ends when there are no more, with an error, and when
 * the caller stops. An iterator that is refused ends at once.
 *
 * @param make makes the iterator, or throws its refusal
 */
export function traceRows<Row>(
  operation: OpenOperation,
  make: () => AsyncGenerator<Row, void, undefined>,
): AsyncGenerator<Row, void, undefined> {
  try {
    return tracedRows(operation, within(operation, make));
  } catch (error) {
    return traceSync(operation, () => {
      throw error;
    });
  }
}

async function* tracedRows<Row>(
  operation: OpenOperation,
  rows: AsyncGenerator<Row, void, undefined>,
): AsyncGenerator<Row, void, undefined> {
  const since = performance.now();
  const scope = scopeOf(operation);
  try {
    yield* counted(operation, scope, rows);
  } catch (error) {
    throw failed(operation, error);
  } finally {
    scope.runInAsyncScope(finish, undefined, operation, since);
  }
}

/** Begins an operation, and returns what enters its stores again. The caller has others between two rows. */
function scopeOf(operation: OpenOperation): AsyncResource {
  const { start, end } = tracing;
  return start.runStores(operation, () => {
    end.publish(operation);
    return within(operation, () => new AsyncResource('FilterExport'));
  });
}

async function* counted<Row>(
  operation: OpenOperation,
  scope: AsyncResource,
  rows: AsyncGenerator<Row, void, undefined>,
): AsyncGenerator<Row, void, undefined> {
  try {
    for (;;) {
      const { done, value } = await scope.runInAsyncScope(() => rows.next());
      if (done === true) return;
      operation.rows = (operation.rows ?? 0) + 1;
      yield value;
    }
  } finally {
    await scope.runInAsyncScope(() => rows.return());
  }
}

function finish(operation: OpenOperation, since: number): void {
  const { asyncStart, asyncEnd } = tracing;
  operation.milliseconds = performance.now() - since;
  asyncStart.publish(operation);
  asyncEnd.publish(operation);
}

function failed(operation: OpenOperation, error: unknown): unknown {
  operation.error = errorOf(error);
  tracing.error.publish(operation);
  return error;
}

/** Names and codes of classes and drivers. Any other text may hold a value. */
const isWord = /^\w{1,64}$/;

function errorOf(error: unknown): TracedError {
  if (!(error instanceof Error)) return { name: 'Error' };
  const code: unknown = Reflect.get(error, 'code');
  const name = isWord.test(error.name) ? error.name : 'Error';
  return typeof code === 'string' && isWord.test(code) ? { name, code } : { name };
}
