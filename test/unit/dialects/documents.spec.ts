import type { DocumentKind, DocumentList, DocumentPath } from '../../../lib/dialects/dialect.js';
import { type Dialect, type ListQuestion, dialectOf } from '../../../lib/dialects/index.js';
import { expectReviewed } from '../../support/reviewed.js';

function dialectBy(driver: string): Dialect {
  const dialect = dialectOf(driver);
  if (dialect === undefined) throw new Error(`no dialect for ${driver}`);
  return dialect;
}

const [sqlite, postgres, mysql] = [dialectBy('better-sqlite3'), dialectBy('postgres'), dialectBy('mariadb')];
const path = (type: string, ...keys: readonly string[]): DocumentPath => ({ sql: 'd', type, keys });

const table = (json: string, name = 'nf_json') =>
  `JSON_TABLE(CASE WHEN JSON_VALID(d) THEN d END, '$' COLUMNS (v JSON PATH '${json}')) AS ${name}`;
const elements = "JSON_TABLE(nf_list.v, '$[*]' COLUMNS (v JSON PATH '$')) AS nf_json";

/** Values in documents; `documents.sql` has their SQL, which `npm test -- -u test/unit/dialects` writes. */
const scalars: readonly (readonly [dialect: Dialect, place: DocumentPath, kind: DocumentKind])[] = [
  [sqlite, path('text', 'a', 'b'), 'text'],
  [sqlite, path('text', 'a', 'b'), 'integer'],
  [sqlite, path('text', 'a', 'b'), 'decimal'],
  [sqlite, path('jsonb'), 'boolean'],
  [postgres, path('jsonb', 'a', 'b'), 'text'],
  [postgres, path('jsonb'), 'text'],
  [postgres, path('jsonb', 'a'), 'integer'],
  [postgres, path('json', 'a'), 'boolean'],
  [postgres, path('json', 'a'), 'decimal'],
  [mysql, path('json', 'a', 'b'), 'text'],
  [mysql, path('json', 'a'), 'integer'],
  [mysql, path('json'), 'decimal'],
];

describe('the SQL of a value in a document', () => {
  it('is as reviewed', () => {
    const lines = scalars.flatMap(([{ name, documents }, place, kind]) => [
      `-- ${name}, ${String(place.type)}, ${JSON.stringify(place.keys)} as ${kind}`,
      documents.scalar(place, kind),
    ]);
    expectReviewed(new URL('documents.sql', import.meta.url), lines);
  });
});

describe('the constants of a path', () => {
  it.each([
    ['a', `'$."a"'`, `'a'`, `$."a"`],
    ['', `'$.""'`, `''`, `$.""`],
    ["'", `'$."''"'`, `E'\\x27'`, `$."\\\\u0027"`],
    ['"', `'$."\\""'`, `E'\\x22'`, `$."\\\\u0022"`],
    ['\\', `'$."\\\\"'`, `E'\\x5c'`, `$."\\\\u005c"`],
    ['-', `'$."-"'`, `E'\\x2d'`, `$."\\\\u002d"`],
    [':b', `'$.":' || 'b"'`, `E'\\x3ab'`, `$."\\\\u003ab"`],
    ['d.b', `'$."d.' || 'b"'`, `E'd\\x2eb'`, `$."d\\\\u002eb"`],
    ['?', `'$."?"'`, `E'\\x3f'`, `$."\\\\u003f"`],
    ['é', `'$."é"'`, `'é'`, `$."\\\\u00e9"`],
    ['😀', `'$."😀"'`, `'😀'`, `$."\\\\ud83d\\\\ude00"`],
  ])('%j is safe in every engine', (key, inSqlite, inPostgres, inMysql) => {
    expect(sqlite.documents.presence(path('text', key))).toBe(
      `CASE WHEN JSON_VALID(d) THEN NULLIF(JSON_TYPE(d, ${inSqlite}), 'null') END`,
    );
    expect(postgres.documents.presence(path('jsonb', key))).toBe(`NULLIF(JSONB_TYPEOF((d -> ${inPostgres})), 'null')`);
    expect(mysql.documents.presence(path('json', key))).toBe(
      `(SELECT NULLIF(JSON_TYPE(nf_json.v), 'NULL') FROM ${table(inMysql)})`,
    );
  });
});

/** The SQL of a search for `1`, `2` and so on, and the values that it binds. */
function searched(
  { documents }: Dialect,
  { path, kind, ...search }: DocumentList & Pick<ListQuestion, 'quantifier' | 'negated'>,
  elementCount = 2,
) {
  const bound: unknown[] = [];
  const bind = (value: unknown) => `:p${bound.push(value)}`;
  const elements = Array.from({ length: elementCount }, (_, index) => ({
    value: `value ${index + 1}`,
    json: `${index + 1}`,
  }));
  return [documents.listHas({ path, kind }, { ...search, elements, bind }), ...bound];
}

