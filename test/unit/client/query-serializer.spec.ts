import { querySerializer } from 'nestjs-filterable/client';

/** The query of a generated client, its text, and why the row is there. */
const rows: readonly (readonly [query: object, printed: string, why: string])[] = [
  [{}, '', 'nothing'],
  [{ filters: { title: { $eq: 'a b' } } }, 'filters[title][$eq]=a%20b', 'ours in brackets'],
  [{ tenant: 1, filters: { a: { $in: [1, 2] } } }, 'filters[a][$in][0]=1&filters[a][$in][1]=2&tenant=1', 'both'],
  [{ sort: ['a:desc', 'b'] }, 'sort[0]=a%3Adesc&sort[1]=b', 'a list of ours by its indexes'],
  [{ tag: ['a', 'b c'] }, 'tag=a&tag=b+c', 'a list of the host’s by repeating its name'],
  [{ pagination: { page: 2 }, from: new Date(0) }, 'pagination[page]=2&from=1970-01-01T00%3A00%3A00.000Z', 'a date'],
  [{ q: '&=+%', on: false, n: 0n }, 'q=%26%3D%2B%25&on=false&n=0', 'values of other types'],
  [{ q: undefined, r: null, s: [undefined, 1] }, 's=1', 'what others leave out'],
  [{ filters: {} }, '', 'no conditions'],
  [
    { search: 'hot pot', facets: ['a'], fields: ['b'] },
    'search=hot%20pot&facets[0]=a&fields[0]=b',
    'the others of ours',
  ],
  [{ 'filters[a]': '1' }, 'filters%5Ba%5D=1', 'a name with brackets is not ours to take apart'],
];

describe('the serializer of generated clients', () => {
  it.each(rows)('%j: %s: %s', (query, printed) => {
    expect(querySerializer(query)).toBe(printed);
  });

  it('knows names that the server changes', () => {
    const names = { filters: 'where', search: 'q' };
    const query = { where: { a: { $eq: 1 } }, q: 'pot', filters: 'mine' };
    expect(querySerializer(query, names)).toBe('where[a][$eq]=1&search=pot'.replace('search', 'q') + '&filters=mine');
  });

  it.each([
    [{ filters: undefined }, 'filters is undefined, which cannot be sent'],
    [{ filters: { a: { $in: [] } } }, 'filters[a][$in] is an empty list, which cannot be sent'],
    [{ tenant: { id: 1 } }, 'tenant is an object, which a form cannot send'],
    [{ tenant: [[1]] }, 'tenant is an object, which a form cannot send'],
    [{ n: NaN }, 'n is NaN, which is no number that can be sent'],
  ])('refuses %j: %s', (query, message) => {
    expect(() => querySerializer(query)).toThrow(new TypeError(message));
  });
});
