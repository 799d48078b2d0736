import fc from 'fast-check';
import { FilterService } from 'nestjs-filterable';
import { printWords, wordsOf } from '../../../lib/features/search/read-search.js';
import { type Row, answer, answers, answersBy, issuesOf } from '../parse/asking.js';
import { describeEntities } from '../../support/metadata.js';
import { Book, Note, library } from './library.js';

const source = await describeEntities('sqlite', library);
const by = FilterService.forDataSource(source);
const strapi = FilterService.forDataSource(source, { compatibility: 'strapi' });
const ofBooks = { of: Book, by };

/** Texts, and the words that they have. The canonical form is between the two. */
// prettier-ignore
const texts: readonly (readonly [text: string, words: readonly string[], written: string, why: string])[] = [
  ['thai', ['thai'], 'thai', 'one word'],
  ['thai food', ['thai', 'food'], 'thai food', 'two'],
  ['  thai \t\r\n food  ', ['thai', 'food'], 'thai food', 'any white space between them, and around'],
  ['thai\u00a0food\u3000now\u0085here\u2028there', ['thai', 'food', 'now', 'here', 'there'], 'thai food now here there', 'that of Unicode'],
  ['thai\u200bfood', ['thai\u200bfood'], 'thai\u200bfood', 'a space of no width is none'],
  ['thai\ufefffood', ['thai\ufefffood'], 'thai\ufefffood', 'nor is a mark of byte order'],
  ['"hot pot"', ['hot pot'], '"hot pot"', 'a phrase'],
  ['thai "hot pot" now', ['thai', 'hot pot', 'now'], 'thai "hot pot" now', 'a phrase among words'],
  ['"hot  pot"', ['hot  pot'], '"hot  pot"', 'that keeps its white space'],
  ['" hot "', [' hot '], '" hot "', 'also at its ends'],
  ['"hot"', ['hot'], '"hot"', 'a phrase of one word'],
  ['"hot" "pot"', ['hot', 'pot'], '"hot" "pot"', 'two phrases'],
  ['"hot""pot"', ['hot""pot'], '"hot""pot"', 'a quote within a word does not end a phrase'],
  ['"5" disk"', ['5', 'disk"'], '"5" disk"', 'the first quote before white space does'],
  ['5" disk', ['5"', 'disk'], '5" disk', 'a quote at the end of a word is text'],
  ['o"clock', ['o"clock'], 'o"clock', 'and one within'],
  ['a "b', ['a', '"b'], 'a "b', 'a quote that is not closed is text'],
  ['a "b c', ['a', '"b', 'c'], 'a "b c', 'and ends no word'],
  ['"a b"c', ['"a', 'b"c'], '"a b"c', 'nor is one closed within a word'],
  ['"', ['"'], '"', 'a quote alone'],
  ['""', ['""'], '""', 'two of them keep nothing'],
  ['"""', ['"'], '"""', 'three keep one'],
  ['" "', ['"', '"'], '" "', 'white space is not kept'],
  ['"\t\t"', ['"', '"'], '" "', 'of any kind'],
  ['" " a"', ['"', ' a'], '" " a"', 'and then the second quote begins a phrase'],
  ["'hot pot'", ["'hot", "pot'"], "'hot pot'", 'other quotes are text'],
  ['“hot pot”', ['“hot', 'pot”'], '“hot pot”', 'also typographic ones'],
  ['100% a_b \\ ! *', ['100%', 'a_b', '\\', '!', '*'], '100% a_b \\ ! *', 'wildcards are text'],
  ['-thai +food title:x', ['-thai', '+food', 'title:x'], '-thai +food title:x', 'there is no language of queries'],
  ['thai thai', ['thai', 'thai'], 'thai thai', 'a word twice'],
  ['𝒳 😀', ['𝒳', '😀'], '𝒳 😀', 'characters of two units'],
  ['', [], '', 'nothing'],
  [' \t', [], '', 'white space alone'],
];

describe('the words of a text', () => {
  it.each(texts)('%j are %j: %s (%s)', (text, words, written) => {
    const found = wordsOf(text, Infinity);
    expect(found.map((word) => word.text)).toEqual(words);
    expect(printWords(found)).toBe(written);
  });

  const anyText = fc.string({
    unit: fc.constantFrom('a', 'b', '"', '"', ' ', ' ', '\t', '\u3000', '%'),
    maxLength: 20,
  });

  it('are those of their canonical form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = wordsOf(text, Infinity);
        expect(wordsOf(printWords(words), Infinity)).toEqual(words);
      }),
    );
  });

  it('have every character of the text but white space', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = printWords(wordsOf(text, Infinity));
        expect(written.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
        expect(wordsOf(text, Infinity).every((word) => /\S/.test(word.text))).toBe(true);
      }),
    );
  });

  it('are not read beyond the most that there may be, however long the text is', () => {
    expect(wordsOf('"a '.repeat(100_000), 17)).toHaveLength(17);
  });
});

