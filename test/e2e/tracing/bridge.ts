import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { type Context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import type { FilterOperation } from 'nestjs-filterable';

/** A context manager in which each operation has a span, above the spans of its parts and its statements. */
export class FilterContexts extends AsyncLocalStorageContextManager {
  private readonly operations = new AsyncLocalStorage<{ outer: Context; inner: Context; span: Span }>();
  override active(): Context {
    const [outer, operation] = [super.active(), this.operations.getStore()];
    return operation?.outer === outer ? operation.inner : outer;
  }
  override enable(): this {
    const { start, end, asyncEnd } = tracingChannel<unknown, FilterOperation>('nestjs-filterable');
    start.bindStore(this.operations, ({ operation, entity }) => {
      const span = trace.getTracer('nestjs-filterable').startSpan(`${operation} ${entity}`);
      return { outer: super.active(), inner: trace.setSpan(this.active(), span), span };
    });
    for (const ended of [end, asyncEnd]) ended.subscribe((operation) => this.finish(operation as FilterOperation));
    return super.enable();
  }
  private finish({ entity, handler, request, statements, issues, error, milliseconds }: FilterOperation): void {
    if (milliseconds === undefined) return;
    const texts = statements.map(({ text, withheld = '' }) => text ?? withheld);
    const attributes = { entity, handler, request: JSON.stringify(request), issues: issues?.join(), statements: texts };
    const span = this.operations.getStore()?.span.setAttributes(attributes);
    if (error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR, message: error.name });
    span?.end();
  }
}
