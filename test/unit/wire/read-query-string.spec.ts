import { RepeatedKey } from '../../../lib/wire/index.js';
import { pieces, plain, read, readWell } from './reading.js';

interface Case {
  readonly query: string;
  readonly tree: unknown;
  readonly why: string;
}

interface Refused {
  readonly query: string;
  readonly issues: readonly string[];
  readonly why: string;
  readonly tree?: unknown;
}

function reads(cases: readonly Case[]): void {
  it.each(cases)('$query: $why', ({ query, tree }) => {
    expect(plain(readWell(query))).toStrictEqual(tree);
  });
}

function refuses(cases: readonly Refused[]): void {
  it.each(cases)('$query: $why', ({ query, issues, tree }) => {
    const found = read(query);
    expect(found.issues).toEqual(issues);
    expect(plain(found.tree)).toStrictEqual(tree ?? {});
  });
}

const titleIsA = { filters: { title: { $eq: 'a' } } };

describe('whose key it is', () => {
  reads([
    { query: '', tree: {}, why: 'nothing' },
    { query: '&&', tree: {}, why: 'empty pieces' },
    { query: 'filters[title][$eq]=a', tree: titleIsA, why: 'ours' },
    { query: '&filters[title][$eq]=a&', tree: titleIsA, why: 'empty pieces around it' },
    { query: '%66ilters[title][$eq]=a', tree: titleIsA, why: 'ours, with an encoded letter' },
    { query: 'filters%5Btitle%5D%5B%24eq%5D=a', tree: titleIsA, why: 'ours, as URLSearchParams writes it' },
    { query: 'filters%5btitle%5d[%24eq%5D=a', tree: titleIsA, why: 'any mixture of that' },
    { query: 'filters[title%5D%5B$eq]=a', tree: titleIsA, why: 'encoded brackets alone' },
    { query: 'myfilters[title][$eq]=a', tree: {}, why: "the host's: something before the name" },
    { query: 'filtersX=a', tree: {}, why: "the host's: something after the name" },
    { query: 'filtersXY[title]=a', tree: {}, why: "the host's, with brackets" },
    { query: 'filter=a', tree: {}, why: "the host's: a shorter name" },
    { query: 'Filters=a', tree: {}, why: "the host's: names have a case" },
    { query: 'q=filters[title]=a', tree: {}, why: "the host's: our name in its value" },
    { query: '__proto__[isAdmin]=true', tree: {}, why: "the host's: a prototype" },
    { query: 'x=%zz&%zz=1&q[%E0%A4%A]=1', tree: {}, why: "the host's malformed encoding" },
    { query: 'x[a]=1&x=2&x[a]=3&y[', tree: {}, why: "the host's contradictions" },
    { query: '=a', tree: {}, why: 'no name at all' },
    { query: '[title]=a', tree: {}, why: 'brackets without a name' },
  ]);

  it('goes by the names that the host has given', () => {
    const names = { filters: 'where', sort: 'order.by' };
    const { tree, issues } = read('where[a]=1&filters[b]=2&order.by=c&pagination[page]=3&where.a=4', {}, names);
    expect(plain(tree)).toStrictEqual({ filters: { a: '1' }, sort: 'c', pagination: { page: '3' } });
    expect(issues).toEqual(['malformed_key /where']);
  });
});

