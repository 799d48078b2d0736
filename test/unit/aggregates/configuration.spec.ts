import type { ClassRules } from '../../../lib/schema/index.js';
import { type Declarations, overrideError } from '../schema/things.js';

const declared = (aggregates: unknown): Declarations => ({
  thing: { fields: ['id', 'title', 'size', 'meta', 'deletedAt'], relations: ['owner'], aggregates } as ClassRules,
  owner: {},
  tag: {},
});
describe('mistakes in aggregates', () => {
  it('of a handler', async () => {
    const message = await overrideError(declared({ size: ['sum'] }), { aggregates: { size: ['med' as never] } });
    expect(message).toContain('aggregates.size lists med, which does not exist');
  });
});
