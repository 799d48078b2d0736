import { FilterException } from 'nestjs-filterable';
import { type Asking, type Row, answer, answers, issuesOf, parse, pieces, serviceFor } from '../parse/asking.js';
import { Safe, Ware } from './model.js';

const service = await serviceFor([Ware, Safe]);
const asking: Asking = { of: Ware, by: service, overrides: { select: true } };

describe('fields', () => {
  // prettier-ignore
  const rows: readonly Row[] = [
    ['fields=title', 'fields[0]=title', 'one name'],
    ['fields=title,tags', 'fields[0]=title&fields[1]=tags', 'a comma list'],
    ['fields=title%2Ctags', 'fields[0]=title&fields[1]=tags', 'an encoded comma'],
    ['fields[0]=title&fields[1]=tags', 'fields[0]=title&fields[1]=tags', 'a list'],
    ['fields[1]=tags&fields[0]=title', 'fields[0]=title&fields[1]=tags', 'a list in another order of arrival'],
    ['fields[0]=title,tags&fields[1]=id', 'fields[0]=title&fields[1]=tags&fields[2]=id', 'a comma splits a member'],
    ['fields[]=title&fields[]=tags', 'fields[0]=title&fields[1]=tags', 'a list without indexes'],
    ['fields=title&fields=tags', 'fields[0]=title&fields[1]=tags', 'a repeated key'],
    [{ fields: ['title', 'tags'] }, 'fields[0]=title&fields[1]=tags', 'a list in an object'],
    [{ fields: 'title,tags' }, 'fields[0]=title&fields[1]=tags', 'a comma list in an object'],
    ['fields=address.city', 'fields[0]=address.city', 'an embedded column'],
    ['fields=address,address.city', 'fields[0]=address&fields[1]=address.city', 'a group, and a column of it'],
    ['fields=specs', 'fields[0]=specs', 'a document'],
    ['fields=votes', 'fields[0]=votes', 'a virtual column'],

    ['fields=', ['expected_value /fields'], 'no name'],
    ['fields', ['expected_value /fields'], 'a key without a value'],
    [{ fields: [] }, ['expected_list /fields'], 'an empty list'],
    [{ fields: undefined }, ['expected_value /fields'], 'undefined, which a serializer would drop'],
    [{ fields: null }, ['expected_value /fields'], 'null'],
    [{ fields: 5 }, ['expected_value /fields'], 'a number'],
    [{ fields: ['title', 5] }, ['expected_value /fields/1'], 'a number in a list'],
    ['fields[title]=true', ['expected_value /fields'], 'an object'],
    ['fields[0][title]=1', ['expected_value /fields/0'], 'an object in a list'],
    ['fields=["title"]', ['expected_value /fields'], 'the JSON text of a list'],
    ['fields={"title":true}', ['expected_value /fields'], 'the JSON text of an object'],
    ['fields[0]=title&fields[2]=tags', ['expected_list /fields'], 'a list with a gap'],
    ['fields=title,', ['unknown_field /fields/1'], 'a comma at the end'],
    ['fields=titel,tags,secret', ['unknown_field /fields/0', 'unknown_field /fields/2'], 'each name has its place'],
    ['fields[0]=title,nope&fields[1]=never', ['unknown_field /fields/1', 'unknown_field /fields/2'], 'places count the names'],
    ['fields=title&fields=nope', ['unknown_field /fields/1'], 'of a repeated key, too'],
    ['fields=name', ['unknown_field /fields/0'], 'the property of an alias'],
    ['fields=specs.color', ['unknown_field /fields/0'], 'a path of a document'],
    ['fields=owner', ['unknown_field /fields/0'], 'a relation'],
    ['fields=owner.title', ['unknown_field /fields/0'], 'a column of a relation'],
    ['fields=secret', ['unknown_field /fields/0'], 'a column with `select: false`, which can be filtered by'],
    ['fields=address.door', ['unknown_field /fields/0'], 'such a column in a group'],
    ['fields=*', ['unknown_field /fields/0'], 'everything'],
    ['fields=__proto__,constructor', ['unknown_field /fields/0', 'unknown_field /fields/1'], 'names of a prototype'],
    ['fields=title,title', ['duplicate_key /fields/1'], 'a name twice'],
    ['fields=title&fields=title', ['duplicate_key /fields/1'], 'by a repeated key'],
    [`fields=${pieces(101, () => 'id').replaceAll('&', ',')}`, ['limit_exceeded /fields (members 100)'], 'too many names'],
    [{ fields: Array(101).fill('id') }, ['limit_exceeded /fields (members 100)'], 'too many members'],
  ];
  answers(rows, asking);

  it('says what can be chosen, and what was meant', () => {
    const [issue] = issuesOf('fields=titel', asking);
    expect(issue).toMatchObject({
      path: 'fields',
      allowed: expect.arrayContaining(['id', 'title', 'address', 'votes']),
    });
    expect(issue?.message).toMatch(/^fields: 'titel' cannot be chosen; did you mean 'title'\? Use one of: id, title, /);
  });

  it('names the member of a list', () => {
    expect(issuesOf('fields[0]=id&fields[1]=x', asking)[0]?.path).toBe('fields[1]');
  });

  it('is the host’s own in a text where it is not declared, and nobody’s in code', () => {
    expect(answer('fields=anything', { of: Ware, by: service })).toBe('');
    expect(answer({ fields: ['title'] }, { of: Ware, by: service })).toEqual(['unknown_parameter /fields']);
  });

  it('is refused in code where it is not declared', () => {
    expect(() => service.filter(Ware, { fields: ['name'] })).toThrow(FilterException);
    expect(() => service.filter(Ware, { fields: ['hidden'] }, { trusted: true })).toThrow(/fields is not a part/);
  });

  it('has its name, prefix and all', () => {
    const overrides = { select: true, params: { fields: 'only' }, prefix: 'w_' } as const;
    expect(answer('w_only=title', { ...asking, overrides })).toBe('w_only[0]=title');
    expect(answer('w_onyl[]=title', { ...asking, overrides })).toEqual(['malformed_key /w_only']);
  });
});