describe('keys', () => {
  // prettier-ignore
  reads([
    { query: 'filters=', tree: { filters: '' }, why: 'an empty value of the parameter itself' },
    { query: 'filters', tree: { filters: null }, why: 'no value of the parameter itself' },
    { query: 'sort=', tree: { sort: '' }, why: 'an empty order' },
    { query: 'sort=a:desc,b', tree: { sort: 'a:desc,b' }, why: 'a comma is text' },
    { query: 'sort[b]=desc&sort[a]=asc', tree: { sort: { b: 'desc', a: 'asc' } }, why: 'an object' },
    { query: 'filters[a.b][$eq]=1', tree: { filters: { 'a.b': { $eq: '1' } } }, why: 'a dot is text' },
    { query: 'filters[ a ]=1', tree: { filters: { ' a ': '1' } }, why: 'spaces are text' },
    { query: 'filters[a+b]=1', tree: { filters: { 'a b': '1' } }, why: 'a plus is a space' },
    { query: 'filters[a%2Bb]=1', tree: { filters: { 'a+b': '1' } }, why: 'an encoded plus is a plus' },
    { query: 'filters[a%255D]=1', tree: { filters: { 'a%5D': '1' } }, why: 'decoded once' },
    { query: 'filters[a%26b%23]=1', tree: { filters: { 'a&b#': '1' } }, why: 'delimiters, encoded' },
    { query: 'filters[a=b]=c', tree: { filters: { 'a=b': 'c' } }, why: 'an equals sign inside brackets is text' },
    { query: 'filters%5Ba=b%5D=c', tree: { filters: { 'a=b': 'c' } }, why: 'or inside encoded ones' },
    { query: 'filters[$.a%5B*%5D]=1', tree: { filters: { '$.a[*]': '1' } }, why: 'encoded brackets inside bare ones' },
    { query: 'filters[a%5Bb]=1', tree: { filters: { 'a[b': '1' } }, why: 'an encoded bracket inside bare ones' },
    { query: 'filters[a%5B%5D][$eq]=1', tree: { filters: { 'a[]': { $eq: '1' } } }, why: 'an encoded empty pair' },
    { query: 'filters[%C3%A9]=1', tree: { filters: { é: '1' } }, why: 'UTF-8' },
    { query: 'filters[é]=1', tree: { filters: { é: '1' } }, why: 'text that was not encoded' },
    { query: 'filters[constructor]=1', tree: { filters: { constructor: '1' } }, why: 'only a name' },
    { query: 'filters[a][toString][x]=1', tree: { filters: { a: { toString: { x: '1' } } } }, why: 'only a name' },
    { query: 'filters[hasOwnProperty]=1', tree: { filters: { hasOwnProperty: '1' } }, why: 'only a name' },
    { query: 'filters[_id][__v]=1', tree: { filters: { _id: { __v: '1' } } }, why: 'underscores' },
    { query: 'filters[__proto__][$eq]=x', tree: { filters: JSON.parse('{"__proto__":{"$eq":"x"}}') }, why: 'only a name, which qs would drop' },
    { query: 'filters[a][%5F_proto__]=x&filters[a][b]=y', tree: { filters: { a: JSON.parse('{"__proto__":"x","b":"y"}') } }, why: 'the same, encoded and deeper' },
  ]);

  const malformed = ['malformed_key /filters'];
  refuses([
    { query: 'filters[title=a', issues: malformed, why: 'not closed' },
    { query: 'filters[title][$eq=a', issues: malformed, why: 'not closed, later' },
    { query: 'filters[', issues: malformed, why: 'opened only' },
    { query: 'filters]=a', issues: malformed, why: 'closed only' },
    { query: 'filters[a]]=a', issues: malformed, why: 'closed twice' },
    { query: 'filters[a]b=a', issues: malformed, why: 'text after a segment' },
    { query: 'filters[a]b[c]=a', issues: malformed, why: 'text between segments' },
    { query: 'filters.title=a', issues: malformed, why: 'a dot for brackets' },
    { query: 'filters[[a]]=a', issues: malformed, why: 'brackets inside brackets' },
    { query: 'filters%5B%5Ba%5D%5D=a', issues: malformed, why: 'the same, all encoded' },
    { query: 'filters[a[b]=a', issues: malformed, why: 'a second bracket that is not encoded' },
    { query: 'filters[ti[t]le]=a', issues: malformed, why: 'brackets inside a name' },
    { query: 'filters[a%5Db]=a', issues: malformed, why: 'an encoded bracket ends a segment' },
    { query: 'filters%255Ba%255D=a', issues: malformed, why: 'encoded twice is meant for us, and unreadable' },
    { query: 'filters[a%00]=a', issues: malformed, why: 'NUL' },
    { query: 'sort]=a', issues: ['malformed_key /sort'], why: 'at its own parameter' },
    { query: 'pagination.page=1', issues: ['malformed_key /pagination'], why: 'at its own parameter' },
  ]);

  it.each(['filters[\0p]=a', 'filters[a\0(]=a', 'filters[a][\0'])('refuses a NUL that was not encoded: %j', (query) => {
    expect(read(query)).toMatchObject({ issues: malformed, tree: {} });
  });

  it.each(['filters', 'filters[a]', 'filters[a][$in][0]', 'sort', 'pagination[page]'])(
    'gives %s nothing to inherit',
    (key) => {
      const { tree } = read(`${key}[x]=1`);
      for (let node: unknown = Object.values(tree)[0]; typeof node === 'object'; node = Object.values(node ?? {})[0]) {
        const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty'].filter(
          (name) => name in Object(node),
        );
        expect(inherited.length > 0).toBe(Array.isArray(node));
        if (!Array.isArray(node)) expect(Object.isFrozen(Object.getPrototypeOf(node))).toBe(true);
      }
    },
  );
});

