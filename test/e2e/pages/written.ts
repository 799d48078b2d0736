import { jest } from '@jest/globals';
import { type ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Counts how often `work` asks a builder for its parameters, which whoever writes a statement does. */
export async function timesWritten(work: () => Promise<unknown>): Promise<number> {
  const asked = jest.spyOn(SelectQueryBuilder.prototype as SelectQueryBuilder<ObjectLiteral>, 'getParameters');
  try {
    await work();
    return asked.mock.calls.length;
  } finally {
    asked.mockRestore();
  }
}
