import { toQueryString } from '../../../lib/client/index.js';
import { printQueryString, RepeatedKey } from '../../../lib/wire/index.js';

/** The server prints with qs, and the client by itself. */
const printers: readonly [string, typeof printQueryString][] = [
  ['the server', printQueryString],
  ['the client', (tree, names) => toQueryString(tree as object, names)],
];

describe.each(printers)('%s prints', (_, printQueryString) => {
  // prettier-ignore
  it.each([
    { tree: {}, text: '', why: 'nothing' },
    { tree: { filters: {} }, text: '', why: 'no conditions' },
    { tree: { filters: { title: { $eq: 'a' } } }, text: 'filters[title][$eq]=a', why: 'readable keys' },
    { tree: { filters: { a: 'x y&z=1+%[$]é' } }, text: 'filters[a]=x%20y%26z%3D1%2B%25%5B%24%5D%C3%A9', why: 'encoded values' },
    { tree: { filters: { a: { $in: ['x', 'y'] } } }, text: 'filters[a][$in][0]=x&filters[a][$in][1]=y', why: 'explicit indexes' },
    { tree: { filters: { a: null, b: '' } }, text: 'filters[a]&filters[b]=', why: 'null has no equals sign' },
    { tree: { sort: '' }, text: 'sort=', why: 'an empty order' },
    { tree: { sort: ['a:desc', { b: 'asc' }] }, text: 'sort[0]=a%3Adesc&sort[1][b]=asc', why: 'a sort' },
    { tree: { pagination: { page: 2, withCount: false }, sort: 'a', filters: { b: 1n } }, text: 'filters[b]=1&sort=a&pagination[page]=2&pagination[withCount]=false', why: 'native values, and always the same order of parameters' },
    { tree: { filters: { 'a&b': { 'c=d': { 'e#f+g h%': 'x' } } } }, text: 'filters[a%26b][c%3Dd][e%23f%2Bg%20h%25]=x', why: 'what would break a key is encoded' },
    { tree: { filters: { 'a[0]': '1' } }, text: 'filters[a%5B0%5D]=1', why: 'brackets in a name' },
    { tree: { filters: { 'a.b-c_$d': '1' } }, text: 'filters[a.b-c_$d]=1', why: 'what needs no encoding' },
    { tree: { filters: { '$a b': '1' } }, text: 'filters[$a%20b]=1', why: 'a dollar sign stays one beside what is encoded' },
    { tree: { filters: null }, text: 'filters', why: 'null at the parameter itself' },
    { tree: { filters: { a: '{"$ne":"x"}' } }, text: 'filters[a][0]=%7B%22%24ne%22%3A%22x%22%7D', why: 'no operator' },
    { tree: { filters: { a: ' \n[x' } }, text: 'filters[a][0]=%20%0A%5Bx', why: 'nor after blanks' },
    { tree: { filters: { $or: [{ a: '{' }] } }, text: 'filters[$or][0][a][0]=%7B', why: 'nor in a group' },
    { tree: { filters: { a: { b: '{' } } }, text: 'filters[a][b][0]=%7B', why: 'nor through a relation' },
    { tree: { filters: { a: { $eq: '{' } } }, text: 'filters[a][$eq]=%7B', why: 'a text under an operator' },
    { tree: { filters: { a: ['{', '['] } }, text: 'filters[a][0]=%7B&filters[a][1]=%5B', why: 'texts in a list' },
    { tree: { filters: { a: 'x{' } }, text: 'filters[a]=x%7B', why: 'a text that begins otherwise' },
    { tree: { pagination: { after: '{x' } }, text: 'pagination[after]=%7Bx', why: 'nor a cursor' },
    { tree: { search: '{x' }, text: 'search=%7Bx', why: 'a search is never JSON' },
    { tree: { facets: { a: { search: '[x' } } }, text: 'facets[a][search]=%5Bx', why: 'nor that of a facet' },
    { tree: { populate: { a: { filters: { b: '{' } } } }, text: 'populate[a][filters][b][0]=%7B', why: 'filters of a relation' },
    { tree: JSON.parse('{"filters":{"__proto__":{"a":"1"}}}'), text: 'filters[__proto__][a]=1', why: 'only a name' },
    { tree: { filters: { constructor: { isBuffer: { $eq: '1' } } } }, text: 'filters[constructor][isBuffer][$eq]=1', why: 'a name that qs asks an object for' },
    { tree: { search: `${'a'.repeat(1023)}\u{1f600}` }, text: `search=${'a'.repeat(1023)}%F0%9F%98%80`, why: 'two units of a character in two pieces of qs' },
  ])('$text: $why', ({ tree, text }) => {
    expect(printQueryString(tree)).toBe(text);
  });

  it('calls the parameters what the host calls them', () => {
    const names = { filters: 'where', sort: 'order by', pagination: 'p' };
    expect(printQueryString({ filters: { a: '1' }, sort: 'b' }, names)).toBe('where[a]=1&order%20by=b');
  });

  // prettier-ignore
  it.each([
    { tree: { filters: undefined }, message: 'filters is undefined', why: 'absent is another thing' },
    { tree: { filters: '{"a":1}' }, message: 'filters is a text like JSON', why: 'it would be read as conditions' },
    { tree: { pagination: ' {' }, message: 'pagination is a text like JSON', why: 'it would be read as an object' },
    { tree: { populate: '{"a":true}' }, message: 'populate is a text like JSON', why: 'it would be read as an object' },
    { tree: { facets: '[' }, message: 'facets is a text like JSON', why: 'it would be read as a list' },
    { tree: { sort: [] }, message: 'sort is an empty list', why: 'it could not be read back' },
    { tree: { pagination: {} }, message: 'pagination is an empty object', why: 'it could not be read back' },
    { tree: { filters: { a: new RepeatedKey(['1']) } }, message: 'filters[a] is neither', why: 'not what is canonical' },
    { tree: { filters: { '': 'x' } }, message: 'filters has an empty name', why: 'it would be read as []' },
    { tree: { filters: { a: { 'b\0': 'x' } } }, message: 'filters[a] has a NUL', why: 'it would be refused' },
    { tree: { filters: { 'a]b': 'x' } }, message: 'filters has an unmatched ]', why: 'it would end the segment' },
    { tree: { filters: { 'a][b': 'x' } }, message: 'filters has an unmatched ]', why: 'it would be two segments' },
    { tree: { filters: { '\ud800': 'x' } }, message: 'filters has half a surrogate', why: 'it has no UTF-8' },
    { tree: { filters: { a: '\udc00x' } }, message: 'filters[a] has half a surrogate', why: 'it has no UTF-8' },
  ])('throws: $message ($why)', ({ tree, message }) => {
    expect(() => printQueryString(tree)).toThrow(TypeError);
    expect(() => printQueryString(tree)).toThrow(message);
  });
});