describe('a name that is nearly one of ours', () => {
  const near = (pointer: string) => [`malformed_key ${pointer}`];
  refuses([
    { query: 'filter[a]=1', issues: near('/filters'), why: 'a letter less' },
    { query: 'filterss[a]=1', issues: near('/filters'), why: 'a letter more' },
    { query: 'fibters[a]=1', issues: near('/filters'), why: 'another letter' },
    { query: 'fitlers[a]=1', issues: near('/filters'), why: 'two that have changed places' },
    { query: 'xfilters[a]=1', issues: near('/filters'), why: 'something before it' },
    { query: 'filtersX[a]=1', issues: near('/filters'), why: 'something after it' },
    { query: 'Filters[a]=1', issues: near('/filters'), why: 'a capital' },
    { query: 'FILTER[a]=1', issues: near('/filters'), why: 'capitals, and a letter less' },
    { query: 'fil_ters[a]=1', issues: near('/filters'), why: 'what is no letter' },
    { query: '%20filters[a]=1', issues: near('/filters'), why: 'a space before it' },
    { query: 'filters%20[a]=1', issues: near('/filters'), why: 'a space after it' },
    { query: '?filters[a]=1', issues: near('/filters'), why: 'the mark of a URL' },
    { query: '/posts?filters[a]=1', issues: near('/filters'), why: 'a whole path' },
    { query: 'x=1&amp;filters[a]=1', issues: near('/filters'), why: 'what is left of an escaped ampersand' },
    { query: 'filter%5Ba%5D=1', issues: near('/filters'), why: 'encoded brackets' },
    { query: 'filter%255Ba%255D=1', issues: near('/filters'), why: 'brackets that are encoded twice' },
    { query: 'filter[%zz]=1', issues: near('/filters'), why: 'in a key that cannot be decoded' },
    { query: 'filter]=1', issues: near('/filters'), why: 'one bracket' },
    { query: 'pagination%5Bpage%5D%5B=1', issues: near('/pagination'), why: 'a name that is right' },
    { query: 'Pagination[page]=1', issues: near('/pagination'), why: 'of another parameter' },
    { query: 'sorts[a]=1', issues: near('/sort'), why: 'of four letters' },
    { query: 'filter={"a":1}', issues: near('/filters'), why: 'with JSON' },
    { query: 'filter=%7B%22a%22%3A1%7D', issues: near('/filters'), why: 'with JSON, encoded' },
    { query: 'filter= {"a":1', issues: near('/filters'), why: 'with JSON that is cut off' },
    { query: 'Sort=["a"]', issues: near('/sort'), why: 'with the JSON of a list' },
    { query: 'filter[a]=1&sorts[b]=2', issues: [...near('/filters'), ...near('/sort')], why: 'two' },
  ]);

  reads([
    { query: 'filter=1', tree: {}, why: 'neither brackets nor JSON' },
    { query: 'filter=[1,', tree: {}, why: 'a bracket is no JSON' },
    { query: 'filter={}x', tree: {}, why: 'nor are braces' },
    { query: 'filter=a[b]', tree: {}, why: 'brackets in the value' },
    { query: 'fitler[a]=1', tree: {}, why: 'two edits away' },
    { query: 'soft-delete[a]=1', tree: {}, why: 'a word that begins alike' },
    { query: 'page[size]=1', tree: {}, why: 'a word of its own' },
    { query: 'my.filters[a]=1', tree: {}, why: 'a prefix' },
    { query: 'a_filters[a]=1', tree: {}, why: 'a prefix of one letter' },
    { query: '[filters]=1', tree: {}, why: 'no name at all' },
    { query: '%20sort=a', tree: {}, why: 'a space, and neither brackets nor JSON' },
    { query: 'sort=a?', tree: { sort: 'a?' }, why: 'a mark in a value is text' },
  ]);

  it('of three letters must be equal but for its case', () => {
    const names = { sort: 'ord' };
    expect(read('ords[a]=1', {}, names).issues).toEqual([]);
    expect(read('ORD[a]=1', {}, names).issues).toEqual(['malformed_key /ord']);
  });

  it('says which one was meant, and how it was written', () => {
    expect(read('x&%20Filters%5Bt%3Ci%3E%5D=a').messages).toEqual([
      ' Filters[t\\u{3c}i\\u{3e}] is not read; did you mean filters? To let it pass, list  Filters in allowParameters',
    ]);
  });
});