const read: readonly Row[] = [
  ['search=thai', 'search=thai', 'one word'],
  ['search=thai+food', 'search=thai food', 'two'],
  ['search=%20thai%20%20food', 'search=thai food', 'in canonical form'],
  ['search=%22hot+pot%22', 'search="hot pot"', 'a phrase'],
  ['search=', '', 'an empty search is none'],
  ['search=%20', '', 'a blank one, too'],
  ['search={"a":1}', 'search={"a":1}', 'text that is JSON is text'],
  ['search=a&filters[pages]=1', 'filters[pages][$eq]=1&search=a', 'beside filters'],
  ['search=a&search=b', ['duplicate_key /search'], 'one text only'],
  ['search[]=a', ['expected_value /search'], 'a list'],
  ['search[0]=a', ['expected_value /search'], 'a list with an index'],
  ['search[a]=b', ['expected_value /search'], 'an object'],
  ['search', ['expected_value /search'], 'no value'],
  ['search=%00', ['invalid_value /search'], 'NUL'],
  ['search=a%00b', ['invalid_value /search'], 'NUL in a word'],
  ['search=%ED%A0%80', ['malformed_encoding /search'], 'half a character'],
  ['search.a=b', ['malformed_key /search'], 'a broken key'],
  ['Search[a]=b', ['malformed_key /search'], 'a near miss with a bracket'],
  ['Search=a', '', "without one it is the host's, as other near misses are"],
  [{ search: 'thai  food' }, 'search=thai food', 'in a body'],
  [{ search: '' }, '', 'empty in a body'],
  [{ search: null }, ['expected_value /search'], 'null'],
  [{ search: undefined }, ['expected_value /search'], 'nothing, which a serializer would have dropped'],
  [{ search: 5 }, ['invalid_value /search'], 'a number'],
  [{ search: 5n }, ['invalid_value /search'], 'a bigint'],
  [{ search: true }, ['invalid_value /search'], 'a boolean'],
  [{ search: new Date(0) }, ['invalid_value /search'], 'a date'],
  [{ search: ['a'] }, ['expected_value /search'], 'a list'],
  [{ search: [] }, ['expected_value /search'], 'an empty list'],
  [{ search: {} }, ['expected_value /search'], 'an object'],
  [{ search: () => 'a' }, ['expected_value /search'], 'a function'],
  [{ search: new String('a') }, ['expected_value /search'], 'an object that is a text'],
  [{ search: 'a\ud800' }, ['invalid_value /search'], 'half a character'],
  [{ search: 'a\0' }, ['invalid_value /search'], 'NUL'],
];

describe('a search', () => answers(read, ofBooks));

describe('a refusal', () => {
  it.each([
    [{ search: 5 }, 'search must be text without NUL characters and unpaired surrogates, not a number'],
    [{ search: new Date(0) }, 'search must be text without NUL characters and unpaired surrogates, not an object'],
    ['search=a%00', 'search must be text without NUL characters and unpaired surrogates'],
    ['search[a]=b', 'search must be one text'],
    ['search=a&search=b', 'search is sent more than once'],
  ])('of %j says %s', (input, message) => {
    expect(issuesOf(input, ofBooks).map((issue) => issue.message)).toEqual([message]);
  });

  it('of a value says its kind, and never the value', () => {
    const [issue] = issuesOf('search=secret%00', ofBooks);
    expect(issue).toMatchObject({ code: 'invalid_value', kind: 'text', path: 'search' });
    expect(JSON.stringify(issue)).not.toContain('secret');
  });
});

