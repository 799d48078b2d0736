import { type ChannelListener, tracingChannel } from 'node:diagnostics_channel';
import type { FilterOperation } from 'nestjs-filterable';

/** Logs each operation that takes longer, without values of clients. Returns a function that stops it. */
export function logSlowLists(milliseconds: number, write: (line: string) => void): () => void {
  const { asyncEnd } = tracingChannel('nestjs-filterable');
  const listen = (operation: FilterOperation) => {
    if (operation.parent !== undefined || (operation.milliseconds ?? 0) < milliseconds) return;
    const { entity, handler, request, scopes, statements, cost } = operation;
    const texts = statements.map(({ text, withheld, rows }) => ({ text: text ?? withheld, rows }));
    write(
      JSON.stringify({ operation: operation.operation, entity, handler, request, scopes, cost, statements: texts }),
    );
  };
  asyncEnd.subscribe(listen as ChannelListener);
  return () => asyncEnd.unsubscribe(listen as ChannelListener);
}
