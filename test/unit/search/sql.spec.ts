import { inspect } from 'node:util';
import { type EngineName } from '../../support/databases.js';
import { expectReviewed } from '../../support/reviewed.js';
import { rowsOf } from '../../support/table.js';
import { Desk } from './desk.js';
import { Keyword } from './library.js';

const desks = {
  sqlite: await Desk.on('sqlite'),
  postgres: await Desk.on('postgres'),
  mariadb: await Desk.on('mariadb'),
};

const uid = '0F8FAD5B-d9cb-469f-a165-70867728950e';
/** The fields and the word of a search, by engine; `search.sql` has its SQL. */
const words: Readonly<Record<EngineName, string>> = {
  sqlite: `
    title       | a%         | text, literally
    labels      | a_         | a simple-array: the whole text
    pages       | 12         | a whole number
    pages       | 012        | as it reads one
    price       | 12.50      | a decimal
    weight      | 1e3        | a float
    printed     | 2024-02-29 | a date
    uid         | ${uid}     | a uuid in any case
    binding     | soft       | a member of an enum
    phone       | 12-34      | text as its transformer stores it
    specs.color | a          | a path of a document
    specs.marks | a          | a list in a document
    noteCount   | 2          | a virtual column
  `,
  postgres: `
    title       | a%         | text, literally
    labels      | a          | a simple-array
    pages       | 12         | a whole number
    price       | 12.50      | a decimal
    uid         | ${uid}     | a uuid
    binding     | soft       | a member of an enum
    specs.marks | a          | a list in a document
  `,
  mariadb: `
    title       | a%         | text, literally
    labels      | a          | a simple-array
    pages       | 12         | a whole number
    price       | 12.50      | a decimal, exactly
    specs.marks | a          | a list in a document
  `,
};

it('the SQL of one word is as reviewed, by the engine and the kind of field', () => {
  const lines = Object.entries(words).flatMap(([engine, rows]) =>
    rowsOf(rows, 'field', 'word', 'why').flatMap(([field, word, why]) => {
      const [where, bound] = desks[engine as EngineName].where(word, [field]);
      return [`\n-- ${engine}, ${word} in ${field}: ${why}`, where, `-- ${inspect(bound)}`];
    }),
  );
  expectReviewed(new URL('search.sql', import.meta.url), lines);
});

const { sqlite } = desks;
const like = (column: string, parameter: number) => `${column} LIKE :nf_p${parameter} ESCAPE '!'`;

describe('a field that cannot hold a word is passed over', () => {
  it.each([
    ['pages', ['1.0', '1e3', '2147483648', 'a', '0x1', '1 ']],
    ['price', ['1e3', 'NaN', '1,5']],
    ['weight', ['Infinity', '.5', '1e999']],
    ['printed', ['2024-02-30', '2024', '2024-02-29T10:00:00Z', 'now']],
    ['uid', ['0f8fad5b', `{${uid}}`]],
    ['binding', ['Soft', 'sof', 'softer']],
    ['labels', ['a,b', ',']],
    ['phone', ['ab', '-', '%']],
  ])('%s: %j', (field, words) => {
    for (const word of words) {
      const phrase = `"${word}"`;
      expect([word, sqlite.where(phrase, [field])]).toEqual([word, ['(1 = 0)', []]]);
      expect(sqlite.where(phrase, [field, 'title'])).toEqual(sqlite.where(phrase, ['title']));
    }
  });

  it('and a search of a word that none can hold finds nothing, whatever its other words are', () => {
    expect(sqlite.where('12 a', ['pages', 'price'])).toEqual(['(1 = 0)', []]);
  });
});

describe('several fields and words', () => {
  it('are words that must all be found, each in one of the fields', () => {
    const [where, bound] = sqlite.where('a 5', ['title', 'pages']);
    expect(where).toBe(`((${like('"b"."title"', 1)} AND (${like('"b"."title"', 2)} OR "b"."pages" = :nf_p3)))`);
    expect(bound).toEqual(['%a%', '%5%', 5n]);
  });

  it('behind one relation are one condition on a related row for each word', () => {
    const [where] = sqlite.where('a', ['author.name', 'title', 'author.native', 'author.birthplace.name']);
    expect(where).toBe(
      `((${like('"b"."title"', 1)} OR "b"."authorId" IN (SELECT "nf_1"."id" FROM "author" "nf_1" WHERE ` +
        `(${like('"nf_1"."name"', 2)} OR ${like('"nf_1"."native"', 3)} OR "nf_1"."birthplaceId" IN ` +
        `(SELECT "nf_2"."id" FROM "place" "nf_2" WHERE ${like('"nf_2"."name"', 4)})))))`,
    );
  });

  it('of a relation that cannot hold the word are no condition on it', () => {
    expect(sqlite.where('a', ['title', 'author.id'])).toEqual(sqlite.where('a', ['title']));
  });

  it('compare the foreign key where only the related key is looked at', () => {
    expect(sqlite.where('7', ['author.id'])).toEqual(['("b"."authorId" = :nf_p1)', [7n]]);
  });
});

describe('a context', () => {
  it('that does not see a field passes it over', () => {
    const [seen] = sqlite.where('a', ['title', 'secret'], { isStaff: true });
    expect(seen).toBe(`((${like('"b"."title"', 1)} OR ${like('"b"."secret"', 2)}))`);
    expect(sqlite.where('a', ['title', 'secret'], { isStaff: false })).toEqual(sqlite.where('a', ['title']));
  });

  it('that does not see a relation, or a field behind one, passes that over', () => {
    for (const field of ['notes.text', 'keywords.remark']) {
      expect(sqlite.where('a', ['title', field])).toEqual(sqlite.where('a', ['title']));
      expect(sqlite.where('a', ['title', field], { isStaff: true })).not.toEqual(sqlite.where('a', ['title']));
    }
  });

  it('that sees none of the fields finds nothing', () => {
    expect(sqlite.where('a', ['secret', 'notes.text'])).toEqual(['(1 = 0)', []]);
    expect(sqlite.where(' ', ['secret', 'notes.text'])).toEqual(['', []]);
  });

  it('is not asked by a trusted search, which no `when` concerns', () => {
    const { filters } = sqlite;
    const request = { search: 'a' };
    expect(filters.filter(Keyword, request).getQuery()).not.toContain('"remark" LIKE');
    expect(filters.filter(Keyword, request, { trusted: true }).getQuery()).toContain('"remark" LIKE');
    const [, behind] = filters.filter(Keyword, request, { trusted: true }).getQuery().split(' WHERE ');
    expect(behind?.match(/IN \(SELECT/g)).toHaveLength(1);
  });
});
