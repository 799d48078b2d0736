import { FilterConfigurationError, FilterException, type FilterQueryOverrides, FilterService } from 'nestjs-filterable';
import { filterJsonSchema } from 'nestjs-filterable/openapi';
import { Post, PostStatus, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';

/*
 * Enums of which requests may send some members: in a list of fields, and by a flat name. The status of a post is
 * draft, published or archived.
 */

const filters = FilterService.forDataSource(await describeEntities('sqlite', blogEntities), { context: undefined });
const values = [PostStatus.Draft, PostStatus.Published];

const lists = {
  fields: { fields: ['id', { name: 'status', values }] },
  flat: {
    flat: {
      filters: {
        state: { field: 'status', values },
        states: { field: 'status', operator: '$in', separator: ',', values },
        not: { field: 'status', operator: '$ne' },
      },
    },
  },
  both: { fields: [{ name: 'status', values }], flat: { filters: { status: { values: [PostStatus.Draft] } } } },
} as const satisfies Record<string, FilterQueryOverrides<Post>>;

function read(list: keyof typeof lists, query: string): string {
  try {
    return filters.parse(Post, query, lists[list]).toString();
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return error.issues.map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`).join(', ');
  }
}

const one = 'must be one of: draft, published';

describe('some members of an enum', () => {
  it.each(
    cases(`
      fields?filters[status]=draft -> filters[status][$eq]=draft
      fields?filters[status]=archived -> invalid_value /filters/status: filters[status] ${one}
      fields?filters[status][$ne]=archived -> invalid_value /filters/status/$ne: filters[status][$ne] ${one}
      fields?filters[status][$in][]=draft&filters[status][$in][]=archived -> invalid_value /filters/status/$in/1: filters[status][$in][1] ${one}
      fields?filters[status][$null]=true -> filters[status][$null]=true
      flat?state=draft -> filters[status][$eq]=draft
      flat?state=archived -> invalid_value /state: state ${one}
      flat?state=Draft -> invalid_value /state: state ${one}
      flat?states=draft,archived -> invalid_value /states/1: states ${one}
      flat?states[]=archived -> invalid_value /states/0: states[0] ${one}
      flat?not=archived -> filters[status][$ne]=archived
      flat?filters[status]=archived -> filters[status][$eq]=archived
      flat?state=draft&filters[status][$ne]=archived -> filters[status][$eq]=draft&filters[status][$ne]=archived
      both?status=published -> invalid_value /status: status must be one of: draft
      both?filters[status]=published -> filters[status][$eq]=published
      both?filters[status]=archived -> invalid_value /filters/status: filters[status] ${one}
    `),
  )('%s -> %s', (request, expected) => {
    const [list = '', query = ''] = request.split(/\?(.*)/s);
    expect(read(list as keyof typeof lists, query)).toBe(expected);
  });

  it('are those of descriptions and schemas', () => {
    const [, status] = filters.describe(Post, lists.fields).fields;
    expect(status).toMatchObject({ name: 'status', members: values, expects: one });
    expect(filters.describe(Post, lists.flat).flat[0]).toMatchObject({ name: 'state', members: values });
    expect(JSON.stringify(filterJsonSchema(filters, Post, lists.fields))).toContain('"enum":["draft","published"]');
    expect(JSON.stringify(filterJsonSchema(filters, Post, lists.fields))).not.toContain('archived');
  });

  it('are in cache keys, and keep the members that rows have', () => {
    const keyOf = (overrides: object) => filters.parse(Post, 'filters[id]=1', overrides).cacheKey();
    expect(keyOf(lists.fields)).not.toBe(keyOf({ fields: ['id', 'status'] }));
  });

  it.each([
    [['archive'], /`values` has archive, which is not a member; did you mean/],
    [[], /`values` must be a list of different members/],
    [['draft', 'draft'], /`values` must be a list of different members/],
    ['draft', /`values` must be a list of different members/],
  ])('may not be %j', (wrong, error) => {
    for (const overrides of [
      { fields: [{ name: 'status', values: wrong }] },
      { flat: { filters: { status: { values: wrong } } } },
    ] as unknown as FilterQueryOverrides<Post>[]) {
      expect(() => filters.parse(Post, '', overrides)).toThrow(FilterConfigurationError);
      expect(() => filters.parse(Post, '', overrides)).toThrow(error);
    }
  });

  it('are at most those of the list', () => {
    const wider = { fields: lists.fields.fields, flat: { filters: { status: { values: [PostStatus.Archived] } } } };
    expect(() => filters.parse(Post, '', wider)).toThrow('`values` has archived, which is not a member');
  });
});
