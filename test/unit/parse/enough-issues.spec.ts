import { entityOf } from '../../support/samples/entities.js';
import { type Input, issuesOf, serviceFor } from './asking.js';

let looked = 0;

/** Each time that the names of this entity are told, it is asked whether the second may be seen. */
const Sample = entityOf('sample', { id: { type: 'int', primary: true }, title: { type: 'varchar' } });

const by = await serviceFor([Sample]);
const overrides = {
  fields: [
    'id',
    {
      name: 'title',
      when: () => {
        looked += 1;
        return true;
      },
    },
  ],
};

const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));

describe('a request in which thousands of things are wrong', () => {
  it.each<[string, Input]>([
    ['fields', { filters: unknown(5_000) }],
    ['fields in a group', { filters: { $or: unknown(5_000) } }],
    ['fields in alternatives', { filters: { $and: [unknown(5_000), unknown(5_000)] } }],
    ['fields in a query string', Array.from({ length: 250 }, (_, index) => `filters[x${index}]=1`).join('&')],
    ['fields in JSON', `filters=${JSON.stringify(unknown(500))}`],
  ])('is read until as much was found as is told: %s', (_, input) => {
    // Before the first request each visibility is tried once.
    issuesOf({}, { of: Sample, by, overrides });
    looked = 0;
    expect(issuesOf(input, { of: Sample, by, overrides })).toHaveLength(10);
    expect(looked).toBe(10);
  });

  it('is refused for its many sort keys before one of them is looked up', () => {
    looked = 0;
    const sort = Object.fromEntries(Object.keys(unknown(5_000)).map((key) => [key, 'asc']));
    expect(issuesOf({ sort }, { of: Sample, by, overrides: overrides })).toMatchObject([{ limit: 'sortKeys' }]);
    expect(looked).toBe(0);
  });
});