describe('values', () => {
  reads([
    { query: 'filters[a]=x=y', tree: { filters: { a: 'x=y' } }, why: 'an equals sign is text' },
    { query: 'filters[a]=x]=y', tree: { filters: { a: 'x]=y' } }, why: 'a bracket is text' },
    { query: 'sort=x]=y', tree: { sort: 'x]=y' }, why: 'a bracket is text, without brackets before' },
    { query: 'filters[a]=x;filters[b]=y', tree: { filters: { a: 'x;filters[b]=y' } }, why: 'a semicolon is text' },
    { query: 'filters[a]=x,y', tree: { filters: { a: 'x,y' } }, why: 'a comma is text' },
    { query: 'filters[a]=x+y%20z%2B', tree: { filters: { a: 'x y z+' } }, why: 'two spaces and a plus' },
    { query: 'filters[a]=%2525', tree: { filters: { a: '%25' } }, why: 'decoded once' },
    { query: 'filters[a]=%F0%9F%8C%B1', tree: { filters: { a: '🌱' } }, why: 'four bytes' },
    { query: 'filters[a]=a%00b', tree: { filters: { a: 'a\0b' } }, why: 'NUL is for the value kinds to refuse' },
    { query: 'filters[a]=', tree: { filters: { a: '' } }, why: 'empty' },
    { query: 'filters[a]', tree: { filters: { a: null } }, why: 'none' },
    { query: 'filters[a]=%26%2310003%3B', tree: { filters: { a: '&#10003;' } }, why: 'no entities' },
  ]);

  const at = (pointer: string): readonly string[] => [`malformed_encoding ${pointer}`];
  // prettier-ignore
  refuses([
    { query: 'filters[title][$eq]=%zz', issues: at('/filters/title/$eq'), why: 'no hex digits' },
    { query: 'filters[title][$eq]=100%', issues: at('/filters/title/$eq'), why: 'a bare percent sign' },
    { query: 'filters[title][$eq]=%u0041', issues: at('/filters/title/$eq'), why: 'no such escape' },
    { query: 'filters[title][$eq]=%E0%A4%A', issues: at('/filters/title/$eq'), why: 'cut off' },
    { query: 'filters[title][$eq]=%ED%A0%80', issues: at('/filters/title/$eq'), why: 'half a surrogate pair' },
    { query: 'filters[title][$eq]=%F4%90%80%80', issues: at('/filters/title/$eq'), why: 'beyond Unicode' },
    { query: 'filters[title][$eq]=%C0%AF', issues: at('/filters/title/$eq'), why: 'too long a form' },
    { query: 'filters[title][$eq]=%E9', issues: at('/filters/title/$eq'), why: 'Latin 1' },
    { query: 'sort=%zz', issues: at('/sort'), why: 'at the parameter itself' },
    { query: 'filters[a~b][c/d]=%zz', issues: at('/filters/a~0b/c~1d'), why: 'a pointer is escaped' },
    { query: 'filters[__proto__]=%zz', issues: at('/filters/__proto__'), why: 'the name as it was meant' },
    { query: 'filters[%zz]=a', issues: at('/filters'), why: 'in a key' },
    { query: 'filters[title][%E0%A4%A]=a', issues: at('/filters'), why: 'in a key, cut off' },
    { query: '%66ilters[%zz]=a', issues: at('/filters'), why: 'in a key whose name is encoded' },
    { query: '%66%69lters%5B%E0%A4%5D=a', issues: at('/filters'), why: 'in a key that is encoded throughout' },
    { query: 'filters%5=a', issues: at('/filters'), why: 'half a bracket' },
    { query: 'filters%E0%A4=a', issues: at('/filters'), why: 'half a character after the name' },
    { query: 'filters[id][$in][0]=1&filters[id][$in][1]=%zz', issues: at('/filters/id/$in/1'), why: 'of a member' },
    { query: 'filters[id][$in][1]=1&filters[id][$in][0]=%zz', issues: at('/filters/id/$in/0'), why: 'of the first one' },
    { query: 'filters[id][$in][5]=%zz', issues: at('/filters/id/$in/5'), why: 'of one after a gap' },
    { query: 'filters[id][$in][]=%zz&filters[id][$in][]=1&filters[id][$in][]=%zz', issues: [...at('/filters/id/$in/0'),...at('/filters/id/$in/2')], why: 'of members without an index' },
    { query: 'filters[a][x]=1&filters[a][]=%zz', issues: at('/filters/a/0'), tree: { filters: { a: { x: '1' } } }, why: 'of one where there is an object so far' },
  ]);
});

describe('a fragment, which ends a query string', () => {
  refuses([
    { query: 'filters[a]=1#top', issues: ['malformed_encoding /filters'], why: 'in a value of ours' },
    { query: 'q=1#top', issues: ['malformed_encoding /filters'], why: "in a value of the host's" },
    { query: '#', issues: ['malformed_encoding /filters'], why: 'alone' },
  ]);

  it('says how it is written', () => {
    expect(read('sort=a#').messages).toEqual([
      'filters has a # in its query string, which ends it; write %23 in a value',
    ]);
  });
});

describe('the parameters that only some lists read', () => {
  const names = { search: 'search', facets: 'facets', fields: 'fields' };

  it.each<[query: string, tree: object, issues: readonly string[], why: string]>([
    ['search=a', { search: 'a' }, [], 'a word'],
    ['search=a&search=b', {}, ['duplicate_key /search'], 'two words'],
    ['facets=a&facets=b', { facets: new RepeatedKey(['a', 'b']) }, [], 'a repeated key'],
    ['facets[a][x]=1&facets[a][x]=2', {}, ['duplicate_key /facets/a/x'], 'a repeated option'],
    ['fields=a&fields=b', { fields: new RepeatedKey(['a', 'b']) }, [], 'a repeated key'],
    ['fields[a]=1&fields[a]=2', {}, ['duplicate_key /fields/a'], 'a repeated name'],
  ])('%s is %j, %j: %s', (query, tree, issues) => {
    const found = read(query, {}, names);
    expect(found.issues).toEqual(issues);
    expect(plain(found.tree)).toStrictEqual(tree);
  });

  it('are the host’s in the other lists', () => {
    expect(plain(readWell('search=a&search=b&facets[a]=1&facets[a]=2&fields=c'))).toStrictEqual({});
  });
});

