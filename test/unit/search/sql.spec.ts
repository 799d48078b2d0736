import { type EngineName } from '../../support/databases.js';
import { Desk } from './desk.js';
import { Keyword } from './library.js';

const desks = {
  sqlite: await Desk.on('sqlite'),
  postgres: await Desk.on('postgres'),
  mariadb: await Desk.on('mariadb'),
};

const uid = '0F8FAD5B-d9cb-469f-a165-70867728950e';
const unescaped = String.raw`E'\\\\\\\\|\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}'`;
const unreadable = String.raw`E'\\\\u(0000|[dD][89a-fA-F])'`;
const json = `REGEXP_REPLACE(CAST("b"."specs" AS text), ${unescaped}, '', 'g') !~ ${unreadable}`;
const binary = '/*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/';

type Row = readonly [fields: readonly string[], word: string, where: string, bound: readonly unknown[], why: string];

const lower = (sql: string, parameter = 'nf_p1') =>
  `LOWER(CONVERT(${sql} USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(:${parameter} USING utf8mb4))`;

/** The SQL of one word, by the engine and the kind of field. */
const rows: Readonly<Record<EngineName, readonly Row[]>> = {
  sqlite: [
    [['title'], 'a%', `("b"."title" LIKE :nf_p1 ESCAPE '!')`, ['%a!%%'], 'text, literally'],
    [['labels'], 'a_', `("b"."labels" LIKE :nf_p1 ESCAPE '!')`, ['%a!_%'], 'a simple-array: the whole text'],
    [['pages'], '12', '("b"."pages" = :nf_p1)', [12n], 'a whole number'],
    [['pages'], '012', '("b"."pages" = :nf_p1)', [12n], 'as it reads one'],
    [['price'], '12.50', '("b"."price" = :nf_p1)', ['12.5'], 'a decimal'],
    [['weight'], '1e3', '("b"."weight" = :nf_p1)', ['1000'], 'a float'],
    [['printed'], '2024-02-29', '("b"."printed" = :nf_p1)', ['2024-02-29'], 'a date'],
    [['uid'], uid, '("b"."uid" = :nf_p1)', [uid.toLowerCase()], 'a uuid in any case'],
    [['binding'], 'soft', '("b"."binding" = :nf_p1)', ['soft'], 'a member of an enum'],
    [['phone'], '12-34', `("b"."phone" LIKE :nf_p1 ESCAPE '!')`, ['%1234%'], 'text as its transformer stores it'],
    [
      ['specs.color'],
      'a',
      `(CASE WHEN JSON_VALID("b"."specs") THEN CASE JSON_TYPE("b"."specs", '$."color"') WHEN 'text' THEN ` +
        `JSON_EXTRACT("b"."specs", '$."color"') END END LIKE :nf_p1 ESCAPE '!')`,
      ['%a%'],
      'a path of a document',
    ],
    [
      ['specs.marks'],
      'a',
      `(EXISTS (SELECT 1 FROM JSON_EACH(CASE WHEN JSON_VALID("b"."specs") THEN CASE JSON_TYPE("b"."specs", '$."marks"') ` +
        `WHEN 'array' THEN "b"."specs" END END, '$."marks"') AS nf_element WHERE CASE nf_element.type WHEN 'text' THEN ` +
        `nf_element.value END LIKE :nf_p1 ESCAPE '!'))`,
      ['%a%'],
      'a list in a document',
    ],
    [
      ['noteCount'],
      '2',
      '(CAST((SELECT COUNT(*) FROM note v WHERE v.bookId = "b".id) AS NUMERIC) = :nf_p1)',
      [2n],
      'a virtual column',
    ],
  ],
  postgres: [
    [['title'], 'a%', `("b"."title" COLLATE "default" ILIKE :nf_p1 ESCAPE '!')`, ['%a!%%'], 'text, literally'],
    [['labels'], 'a', `("b"."labels" COLLATE "default" ILIKE :nf_p1 ESCAPE '!')`, ['%a%'], 'a simple-array'],
    [['pages'], '12', '("b"."pages" = :nf_p1)', ['12'], 'a whole number'],
    [['price'], '12.50', '("b"."price" = :nf_p1)', ['12.5'], 'a decimal'],
    [['uid'], uid, '("b"."uid" = :nf_p1)', [uid.toLowerCase()], 'a uuid'],
    [['binding'], 'soft', '("b"."binding" = :nf_p1)', ['soft'], 'a member of an enum'],
    [
      ['specs.marks'],
      'a',
      `(EXISTS (SELECT 1 FROM JSON_ARRAY_ELEMENTS(CASE WHEN ${json} THEN CASE JSON_TYPEOF(("b"."specs" -> 'marks')) ` +
        `WHEN 'array' THEN ("b"."specs" -> 'marks') END END) AS nf_element(v) WHERE CASE JSON_TYPEOF(nf_element.v) ` +
        `WHEN 'string' THEN (nf_element.v #>> '{}') END COLLATE "default" ILIKE :nf_p1 ESCAPE '!'))`,
      ['%a%'],
      'a list in a document',
    ],
  ],
  mariadb: [
    [['title'], 'a%', `(${lower('`b`.`title`')})`, ['%a\\%%'], 'text, literally'],
    [['labels'], 'a', `(${lower('`b`.`labels`')})`, ['%a%'], 'a simple-array'],
    [['pages'], '12', '(`b`.`pages` = :nf_p1)', [12n], 'a whole number'],
    [['price'], '12.50', '(`b`.`price` = CAST(:nf_p1 AS DECIMAL(65, 30)))', ['12.5'], 'a decimal, exactly'],
    [
      ['specs.marks'],
      'a',
      "(EXISTS (SELECT 1 FROM JSON_TABLE(CASE WHEN JSON_VALID(`b`.`specs`) THEN `b`.`specs` END, '$' COLUMNS (v JSON PATH " +
        `'$."marks"')) AS nf_list, JSON_TABLE(nf_list.v, '$[*]' COLUMNS (v JSON PATH '$')) AS nf_json WHERE ` +
        `${lower(`CASE JSON_TYPE(nf_json.v) WHEN 'STRING' THEN CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) COLLATE ${binary} END`)}))`,
      ['%a%'],
      'a list in a document',
    ],
  ],
};

describe.each(Object.entries(rows))('on %s, a word', (engine, table) => {
  it.each(table)('in %j: %s', (fields, word, where, bound) => {
    expect(desks[engine as EngineName].where(word, fields)).toEqual([where, bound]);
  });
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
