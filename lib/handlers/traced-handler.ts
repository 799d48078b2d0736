import type { ExecutionContext } from '@nestjs/common';
import { inHandler } from '../tracing/index.js';

/** Returns a reader of a request that tells the tracing channel of its handler. */
export function forHandler<Query>(execution: ExecutionContext, read: () => Query): () => Query {
  return inHandler(`${execution.getClass().name}.${execution.getHandler().name}`, read);
}
