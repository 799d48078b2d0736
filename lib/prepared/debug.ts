import { debuglog } from 'node:util';

/** Tells what is prepared, and why anything is not, to those who set NODE_DEBUG=nestjs-filterable. */
export const debug = debuglog('nestjs-filterable');