describe('the SQL of a list in a document', () => {
  const [every, some] = [
    { quantifier: 'every', negated: false } as const,
    { quantifier: 'some', negated: false } as const,
  ];
  const jsonb = path('jsonb', 'a', 'b"');

  it('is containment where a GIN index can answer it', () => {
    expect(searched(postgres, { path: jsonb, kind: 'decimal', ...every })).toEqual([
      '(d @> CAST(:p1 AS jsonb))',
      '{"a":{"b\\"":[1,2]}}',
    ]);
    expect(searched(postgres, { path: jsonb, kind: 'decimal', ...some })).toEqual([
      '(d @> CAST(:p1 AS jsonb) OR d @> CAST(:p2 AS jsonb))',
      '{"a":{"b\\"":[1]}}',
      '{"a":{"b\\"":[2]}}',
    ]);
    expect(searched(postgres, { path: path('jsonb'), kind: 'text', ...every, negated: true })).toEqual([
      "(CASE JSONB_TYPEOF(d) WHEN 'array' THEN 1 END IS NOT NULL AND NOT (d @> CAST(:p1 AS jsonb)))",
      '[1,2]',
    ]);
  });

  it.each([
    ['jsonb', 'uuid'],
    ['jsonb', 'float'],
    ['json', 'text'],
    ['json', 'bigint'],
  ] as const)('reads the elements of %s as %s one by one', (type, kind) => {
    const [sql, ...bound] = searched(postgres, { path: path(type, 'a'), kind, ...every });
    expect(sql).not.toContain('@>');
    expect(sql).toContain(`${type.toUpperCase()}_ARRAY_ELEMENTS(`);
    expect(bound).toEqual(['value 1', 'value 2']);
  });

  it('reads the elements one by one on the other engines', () => {
    const each = `JSON_EACH(CASE WHEN JSON_VALID(d) THEN CASE JSON_TYPE(d, '$."a"') WHEN 'array' THEN d END END, '$."a"')`;
    expect(searched(sqlite, { path: path('text', 'a'), kind: 'text', ...some })).toEqual([
      `(EXISTS (SELECT 1 FROM ${each} AS nf_element ` +
        `WHERE CASE nf_element.type WHEN 'text' THEN nf_element.value END IN (:p1, :p2)))`,
      'value 1',
      'value 2',
    ]);
    expect(searched(mysql, { path: path('json', 'a'), kind: 'boolean', ...every })[0]).toBe(
      [':p1', ':p2']
        .map(
          (parameter) =>
            `EXISTS (SELECT 1 FROM ${table('$."a"', 'nf_list')}, ${elements} ` +
            `WHERE CASE JSON_TYPE(nf_json.v) WHEN 'BOOLEAN' THEN JSON_UNQUOTE(nf_json.v) = 'true' END IN (${parameter}))`,
        )
        .join(' AND ')
        .replace(/^.*$/, '($&)'),
    );
    expect(searched(mysql, { path: path('json', 'a'), kind: 'decimal', ...some })[0]).toContain(
      'IN (CAST(:p1 AS DECIMAL(65, 30)), CAST(:p2 AS DECIMAL(65, 30)))',
    );
  });
});

describe('a search for more elements than SQLite takes conditions in one chain', () => {
  it.each([
    ['sqlite', sqlite, path('text', 'a'), 'every', /\) AND EXISTS/g, /^\(\(EXISTS/],
    ['mysql', mysql, path('json', 'a'), 'every', /\) AND EXISTS/g, /^\(\(EXISTS/],
    ['postgres', postgres, path('jsonb', 'a'), 'some', / OR d @>/g, /^\(\(d @>/],
  ] as const)('is a bracket of brackets on %s', (_, dialect, place, quantifier, links, start) => {
    const [sql] = searched(dialect, { path: place, kind: 'text', quantifier, negated: false }, 1_500);
    expect(String(sql)).toMatch(start);
    expect(String(sql).match(links)).toHaveLength(1_500 - 15);
  });
});

describe('the columns of documents', () => {
  it.each([
    ['jsonb', [true, true, false]],
    ['json', [true, true, true]],
    ['simple-json', [true, false, true]],
    ['text', [true, false, true]],
    [String, [true, false, true]],
    ['longtext', [false, false, true]],
    ['blob', [false, false, false]],
  ])('of type %s are read by some engines', (type, expected) => {
    expect([sqlite, postgres, mysql].map(({ documents }) => documents.types.has(type))).toEqual(expected);
  });
});