describe('lists', () => {
  const ab = { filters: { id: { $in: ['a', 'b'] } } };
  // prettier-ignore
  reads([
    { query: 'filters[id][$in][0]=a&filters[id][$in][1]=b', tree: ab, why: 'indexes' },
    { query: 'filters[id][$in][1]=b&filters[id][$in][0]=a', tree: ab, why: 'the index decides, not the arrival' },
    { query: 'filters[a][2]=c&filters[a][0]=a&filters[a][1]=b', tree: { filters: { a: ['a', 'b', 'c'] } }, why: 'one that comes long before its turn' },
    { query: 'filters[a][3]=d&filters[a][1]&filters[a][2]=c&filters[a][0]=a', tree: { filters: { a: ['a', null, 'c', 'd'] } }, why: 'all but the first come early, one of them null' },
    { query: 'filters[a][4]=e&filters[a][1]=b&filters[a][0]=a', tree: { filters: { a: { 0: 'a', 1: 'b', 4: 'e' } } }, why: 'one comes early, and its turn never comes' },
    { query: 'filters[id][$in][]=a&filters[id][$in][]=b', tree: ab, why: 'empty brackets' },
    { query: 'filters[id][$in]%5B%5D=a&filters[id][$in][]=b', tree: ab, why: 'empty brackets, encoded' },
    { query: 'filters[id][$in][0]=a&filters[id][$in]%5B1%5D=b', tree: ab, why: 'one index encoded' },
    { query: 'filters[id][$in]%5B0%5D=a&filters[id][$in]%5b1%5d=b', tree: ab, why: 'both, in another case' },
    { query: '%66ilters[id][$in][0]=a&filters[id][$in][1]=b', tree: ab, why: 'one name encoded' },
    { query: 'filters[a][0]=w&filters[b][0]=x&filters[a][1]=y&filters[b][1]=z', tree: { filters: { a: ['w', 'y'], b: ['x', 'z'] } }, why: 'two lists in turn' },
    { query: 'filters[a][0]=x&filters[a][1][b]=y&filters[a][2]=z', tree: { filters: { a: ['x', { b: 'y' }, 'z'] } }, why: 'a member that is more than an index' },
    { query: 'filters[0][0]=x&filters[0][1]=y', tree: { filters: [['x', 'y']] }, why: 'indexes alone' },
    { query: 'filters[a][0]=x&filters[a][b]=y&filters[a][1]=z', tree: { filters: { a: { 0: 'x', b: 'y', 1: 'z' } } }, why: 'a name among them' },
    { query: 'sort[0]=x&filters[0]=y&sort[1]=z', tree: { sort: ['x', 'z'], filters: ['y'] }, why: 'of two parameters' },
    { query: 'filters[id][$in][]=a', tree: { filters: { id: { $in: ['a'] } } }, why: 'a list of one' },
    { query: 'filters[id][$in][]=', tree: { filters: { id: { $in: [''] } } }, why: 'a list of an empty text' },
    { query: 'filters[id][$in][]', tree: { filters: { id: { $in: [null] } } }, why: 'a list of null' },
    { query: 'filters[id][$in]=a&filters[id][$in]=b', tree: { filters: { id: { $in: new RepeatedKey(['a', 'b']) } } }, why: 'a repeated key is no list yet' },
    { query: 'filters[a]=1&filters[a]&filters[a]=', tree: { filters: { a: new RepeatedKey(['1', null, '']) } }, why: 'a repeated key, in order of arrival' },
    { query: 'sort=a&sort=b', tree: { sort: new RepeatedKey(['a', 'b']) }, why: 'sort may be repeated' },
    { query: 'sort[]=a&sort[]=b', tree: { sort: ['a', 'b'] }, why: 'a list at the parameter itself' },
    { query: 'sort[1][b][c]=asc&sort[0]=a', tree: { sort: ['a', { b: { c: 'asc' } }] }, why: 'values and objects in one list' },
    { query: 'filters[$or][0][a]=1&filters[$or][1][b][$in][0]=2&filters[$or][0][c]=3', tree: { filters: { $or: [{ a: '1', c: '3' }, { b: { $in: ['2'] } }] } }, why: 'a list of objects' },
    { query: 'filters[$or][0][0][a]=1&filters[$or][0][1][b]=2', tree: { filters: { $or: [[{ a: '1' }, { b: '2' }]] } }, why: 'a list of lists' },
    { query: 'filters[a][5]=x&filters[a][50]=y', tree: { filters: { a: { 5: 'x', 50: 'y' } } }, why: 'a gap' },
    { query: 'filters[a][1]=x', tree: { filters: { a: { 1: 'x' } } }, why: 'a gap at the beginning' },
    { query: 'filters[$or][1][a]=x', tree: { filters: { $or: { 1: { a: 'x' } } } }, why: 'a gap in a list of objects' },
    { query: 'filters[a][1000000000]=x', tree: { filters: { a: { 1000000000: 'x' } } }, why: 'a huge index reserves nothing' },
    { query: 'filters[a][00]=x', tree: { filters: { a: { '00': 'x' } } }, why: 'not an index' },
    { query: 'filters[a][01]=x', tree: { filters: { a: { '01': 'x' } } }, why: 'not an index' },
    { query: 'filters[a][-1]=x', tree: { filters: { a: { '-1': 'x' } } }, why: 'not an index' },
    { query: 'filters[a][1e3]=x', tree: { filters: { a: { '1e3': 'x' } } }, why: 'not an index' },
    { query: 'filters[a][ 0]=x', tree: { filters: { a: { ' 0': 'x' } } }, why: 'not an index' },
    { query: 'filters[a][٠]=x', tree: { filters: { a: { '٠': 'x' } } }, why: 'not an index' },
    { query: 'filters[a][0]=x&filters[a][b]=y', tree: { filters: { a: { 0: 'x', b: 'y' } } }, why: 'an index beside a name is a name' },
    { query: 'filters[a][]=x&filters[a][b][c]=y', tree: { filters: { a: { 0: 'x', b: { c: 'y' } } } }, why: 'brackets, and a branch with a name' },
    { query: 'filters[a][b][c]=y&filters[a][]=x', tree: { filters: { a: { 0: 'x', b: { c: 'y' } } } }, why: 'a branch with a name, and then brackets' },
    { query: 'filters[a][]=x&filters[a][b]=y', tree: { filters: { a: { 0: 'x', b: 'y' } } }, why: 'a name beside empty brackets is for the parse floor to refuse' },
  ]);

  refuses([
    { query: 'filters[id][$in][][]=1', issues: ['malformed_key /filters/id/$in/0'], why: 'a list of lists' },
    { query: 'filters[id][$in][][$gt]=0', issues: ['malformed_key /filters/id/$in/0'], why: 'an object in a list' },
    { query: 'filters[][a]=0', issues: ['malformed_key /filters/0'], why: 'at the parameter itself' },
    { query: 'sort%5B%5D%5Ba%5D=asc', issues: ['malformed_key /sort/0'], why: 'encoded' },
  ]);

  const forms = {
    indexes: (index: number) => `filters[id][$in][${index}]=${index}`,
    'empty brackets': (index: number) => `filters[id][$in][]=${index}`,
    'a repeated key': (index: number) => `filters[id][$in]=${index}`,
  };
  const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

  describe.each(Object.entries(forms))('written with %s', (_, form) => {
    it.each([2, 20, 21, 100])('may have %i members', (count) => {
      const tree = plain(readWell(pieces(count, form)));
      const repeated = new RepeatedKey(numbers(count));
      expect(tree).toStrictEqual({
        filters: { id: { $in: form === forms['a repeated key'] ? repeated : numbers(count) } },
      });
    });

    it('may not have more members than the limit says', () => {
      const { tree, issues } = read(pieces(101, form));
      expect(issues).toEqual(['limit_exceeded(members) /filters/id/$in']);
      expect(tree).toStrictEqual({});
    });

    it('may have as many as a host allows', () => {
      const limits = { members: 1_000, parameters: 1_000, queryBytes: 16_384 };
      const short = pieces(600, (index) => form(index).replace('id', 'i'));
      expect(read(short, limits).issues).toEqual([]);
      expect(read(short, { ...limits, members: 599 }).issues).toEqual(['limit_exceeded(members) /filters/i/$in']);
    });
  });

  it('bounds the lists of sort keys and of alternatives too', () => {
    expect(read(pieces(101, (index) => `sort[]=a${index}`)).issues).toEqual(['limit_exceeded(members) /sort']);
    const alternatives = pieces(4, (index) => `filters[$or][${index}][a]=1`);
    expect(read(alternatives, { members: 3 }).issues).toEqual(['limit_exceeded(members) /filters/$or']);
    expect(read(alternatives, { members: 3, conditions: 4 }).issues).toEqual(['limit_exceeded(members) /filters/$or']);
    expect(read(alternatives, { members: 3, conditions: 3 }).issues).toEqual([]);
    expect(read(alternatives, { members: 4 }).issues).toEqual([]);
  });

  it('leaves it to who counts the conditions where there are more alternatives than conditions', () => {
    const { tree, issues } = read(pieces(101, (index) => `filters[$or][${index}][a]=1`));
    expect(issues).toEqual([]);
    expect(tree.filters).toHaveProperty('$or.length', 101);
  });
});

