import { Logger } from '@nestjs/common';

const logger = new Logger('FilterService');

/** Logs a failure in a function of the application's, such as a scope. Clients do not see it. */
export function logFailure(message: string, cause?: unknown): void {
  logger.error(message, cause instanceof Error ? cause.stack : undefined);
}

/** Logs the way of reading a page, and the reasons. */
export function logChoice(text: string): void {
  logger.debug(text);
}
