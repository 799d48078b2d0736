import { IssueCollector, type IssueDetails, Location } from '../../lib/issues/index.js';

const filters = Location.root('filters');

function descend(...segments: readonly (string | number)[]): Location {
  return segments.reduce<Location>((location, segment) => location.child(segment), filters);
}

describe('a location', () => {
  it.each<[readonly (string | number)[], string, string, string]>([
    [[], 'filters', '/filters', 'the parameter itself'],
    [['title'], 'filters[title]', '/filters/title', 'one segment'],
    [['$or', 0, 'title', '$eq'], 'filters[$or][0][title][$eq]', '/filters/$or/0/title/$eq', 'several'],
    [[''], 'filters[]', '/filters/', 'an empty one'],
    [['a/b'], 'filters[a/b]', '/filters/a~1b', 'a slash'],
    [['a~b'], 'filters[a~b]', '/filters/a~0b', 'a tilde'],
    [['~1'], 'filters[~1]', '/filters/~01', 'what looks escaped already'],
    [['/~/~'], 'filters[/~/~]', '/filters/~1~0~1~0', 'each of them'],
    [['a b'], 'filters[a b]', '/filters/a b', 'a space'],
    [['a]b[c'], 'filters[a]b[c]', '/filters/a]b[c', 'brackets'],
    [['ü'], 'filters[ü]', '/filters/ü', 'a letter'],
    [['😀'], 'filters[😀]', '/filters/😀', 'a pair of surrogates'],
    [['<b>'], 'filters[\\u{3c}b\\u{3e}]', '/filters/<b>', 'what HTML would read'],
    [['a"b\'c`d&e'], 'filters[a\\u{22}b\\u{27}c\\u{60}d\\u{26}e]', '/filters/a"b\'c`d&e', 'what quotes'],
    [['a\\b'], 'filters[a\\u{5c}b]', '/filters/a\\b', 'what escapes'],
    [['a\nb\r'], 'filters[a\\u{a}b\\u{d}]', '/filters/a\nb\r', 'what would begin another line of a log'],
    [['\u0000\u001b[31m'], 'filters[\\u{0}\\u{1b}[31m]', '/filters/\u0000\u001b[31m', 'what a terminal would obey'],
    [['\u202e'], 'filters[\\u{202e}]', '/filters/\u202e', 'what turns the direction of text'],
    [['\u200b\ufeff'], 'filters[\\u{200b}\\u{feff}]', '/filters/\u200b\ufeff', 'what cannot be seen'],
    [['\u2028\u2029'], 'filters[\\u{2028}\\u{2029}]', '/filters/\u2028\u2029', 'what ends a line of JavaScript'],
    [['\ud800'], 'filters[\\u{d800}]', '/filters/\ud800', 'half a pair of surrogates'],
    [['a'.repeat(64)], `filters[${'a'.repeat(64)}]`, `/filters/${'a'.repeat(64)}`, 'the longest that is told whole'],
    [['a'.repeat(65)], `filters[${'a'.repeat(64)}…]`, `/filters/${'a'.repeat(65)}`, 'a longer one'],
    [['\n'.repeat(65)], `filters[${'\\u{a}'.repeat(64)}…]`, `/filters/${'\n'.repeat(65)}`, 'cut before it is escaped'],
  ])('%j is written %j and points to %j: %s', (segments, path, pointer) => {
    const location = descend(...segments);
    expect(location.path).toBe(path);
    expect(location.pointer).toBe(pointer);
  });

  it('inside a value is written where the value is', () => {
    const sort = Location.root('sort');
    expect([sort.within(1).path, sort.within(1).pointer]).toEqual(['sort', '/sort/1']);
    expect([sort.within(2, sort.child(1)).path, sort.within(2, sort.child(1)).pointer]).toEqual(['sort[1]', '/sort/2']);
    expect(sort.within('author', sort.child('author')).child('name').path).toBe('sort[author][name]');
  });

  it('is not changed by what is below it', () => {
    const title = filters.child('title');
    title.child('$eq');
    expect(title.path).toBe('filters[title]');
  });
});

describe('the collector', () => {
  const details = { code: 'unknown_field', allowed: ['id'] } as const satisfies IssueDetails;

  it('tells an issue with its place and what was said of it, and nothing that was not', () => {
    const issues = new IssueCollector(10);
    issues.add(filters.child('nam'), { ...details, allowed: ['id', 'name'] }, 'is not a filterable field');
    issues.add(filters.child('id'), { code: 'invalid_value', kind: 'integer' }, 'must be a whole number');
    issues.add(filters, { code: 'limit_exceeded', limit: 'conditions', max: 32 }, 'asks for too much');
    // prettier-ignore
    expect(issues.issues).toStrictEqual([
      { code: 'unknown_field', path: 'filters[nam]', pointer: '/filters/nam', message: 'filters[nam] is not a filterable field', allowed: ['id', 'name'] },
      { code: 'invalid_value', path: 'filters[id]', pointer: '/filters/id', message: 'filters[id] must be a whole number', kind: 'integer' },
      { code: 'limit_exceeded', path: 'filters', pointer: '/filters', message: 'filters asks for too much', limit: 'conditions', max: 32 },
    ]);
    expect(issues.count).toBe(3);
  });

  it('names at most 50 of what is allowed', () => {
    const issues = new IssueCollector(10);
    const names = Array.from({ length: 51 }, (_, index) => `f${index}`);
    issues.add(filters, { ...details, allowed: names.slice(0, 50) }, 'x');
    issues.add(filters, { ...details, allowed: names }, 'x');
    expect(issues.issues.map(({ allowed }) => allowed)).toEqual([names.slice(0, 50), names.slice(0, 50)]);
  });

  it('keeps so many and no more', () => {
    const issues = new IssueCollector(2);
    for (const name of ['a', 'b', 'c']) issues.add(filters.child(name), details, 'x');
    expect(issues.issues.map(({ pointer }) => pointer)).toEqual(['/filters/a', '/filters/b']);
  });

  it('tells an empty list of what is allowed as one', () => {
    const issues = new IssueCollector(2);
    issues.add(filters, { ...details, allowed: [] }, 'x');
    expect(issues.issues[0]?.allowed).toEqual([]);
  });
});