describe('keys that contradict one another', () => {
  const twice = (pointer: string): readonly string[] => [`duplicate_key ${pointer}`];
  // prettier-ignore
  refuses([
    { query: 'filters[id][$in][0]=1&filters[id][$in][0]=2', issues: twice('/filters/id/$in/0'), why: 'one index twice' },
    { query: 'filters[a][1]=x&filters[a][1]=y&filters[a][0]=z', issues: twice('/filters/a/1'), why: 'one that comes early, twice' },
    { query: 'filters[a][1]=x&filters[a][0]=y&filters[a][1]=z', issues: twice('/filters/a/1'), why: 'one that came early, and again in its turn' },
    { query: 'filters[a][0]=1&filters[a][%30]=1', issues: twice('/filters/a/0'), why: 'one index, encoded' },
    { query: 'filters=a&filters=b', issues: twice('/filters'), why: 'the parameter itself' },
    { query: 'pagination[page]=1&pagination[page]=1', issues: twice('/pagination/page'), why: 'there is no list in a slice' },
    { query: 'pagination=1&pagination=2', issues: twice('/pagination'), why: 'nor is the slice one' },
    { query: 'filters[id][$in]=1&filters[id][$in]=2&filters[id][$in][0]=3', issues: twice('/filters/id/$in'), why: 'a repeated key and indexes' },
    { query: 'filters[id][$in][0]=1&filters[id][$in]=2', issues: twice('/filters/id/$in'), why: 'indexes and a value' },
    { query: 'filters[id][$in]=2&filters[id][$in][]=1', issues: twice('/filters/id/$in'), why: 'a value and brackets' },
    { query: 'filters[id][$in][0]=1&filters[id][$in][]=2', issues: twice('/filters/id/$in'), why: 'indexes and brackets' },
    { query: 'filters[id][$in][]=1&filters[id][$in][1]=2&filters[id][$in][2]=3', issues: twice('/filters/id/$in'), why: 'brackets and indexes, told once' },
    { query: 'filters=x&filters[title][$eq]=a', issues: twice('/filters'), tree: titleIsA, why: 'a leaf and a branch' },
    { query: 'filters[title][$eq]=a&filters=x', issues: twice('/filters'), tree: titleIsA, why: 'a branch and a leaf' },
    { query: 'filters[title][$eq]=a&filters[title]=', issues: twice('/filters/title'), tree: titleIsA, why: 'an empty leaf, which qs would drop' },
    { query: 'filters[title]&filters[title][$eq]=a', issues: twice('/filters/title'), tree: titleIsA, why: 'a leaf without a value, which qs would drop' },
    { query: 'filters[title]=x&filters[title]=y&filters[title][$eq]=a&filters[title][$ne][0]=b', issues: twice('/filters/title'), tree: { filters: { title: { $eq: 'a', $ne: ['b'] } } }, why: 'a repeated leaf and two branches, told once' },
    { query: 'filters[$or][0]=x&filters[$or][0][title][$eq]=a', issues: twice('/filters/$or/0'), tree: { filters: { $or: [{ title: { $eq: 'a' } }] } }, why: 'a member that is a branch too' },
    { query: 'filters[$or][0][0]=x&filters[$or][0]=y', issues: twice('/filters/$or/0'), tree: { filters: { $or: [['x']] } }, why: 'a member that is a list too' },
    { query: 'filters[$or][0][title][$eq]=a&filters[$or][0]=x&filters[$or][0]=y', issues: twice('/filters/$or/0'), tree: { filters: { $or: [{ title: { $eq: 'a' } }] } }, why: 'a branch that is a member too, and another' },
    { query: 'filters[title]=x&filters[title][$eq]=a&filters[title]=y', issues: twice('/filters/title'), tree: titleIsA, why: 'a branch between two leaves, told once' },
    { query: 'filters[title][$eq]=a&filters[title]=x&filters[title]=y&filters[title][$ne]=b', issues: twice('/filters/title'), tree: { filters: { title: { $eq: 'a', $ne: 'b' } } }, why: 'two leaves between branches, told once' },
    { query: 'filters[a]=1&filters[a][0]=2&filters[a][1]=3', issues: twice('/filters/a'), why: 'a value and then a list, told once' },
    { query: 'filters[a][0]=1&filters[a]=2&filters[a]=3&filters[a][1]=4', issues: twice('/filters/a'), why: 'two values within a list, told once' },
    { query: 'filters[$or][0][title][$eq]=a&filters[$or][]=x&filters[$or][]=y', issues: twice('/filters/$or'), why: 'a branch with an index, and then brackets, told once' },
    { query: 'filters[$or][]=x&filters[$or][0][title][$eq]=a', issues: twice('/filters/$or'), tree: { filters: { $or: [{ title: { $eq: 'a' } }] } }, why: 'brackets, and a branch with an index' },
    { query: 'sort[0]=a&sort=b', issues: twice('/sort'), why: 'in a sort' },
    { query: 'filters[a]=1&filters[a]=%zz', issues: ['malformed_encoding /filters/a'], why: 'what is broken already is not told twice' },
    { query: 'filters[a]=%zz&filters[a]=1', issues: ['malformed_encoding /filters/a'], tree: {}, why: 'nor where the value after it is right' },
    { query: 'filters[a]=%zz&filters[a][0]=1', issues: ['malformed_encoding /filters/a'], tree: {}, why: 'nor where a list follows' },
    { query: 'filters[a]=%zz&filters[a][b]=1', issues: ['malformed_encoding /filters/a'], tree: { filters: { a: { b: '1' } } }, why: 'nor where it has branches' },
    { query: 'filters[a][]=%zz&filters[a][0][b]=1', issues: ['malformed_encoding /filters/a/0'], tree: { filters: { a: [{ b: '1' }] } }, why: 'nor where it is a list that has branches' },
  ]);
});

