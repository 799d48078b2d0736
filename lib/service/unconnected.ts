import { HttpException } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterConfigurationError, notConnected } from '../configuration/index.js';
import { dataSourceOf } from '../typeorm/index.js';

/** Refuses a data source without a database, such as that of the testing entry point. */
export function checkConnected<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, subject: string): void {
  if (!dataSourceOf(builder).isInitialized) throw notConnected(subject);
}

/**
 * Returns the failure of a reading. Where its data source is not connected, that is the mistake: a driver's error names
 * neither the list nor the way out.
 *
 * @param entity the name of the list's entity
 */
export function failureOn<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  error: unknown,
  entity: string,
): unknown {
  const isTold = error instanceof HttpException || error instanceof FilterConfigurationError;
  if (isTold || dataSourceOf(builder).isInitialized) return error;
  return notConnected(`A list of ${entity}`, { cause: error });
}
