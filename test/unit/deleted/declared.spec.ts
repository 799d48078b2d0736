import { FilterException, FilterService } from 'nestjs-filterable';
import type { FilterQueryOverrides } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Author, Comment, Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

const source = await describeEntities('sqlite', blogEntities);
const otherSource = await describeEntities('sqlite', blogEntities);
const filters = FilterService.forDataSource(source, { context: undefined });

interface User {
  readonly isAdmin?: boolean;
}

const forAdmins = { deleted: (user: unknown) => (user as User | undefined)?.isAdmin === true } as const;

function configurationError(entity: EntityTarget<ObjectLiteral>, overrides: unknown): string {
  try {
    filters.parse(entity, '', overrides as FilterQueryOverrides<ObjectLiteral>);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'none';
}

function refusalOf(query: string, overrides: object): unknown {
  try {
    return filters.parse(Post, query, overrides).toString();
  } catch (error) {
    if (error instanceof FilterException) return error.getResponse();
    throw error;
  }
}

describe('the option `deleted`', () => {
  // prettier-ignore
  it.each([
    [Author, { deleted: true }, 'needs a delete date, and Author has none; add a @DeleteDateColumn(), or leave the option out'],
    [Author, { deleted: { related: true } }, 'needs a delete date, and Author has none'],
    [Post, { deleted: 'with' }, '`deleted` must be true, a function of the context, or an object, not with'],
    [Post, { deleted: false }, '`deleted` must be true, a function of the context, or an object, not false'],
    [Post, { deleted: null }, '`deleted` must be an object'],
    [Post, { deleted: { when: true } }, '`deleted.when` must be a function of the context, not true'],
    [Post, { deleted: { relatd: true } }, 'the option `deleted.relatd` does not exist; did you mean related?'],
  ])('of %p cannot be %j: %s', (entity, overrides, message) => {
    expect(configurationError(entity, overrides)).toContain(message);
  });

  it.each<[FilterQueryOverrides<Post>]>([
    [{ deleted: true }],
    [{ deleted: {} }],
    [{ deleted: () => true }],
    [{ deleted: { when: () => true } }],
  ])('may be %j', (overrides) => {
    const query = filters.parse(Post, 'deleted=only', overrides);
    expect([query.toString(), query.toJSON()]).toEqual(['deleted=only', { deleted: 'only' }]);
    expect(filters.parse(Post, query.toJSON(), overrides).toString()).toBe('deleted=only');
  });
});

describe('a parameter that does not exist for a client', () => {
  const hidden = (query: string) => refusalOf(query, { ...forAdmins, context: {} });
  const plain = (query: string) => refusalOf(query, { context: {} });

  it.each([
    'deleted=with',
    'deleted=',
    'deleted=x&sort=title',
    'deleted[a]=1',
    'deleted[=1',
    'deletd[a]=1',
    'Deleted[]=with',
    'filters[deleted]=1',
    'fillters[a]=1&deleted=with',
  ])('answers %s as where nobody has declared it', (query) => {
    expect(hidden(query)).toEqual(plain(query));
    const strict = { unknownParameters: 'refuse', context: {} } as const;
    expect(refusalOf(query, { ...forAdmins, ...strict })).toEqual(refusalOf(query, strict));
  });

  it('exists for others', () => {
    const query = filters.parse(Post, 'deleted=with', { ...forAdmins, context: { isAdmin: true } });
    expect(query.toJSON()).toEqual({ deleted: 'with' });
    expect(refusalOf('deleted=x', { ...forAdmins, context: { isAdmin: true } })).toMatchObject({
      issues: [{ code: 'invalid_value', path: 'deleted', message: 'deleted must be with or only' }],
    });
  });

  it('is hidden by a function that fails or gives no boolean, and a promise is an error', () => {
    const by = (when: () => unknown) => refusalOf('deleted=with', { deleted: { when }, unknownParameters: 'refuse' });
    const refused = { issues: [{ code: 'unknown_parameter' }] };
    expect(
      by(() => {
        throw new Error('no user');
      }),
    ).toMatchObject(refused);
    expect(by(() => 'yes')).toMatchObject(refused);
    const other = FilterService.forDataSource(otherSource);
    const promised = { deleted: () => Promise.resolve(true) } as never;
    expect(() => other.parse(Post, '', promised)).toThrow('returned a promise');
  });

  it('is described to those for whom it exists', () => {
    expect(filters.describe(Post, forAdmins)).toMatchObject({ deleted: [] });
    expect(filters.describe(Post, forAdmins).parameters).not.toHaveProperty('deleted');
    const admin = filters.describe(Post, { ...forAdmins, context: { isAdmin: true } });
    expect(admin).toMatchObject({ deleted: ['with', 'only'], parameters: { deleted: 'deleted' } });
    expect(filters.describe(Comment, { deleted: true }).deleted).toEqual(['with', 'only']);
  });
});

describe('the key of a cache', () => {
  it('has the mode, and what becomes of related rows', () => {
    const keys = [
      filters.parse(Post, '', { deleted: true }),
      filters.parse(Post, 'deleted=with', { deleted: true }),
      filters.parse(Post, 'deleted=only', { deleted: true }),
      filters.parse(Post, 'deleted=with', { deleted: { related: true } }),
      filters.parse(Post, 'deleted=only', { deleted: { related: true } }),
    ].map((query) => query.cacheKey());
    expect(new Set(keys).size).toBe(keys.length);
    expect(filters.parse(Post, '', { deleted: true }).cacheKey()).toBe(filters.parse(Post, '').cacheKey());
  });
});