describe('several issues at once', () => {
  it('collects them all, and still returns what is right', () => {
    const query = 'filters[a=1&filters[b]=%zz&filters[c][0]=1&filters[c][0]=2&filters[d]=ok&sort]=x&sort=d&filters[e';
    const { tree, issues } = read(query);
    expect(issues).toEqual([
      'malformed_key /filters',
      'malformed_encoding /filters/b',
      'duplicate_key /filters/c/0',
      'malformed_key /sort',
      'malformed_key /filters',
    ]);
    expect(plain(tree)).toStrictEqual({ filters: { d: 'ok' }, sort: 'd' });
  });

  it('leaves out a whole list of which a member is broken, so that no other member changes its index', () => {
    const { tree } = read('filters[$or][0][a]=%zz&filters[$or][1][b]=1&filters[c]=2');
    expect(plain(tree)).toStrictEqual({ filters: { c: '2' } });
  });

  it('leaves out the lists that share their place with branches alike', () => {
    const { tree } = read('filters[$or][0]=x&filters[$or][0]=y&filters[$or][1][b]=1&filters[c]=2');
    expect(plain(tree)).toStrictEqual({ filters: { c: '2' } });
  });

  it('never tells a value, nor a key that it could not read', () => {
    const { messages } = read('filters[secret=1&filters[a]=%zzhush&filters=x');
    expect(messages).toHaveLength(3);
    expect(messages.join()).not.toMatch(/secret|hush/);
  });
});

