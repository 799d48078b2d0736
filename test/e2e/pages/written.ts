import { SelectQueryBuilder } from 'typeorm';
import { timesCalled } from '../../support/counting.js';

/** Counts how often `work` asks a builder for its parameters, which whoever writes a statement does. */
export function timesWritten(work: () => Promise<unknown>): Promise<number> {
  return timesCalled(SelectQueryBuilder.prototype, 'getParameters', work);
}

/** Counts the texts that TypeORM writes for builders while `work` is done. */
export function textsWritten(work: () => Promise<unknown>): Promise<number> {
  return timesCalled(SelectQueryBuilder.prototype, 'getQuery', work);
}
