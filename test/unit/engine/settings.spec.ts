import { resolveSettings } from '../../../lib/engine/index.js';

describe('options of forRoot()', () => {
  it.each<[options: object]>([
    [{}],
    [{ source: undefined, errors: undefined, context: undefined, pagination: undefined, operators: undefined }],
    [{ source: 'query' }],
    [{ source: 'body' }],
    [{ source: () => '' }],
    [{ errors: () => new Error(), context: () => 1, logUnindexed: 'ddl', nulls: 'last', compatibility: 'purity' }],
    [{ pagination: { secret: '1234567890123456', count: 'none' } }],
    [{ pagination: { count: { capped: 1 } } }],
    [{ pagination: { count: undefined, styles: undefined } }],
  ])('%j are taken', (options) => {
    expect(() => resolveSettings(options)).not.toThrow();
  });
});