describe('limits', () => {
  it('counts the bytes of the whole query string', () => {
    const query = 'x=é&sort=a';
    expect(read(query, { queryBytes: 11 }).issues).toEqual([]);
    const { tree, issues } = read(query, { queryBytes: 10 });
    expect(issues).toEqual(['limit_exceeded(queryBytes) /filters']);
    expect(tree).toStrictEqual({});
  });

  it('counts bytes that are characters, too', () => {
    expect(read('sort=abc', { queryBytes: 8 }).issues).toEqual([]);
    expect(read('sort=abcd', { queryBytes: 8 }).issues).toEqual(['limit_exceeded(queryBytes) /filters']);
  });

  it("counts the parameters, the host's too, but no empty pieces", () => {
    const query = '&&x=1&y&&sort=a&';
    expect(read(query, { parameters: 3 }).issues).toEqual([]);
    const { tree, issues } = read(query, { parameters: 2 });
    expect(issues).toEqual(['limit_exceeded(parameters) /filters']);
    expect(tree).toStrictEqual({});
  });

  it('does not measure what is far too long', () => {
    expect(read('x'.repeat(50_000_000)).issues).toEqual(['limit_exceeded(queryBytes) /filters']);
  });

  const deep = (segments: number, name = 'filters'): string => `${name}${'[a]'.repeat(segments)}=1`;

  it('bounds the depth of a key by what the limits can need', () => {
    expect(read(deep(35)).issues).toEqual([]);
    expect(read(deep(36)).issues).toEqual(['limit_exceeded(logicalDepth) /filters']);
    expect(read(deep(36), { logicalDepth: 6 }).issues).toEqual([]);
    expect(read(deep(36), { relationHops: 4 }).issues).toEqual([]);
    expect(read(deep(36), { populateHops: 3 }).issues).toEqual([]);
    expect(read(deep(36, 'sort')).issues).toEqual(['limit_exceeded(logicalDepth) /sort']);
    // A bracket in a name takes the closer look.
    const closer = (segments: number) => `filters[b%5B%5D]${'[a]'.repeat(segments - 1)}=1`;
    expect(read(closer(35)).issues).toEqual([]);
    expect(read(closer(36)).issues).toEqual(['limit_exceeded(logicalDepth) /filters']);
    expect(read(deep(2_000)).issues).toEqual(['limit_exceeded(logicalDepth) /filters']);
  });

  it('counts the members of a list whose first is missing', () => {
    const list = (length: number): string => pieces(length, (index) => `filters[a][${index + 1}]=x`);
    expect(read(list(3), { members: 3 }).issues).toEqual([]);
    expect(read(list(4), { members: 3 }).issues).toEqual(['limit_exceeded(members) /filters/a']);
  });

  it('returns what is beside a key that is too deep', () => {
    expect(plain(read(`${deep(40)}&filters[b]=1`).tree)).toStrictEqual({ filters: { b: '1' } });
  });

  it.each([
    ['brackets that never close', 'filters' + '['.repeat(8_000)],
    ['equals signs inside a bracket', 'filters[' + '='.repeat(8_000)],
    ['encoded brackets', 'filters[' + '%5B'.repeat(2_600)],
    ['percent signs', 'filters[' + '%'.repeat(8_000)],
    ['one key, many times', pieces(250, () => 'filters[a][b]=1')],
    ['many keys side by side', pieces(250, (index) => `filters[a${index}][b]`)],
  ])('reads %s in no time', (_, query) => {
    const start = performance.now();
    read(query);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('what a refusal says', () => {
  it.each([
    ['filters[a=1', 'filters has a key that cannot be read; keys are written filters[name][name]'],
    ['sort]=1', 'sort has a key that cannot be read; keys are written sort[name][name]'],
    ['filters[%zz]=1', 'filters has a key with malformed percent-encoding'],
    ['filters[a]=%zz', 'filters[a] has a value with malformed percent-encoding'],
    ['filters[a][][b]=1', 'filters[a][0] has [] in the middle of its key; write an index'],
    ['filters[a][0]=1&filters[a][0]=2', 'filters[a][0] is sent more than once'],
    ['pagination[page]=1&pagination[page]=2', 'pagination[page] is sent more than once'],
    ['filters[a]=1&filters[a][0]=2', 'filters[a] is sent both as one value and as a list'],
    ['filters[a][0]=1&filters[a]=2', 'filters[a] is sent both as one value and as a list'],
    ['filters[a][0]=1&filters[a][]=2', 'filters[a] mixes [] with explicit indexes'],
    ['filters[a][]=1&filters[a][0][b]=2', 'filters[a] mixes [] with explicit indexes'],
    ['filters[a]=1&filters[a][b]=2', 'filters[a] has both a value and keys below it'],
  ])('%s: %s', (query, message) => {
    expect(read(query).messages).toEqual([message]);
  });
});
