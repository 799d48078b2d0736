import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { logFailure } from '../../../lib/service/log.js';

describe('the log of a failure in a function of the application', () => {
  const thrown: readonly (readonly [cause: unknown, told: readonly unknown[]])[] = [
    [undefined, ['it failed', undefined]],
    ['no tenant', ["it failed: 'no tenant'"]],
    ['no\ntenant', ["it failed: 'no\\ntenant'"]],
    [{ code: 5, of: { tenant: 'one' } }, ["it failed: { code: 5, of: { tenant: 'one' } }"]],
    [null, ['it failed: null']],
    [Object.create(null), ['it failed: [Object: null prototype] {}']],
  ];

  afterEach(() => jest.restoreAllMocks());

  it.each(thrown)('tells of %p', (cause, told) => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    logFailure('it failed', cause);
    expect(error.mock.calls).toEqual([told]);
  });

  it('has the stack of an error', () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    logFailure('it failed', new TypeError('no tenant'));
    expect(error.mock.calls).toEqual([['it failed', expect.stringContaining('TypeError: no tenant')]]);
  });
});
