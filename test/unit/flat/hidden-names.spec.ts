import { FilterException, type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import { User, adminEntities } from '../../support/admin/entities.js';
import { describeEntities } from '../../support/metadata.js';

const source = await describeEntities('sqlite', adminEntities);
const filters = FilterService.forDataSource(source, { context: undefined });

/** A field that only some may see, by a flat name of its own, by a former one, and by its own name. */
const list = {
  fields: ['id', 'nickname', { name: 'email', when: (context: unknown) => context === 'admin' }],
  flat: {
    pageSize: 'limit',
    filters: {
      codeword: { field: 'email', formerly: ['oldcode'] },
      email: '$contains',
      nick: { field: 'nickname', formerly: ['alias'] },
    },
  },
} as const satisfies FilterQueryOverrides<User>;

describe('the flat names that a refusal lists', () => {
  const told = (query: string, context: string, overrides: FilterQueryOverrides<User> = {}): string => {
    try {
      return JSON.stringify(filters.parse(User, query, { ...list, ...overrides, context }));
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      return JSON.stringify(error.issues);
    }
  };

  it.each(['guest', 'admin'])('are present ones of fields that everybody sees, for a client who is %s', (context) => {
    const strict = { unknownParameters: 'refuse' } as const;
    expect(told('invented=1', context, strict)).toContain(
      'use one of: filters, sort, pagination, search, limit, nick"',
    );
    const closed = { ...strict, flat: { ...list.flat, brackets: false } } as const;
    for (const name of ['codeword', 'oldcode', 'email', 'alias']) {
      expect(told('invented=1&facets=a', context, strict)).not.toContain(name);
      expect(told('invented=1&filters[id]=1', context, closed)).not.toContain(name);
    }
  });

  it.each(['codeword', 'oldcode', 'email'])('without %s, which is read for those who see its field', (name) => {
    expect(told(`${name}=x`, 'admin')).toContain('"email":{');
    expect(told(`${name}=x`, 'guest')).toContain('unknown_field');
  });
});