describe('a hidden name', () => {
  it.each([
    ['profit', 'profix'],
    ['yard', 'yark'],
    ['yard.lat', 'yard.lax'],
    ['secret', 'secrex'],
    ['hidden', 'hiddex'],
  ])('%s is refused like %s, which does not exist', (hidden, invented) => {
    const [one, other] = [hidden, invented].map((name) => JSON.stringify(issuesOf(`fields=${name}`, asking)));
    expect(one?.replaceAll(hidden, invented)).toBe(other);
  });

  it('is understood from whoever sees it', () => {
    const query = service.parse(Ware, 'fields=profit,yard.lat', { select: true }, 'manager');
    expect(query.toJSON()).toEqual({ fields: ['profit', 'yard.lat'] });
  });

  it('is not told by the size of its group', () => {
    const query = service.parse(Ware, 'fields=yard', { select: ['home'] }, 'manager');
    expect(query.toJSON()).toEqual({ fields: ['yard'] });
    expect(issuesOf('fields=yard', { ...asking, overrides: { select: ['home', 'tags'] } })[0]).toMatchObject({
      allowed: ['tags'],
    });
  });
});

describe('a query with fields', () => {
  const overrides = { select: true } as const;
  const queryOf = (text: string) => service.parse(Ware, text, overrides);

  it('prints them, and parsing that gives the same', () => {
    const query = parse('fields=title,tags&sort=id', asking);
    expect(query.toJSON()).toEqual({ sort: ['id:asc'], fields: ['title', 'tags'] });
    expect(parse(query.toString(), asking).toJSON()).toEqual(query.toJSON());
    expect(parse(query.toJSON(), asking).toString()).toBe(query.toString());
  });

  it('has a cache key of its own', () => {
    const keys = ['', 'fields=title', 'fields=tags', 'fields=title,tags'].map((text) => queryOf(text).cacheKey());
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has the same key for a name of the same columns alone', () => {
    const [one, other] = [['name'], ['name', 'tags']].map((select) =>
      service.parse(Ware, 'fields=title', { select: select as never[] }).cacheKey(),
    );
    expect(one).toBe(other);
    // One name for two columns.
    const renamed = service.parse(Ware, 'fields=title', { select: ['title' as never], fields: ['id'] }).cacheKey();
    expect(renamed.split('#')[1]).not.toBe(one?.split('#')[1]);
  });

  it('prints its links with them', () => {
    const query = queryOf('fields=title&pagination[page]=1&pagination[pageSize]=1');
    const page = { data: [], meta: { pagination: { page: 1, pageSize: 1, total: 2, pageCount: 2 } } };
    expect(decodeURIComponent(service.links(query, page, '/wares'))).toContain('fields[0]=title');
  });

  it('keeps them beside a condition of the server', () => {
    expect(service.and(queryOf('fields=title'), { id: 1 }).toString()).toBe(queryOf('fields=title').toString());
  });
});
