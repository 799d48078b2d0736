import { inspect } from 'node:util';
import { Logger } from '@nestjs/common';
import { inOneLine } from '../issues/index.js';

const logger = new Logger('FilterService');

/** Logs a failure in a function of the application's, such as a scope. Clients do not see it. */
export function logFailure(message: string, cause?: unknown): void {
  if (cause instanceof Error || cause === undefined) logger.error(message, cause?.stack);
  else logger.error(`${message}: ${errorMessage(cause)}`);
}

/** Returns the message of whatever was thrown, for one line of the log. */
export function errorMessage(thrown: unknown): string {
  return inOneLine(thrown instanceof Error ? thrown.message : inspect(thrown, { breakLength: Infinity }));
}

/** Logs the way of reading a page, and the reasons. */
export function logChoice(text: string): void {
  logger.debug(text);
}
