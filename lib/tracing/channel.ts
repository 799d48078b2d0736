import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';

/**
 * The channel that is told of each operation. `hasSubscribers` is asked before anything is made for it, by whoever has
 * something to tell: without a subscriber, no function of this folder is called.
 */
export const tracing: TracingChannel<unknown, object> = tracingChannel<unknown, object>('nestjs-filterable');
