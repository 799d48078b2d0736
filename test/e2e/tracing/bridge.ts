import type { AsyncLocalStorage } from 'node:async_hooks';
import { type ChannelListener, tracingChannel } from 'node:diagnostics_channel';
import { type Context, type Span, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import type { FilterOperation } from 'nestjs-filterable';

/** Makes a span of each operation, below the span of its request. Returns what ends that. */
export function traceFilters(manager: AsyncLocalStorageContextManager): () => void {
  const channel = tracingChannel<Context, FilterOperation>('nestjs-filterable');
  const tracer = trace.getTracer('nestjs-filterable');
  const spans = new WeakMap<FilterOperation, Span>();
  const begin = (operation: FilterOperation) => {
    const span = tracer.startSpan(`${operation.operation} ${operation.entity}`);
    spans.set(operation, span);
    return trace.setSpan(context.active(), span);
  };
  const finish = (operation: FilterOperation) => {
    if (operation.milliseconds === undefined) return;
    const { entity, handler, request, statements, cost, issues, error } = operation;
    const span = spans.get(operation);
    span?.setAttributes({
      entity,
      handler,
      request: JSON.stringify(request),
      cost: cost?.total,
      issues: issues?.join(),
    });
    span?.setAttributes({ statements: statements.length, 'db.query.text': statements.map(({ text }) => text ?? '?') });
    if (error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR, message: error.name });
    span?.end();
  };
  // OpenTelemetry has no public name for the storage of its contexts.
  const storage = Reflect.get(manager, '_asyncLocalStorage') as AsyncLocalStorage<Context>;
  channel.start.bindStore(storage, begin);
  // A request that is parsed ends at once, and every other operation later.
  for (const ended of [channel.end, channel.asyncEnd]) ended.subscribe(finish as ChannelListener);
  return () => {
    channel.start.unbindStore(storage);
    for (const ended of [channel.end, channel.asyncEnd]) ended.unsubscribe(finish as ChannelListener);
  };
}
