import { type DocumentList, type DocumentPath, type WholeKind, ofWholeKinds } from '../../../lib/dialects/documents.js';
import { type Dialect, type ListQuestion, dialectOf } from '../../../lib/dialects/index.js';
import { valueKinds } from '../../../lib/values/index.js';

function dialectBy(driver: string): Dialect {
  const dialect = dialectOf(driver);
  if (dialect === undefined) throw new Error(`no dialect for ${driver}`);
  return dialect;
}

const [sqlite, postgres, mysql] = [dialectBy('better-sqlite3'), dialectBy('postgres'), dialectBy('mariadb')];
const path = (type: string, ...keys: readonly string[]): DocumentPath => ({ sql: 'd', type, keys });

const sqliteValue = `JSON_EXTRACT(d, '$."a"."b"')`;
const sqliteType = `JSON_TYPE(d, '$."a"."b"')`;
const escapes =
  `REGEXP_REPLACE(CAST(d AS text), E'\\\\\\\\\\\\\\\\|\\\\\\\\u[dD][89abAB][0-9a-fA-F]{2}` +
  `\\\\\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', '', 'g')`;
const isReadable = `${escapes} !~ E'\\\\\\\\u(0000|[dD][89a-fA-F])'`;
const table = (json: string, name = 'nf_json') =>
  `JSON_TABLE(CASE WHEN JSON_VALID(d) THEN d END, '$' COLUMNS (v JSON PATH '${json}')) AS ${name}`;
const elements = "JSON_TABLE(nf_list.v, '$[*]' COLUMNS (v JSON PATH '$')) AS nf_json";
const numbers = `JSON_TYPE(nf_json.v) IN ('INTEGER', 'DOUBLE', 'DECIMAL', 'UNSIGNED INTEGER')`;
const decimal = 'CAST(nf_json.v AS DECIMAL(65, 30))';

describe('the SQL of a value in a document', () => {
  it.each([
    [
      sqlite,
      path('text', 'a', 'b'),
      'text',
      `CASE WHEN JSON_VALID(d) THEN CASE ${sqliteType} WHEN 'text' THEN ${sqliteValue} END END`,
    ],
    [
      sqlite,
      path('text', 'a', 'b'),
      'integer',
      `CASE WHEN JSON_VALID(d) THEN CASE WHEN TYPEOF(${sqliteValue}) = ${sqliteType} ` +
        `AND ${sqliteValue} BETWEEN -2147483648 AND 2147483647 AND ${sqliteValue} = CAST(${sqliteValue} AS INTEGER) ` +
        `THEN CAST(${sqliteValue} AS INTEGER) END END`,
    ],
    [
      sqlite,
      path('text', 'a', 'b'),
      'decimal',
      `CAST(CASE WHEN JSON_VALID(d) THEN CASE WHEN ${sqliteType} IN ('integer', 'real') ` +
        `AND ${sqliteValue} > -1e35 AND ${sqliteValue} < 1e35 THEN ${sqliteValue} END END AS NUMERIC)`,
    ],
    [
      sqlite,
      path('jsonb'),
      'boolean',
      `CASE WHEN JSON_VALID(d, 9) THEN CASE JSON_TYPE(d, '$') WHEN 'true' THEN 1 WHEN 'false' THEN 0 END END`,
    ],
    [
      postgres,
      path('jsonb', 'a', 'b'),
      'text',
      `CASE JSONB_TYPEOF((d -> 'a' -> 'b')) WHEN 'string' THEN (d -> 'a' ->> 'b') END`,
    ],
    [postgres, path('jsonb'), 'text', `CASE JSONB_TYPEOF(d) WHEN 'string' THEN (d #>> '{}') END`],
    [
      postgres,
      path('jsonb', 'a'),
      'integer',
      `CASE WHEN JSONB_TYPEOF((d -> 'a')) = 'number' THEN CASE WHEN CAST((d -> 'a') AS numeric) ` +
        `BETWEEN -2147483648 AND 2147483647 AND CAST((d -> 'a') AS numeric) % 1 = 0 ` +
        `THEN CAST(CAST((d -> 'a') AS numeric) AS bigint) END END`,
    ],
    [
      postgres,
      path('json', 'a'),
      'boolean',
      `CASE WHEN ${isReadable} THEN CASE JSON_TYPEOF((d -> 'a')) WHEN 'boolean' THEN CAST((d ->> 'a') AS boolean) END END`,
    ],
    [
      postgres,
      path('json', 'a'),
      'decimal',
      `CASE WHEN ${isReadable} THEN CASE WHEN JSON_TYPEOF((d -> 'a')) = 'number' AND LENGTH((d ->> 'a')) <= 5000 ` +
        `AND (d ->> 'a') !~ '[eE][-+]{0,1}0*[1-9][0-9]{4}' THEN CASE WHEN ABS(CAST((d ->> 'a') AS numeric)) ` +
        `<= 99999999999999999999999999999999999 THEN CAST((d ->> 'a') AS numeric) END END END`,
    ],
    [
      mysql,
      path('json', 'a', 'b'),
      'text',
      `(SELECT CASE JSON_TYPE(nf_json.v) WHEN 'STRING' THEN CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) ` +
        `COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/ END FROM ${table('$."a"."b"')})`,
    ],
    [
      mysql,
      path('json', 'a'),
      'integer',
      `(SELECT CASE WHEN ${numbers} THEN CASE WHEN ${decimal} BETWEEN -2147483648 AND 2147483647 ` +
        `AND ${decimal} = TRUNCATE(${decimal}, 0) AND CAST(nf_json.v AS DOUBLE) = FLOOR(CAST(nf_json.v AS DOUBLE)) ` +
        `THEN CAST(${decimal} AS SIGNED) END END FROM ${table('$."a"')})`,
    ],
    [
      mysql,
      path('json'),
      'decimal',
      `(SELECT CASE WHEN ${numbers} THEN CASE WHEN ABS(${decimal}) <= 99999999999999999999999999999999999 ` +
        `THEN ${decimal} END END FROM ${table('$')})`,
    ],
  ] as const)('$name: $1 as $2', ({ documents }, place, kind, sql) => {
    expect(documents.scalar(place, kind)).toBe(sql);
  });

  it.each(Object.entries(ofWholeKinds((range) => range)))(
    'has the range of %s that requests have',
    (kind, [least, most]) => {
      const whole = valueKinds[kind as WholeKind];
      const isRead = (text: string): boolean => whole.read(text, { zone: 'UTC' }).ok;
      expect([least, most].map(isRead)).toEqual([true, true]);
      expect([String(BigInt(least) - 1n), String(BigInt(most) + 1n)].map(isRead)).toEqual([false, false]);
    },
  );
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
