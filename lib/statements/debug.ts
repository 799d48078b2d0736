import { type DebugLogger, debuglog } from 'node:util';

/** Reports prepared statements, and the reasons against preparing others, with NODE_DEBUG=nestjs-filterable. */
export const debug: DebugLogger = debuglog('nestjs-filterable');