describe('the limits', () => {
  const words = (count: number, word = 'a') => `search=${Array.from({ length: count }, () => word).join('+')}`;
  const fields = (...search: string[]) => ({ ...ofBooks, overrides: { search: search as never[] } });

  it.each([
    [words(6), [], 'as many words as there may be'],
    [words(7), ['limit_exceeded /search (searchWords 6)'], 'one more'],
    [words(2_000), ['limit_exceeded /search (searchWords 6)'], 'many more'],
    [words(1, 'x'.repeat(100)), [], 'a word as long as it may be'],
    [words(1, 'x'.repeat(101)), ['limit_exceeded /search (needleLength 100)'], 'a longer one'],
    [words(1, `%22${'x'.repeat(100)}%22`), [], 'the quotes of a phrase do not count'],
    [words(1, `%22${'x'.repeat(101)}%22`), ['limit_exceeded /search (needleLength 100)'], 'its text does'],
  ])('%s: %j (%s)', (query, expected) => {
    const issues = issuesOf(query, ofBooks);
    expect(issues.map(({ code, pointer, limit, max }) => `${code} ${pointer} (${limit} ${max})`)).toEqual(expected);
  });

  it.each([
    [4, 4, [], '16 terms'],
    [5, 3, [], '15 terms'],
    [6, 3, ['searchTerms'], '18 terms'],
  ])('%i words in %i fields: %j (%s)', (count, number, expected) => {
    const names = ['title', 'author.name', 'price', 'specs.color'].slice(0, number);
    expect(issuesOf(words(count), fields(...names)).map(({ limit }) => limit)).toEqual(expected);
  });

  it('do not count fields that the context does not see', () => {
    const asking = (isStaff: boolean) => ({
      ...ofBooks,
      overrides: { search: ['title', 'author.name', 'secret'], context: { isStaff } } as never,
    });
    expect(answer(words(6), asking(false))).toBe(decodeURIComponent(words(6).replaceAll('+', ' ')));
    expect(issuesOf(words(6), asking(true)).map(({ limit }) => limit)).toEqual(['searchTerms']);
  });

  it('of other parameters are not spent', () => {
    const overrides = {
      search: ['title', 'author.name', 'noteCount'],
      limits: { conditions: 1, values: 1, unanchoredNeedles: 1, relationConditions: 1, valueLength: 1 },
    };
    const asking = { ...ofBooks, overrides: overrides as never };
    expect(issuesOf('search=one+two+three+4&filters[specs][color][$contains]=a', asking)).toEqual([]);
  });

  it('say what is wrong', () => {
    expect(issuesOf(words(7), ofBooks).map(({ message }) => message)).toEqual([
      'search exceeds a limit: at most 6 words in one search (limits.searchWords)',
    ]);
  });
});

describe('where no search is declared', () => {
  const ofNotes = { of: Note, by };

  it("a request's is the host's", () => expect(answer('search=a&search=b', ofNotes)).toBe(''));
  it('a handler can turn it off', () => {
    expect(answer('search[a]=b', { ...ofBooks, overrides: { search: false } })).toBe('');
  });
  it('code is refused one', () => {
    expect(() => by.filter(Note, { search: 'a' })).toThrow(
      'search is not a part of a query; use one of: filters, sort, pagination',
    );
  });
});

describe('code', () => {
  it('gives a search as clients do', () => {
    expect(() => by.filter(Book, { search: 5 as never })).toThrow('search must be text');
    expect(by.filter(Book, { search: 'a' }).getQuery()).toContain('LIKE');
    expect(by.filter(Book, { search: '' }).getQuery()).not.toContain('LIKE');
  });
});

describe('clients of Strapi', () => {
  const asStrapi = { of: Book, by: strapi };

  answersBy(asStrapi)(`
    _q=thai           -> _q=thai           # their name
    _q=               -> ""                # an empty one
    search=thai       -> ""                # the usual name is the host's
    _q=a&_q=b         -> duplicate_key /_q # one text only
    {"search":"thai"} -> _q=thai           # a program may use either name
  `);

  it('are refused one where there is none', () => {
    expect(answer('_q=thai', { of: Note, by: strapi })).toEqual(['unknown_parameter /_q']);
    expect(answer('_q=', { of: Note, by: strapi })).toBe('');
  });

  it('are told the name of the search, where it has another', () => {
    const renamed = FilterService.forDataSource(source, { compatibility: 'strapi', params: { search: 'q' } });
    const messages = (of: typeof Book | typeof Note) => issuesOf('_q=thai', { of, by: renamed }).map((i) => i.message);
    expect(messages(Book)).toEqual(['_q is not read here; did you mean q?']);
    expect(messages(Note)).toEqual(['_q is not read here; this list has no search']);
  });

  it('find text in any case, though their $contains tells cases apart', () => {
    expect(strapi.filter(Book, { search: 'a' }).getQuery()).toContain(' LIKE ');
    expect(strapi.filter(Book, { filters: { title: { $contains: 'a' } } }).getQuery()).toContain(' GLOB ');
  });
});
