import { SelectQueryBuilder } from 'typeorm';
import { timesCalled } from '../../support/counting.js';

/** Counts the texts that TypeORM writes for builders while `work` is done. */
export function textsWritten(work: () => Promise<unknown>): Promise<number> {
  return timesCalled(SelectQueryBuilder.prototype, 'getQuery', work);
}
