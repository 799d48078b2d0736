import { Logger } from '@nestjs/common';

const logger = new Logger('FilterService');

/** Logs what went wrong in a function of the host's, which no client is told. */
export function logFailure(message: string, cause?: unknown): void {
  logger.error(message, cause instanceof Error ? cause.stack : undefined);
}
