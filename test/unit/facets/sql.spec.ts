import { Filterable, FilterService } from 'nestjs-filterable';
import { Column, Entity, ManyToMany, JoinTable, PrimaryColumn, type Relation } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

@Entity('tag')
@Filterable({ fields: ['name'], scope: () => ({ hidden: false }) })
class Tag {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() hidden!: boolean;
}

@Entity('ware')
@Filterable({
  fields: ['id', 'colour', 'price', 'words'],
  relations: ['tags'],
  facets: ['colour', { name: 'price', type: 'range' }, { name: 'id', type: 'range' }, 'words', 'tags.name'],
})
class Ware {
  @PrimaryColumn() id!: number;
  @Column() colour!: string;
  @Column({ type: 'int' }) price!: number;
  @Column('simple-array') words!: string[];
  @ManyToMany(() => Tag) @JoinTable() tags!: Relation<Tag>[];
}

const engines: readonly EngineName[] = ['sqlite', 'postgres', 'mariadb'];

/** The statements of a request for facets, from a data source that is not connected. */
async function statements(engine: EngineName, request: string): Promise<readonly string[]> {
  const source = await describeEntities(engine, [Ware, Tag]);
  const filters = FilterService.forDataSource(source);
  const sent: string[] = [];
  const runner = source.createQueryRunner();
  const spied = new Proxy(runner, {
    get: (target, name, receiver) => {
      if (name !== 'query') return Reflect.get(target, name, receiver) as unknown;
      return (sql: string) => {
        sent.push(sql.replaceAll(/["`](\w+)["`]/g, '$1'));
        return Promise.resolve({ records: [], raw: [] });
      };
    },
  });
  const builder = source.createQueryBuilder(Ware, 'w', spied);
  await filters.facets(builder, filters.parse(Ware, request));
  return sent;
}

/** Statements by engine, without quotes around names. */
type Statements = Readonly<Record<EngineName, readonly string[]>>;

const everyLetter = 'COLLATE /*M! utf8mb4_nopad_bin*//*!80017 utf8mb4_0900_bin*/';

/** Writes the aggregate of the least spelling, which differs between the engines. */
const least: Readonly<Record<EngineName, (sql: string) => string>> = {
  sqlite: (sql) => `MIN(${sql} COLLATE BINARY)`,
  postgres: (sql) => `MIN(${sql} COLLATE C)`,
  mariadb: (sql) => `MIN(CONVERT(${sql} USING utf8mb4) ${everyLetter})`,
};

/** Puts the aggregate into statements: `LEAST<nf_5.nf_4>`. */
function onEngine(engine: EngineName, statement: string): string {
  return statement
    .replaceAll(/LEAST<([^>]+)>/g, (_, sql: string) => least[engine](sql))
    .replaceAll('EXACT', everyLetter);
}

/** Numbers the names of a statement in the order in which it has them: which one is given first means nothing. */
function inOrder(statement: string): string {
  const names = new Map<string, string>();
  return statement.replaceAll(/\bnf_\d+\b/g, (name) => {
    if (!names.has(name)) names.set(name, `nf_${names.size + 1}`);
    return names.get(name) ?? name;
  });
}

const requests: readonly (readonly [request: string, why: string, statements: Statements])[] = [
  [
    'facets=colour&filters[colour]=red&filters[price]=3',
    'the least spelling of each group, without the condition of its own',
    {
      sqlite: [
        'SELECT nf_6.nf_1 AS nf_1, nf_6.nf_2 AS nf_2, nf_6.nf_3 AS nf_3 FROM (SELECT LEAST<nf_5.nf_4> AS nf_1, COUNT(*) AS nf_2, CASE WHEN nf_5.nf_4 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT w.colour AS nf_4 FROM ware w WHERE (w.price = ?)) nf_5 GROUP BY nf_5.nf_4) nf_6 ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21',
      ],
      postgres: [
        'SELECT nf_6.nf_1 AS nf_1, nf_6.nf_2 AS nf_2, nf_6.nf_3 AS nf_3 FROM (SELECT LEAST<nf_5.nf_4> AS nf_1, COUNT(*) AS nf_2, CASE WHEN nf_5.nf_4 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT w.colour AS nf_4 FROM ware w WHERE (w.price = $1)) nf_5 GROUP BY nf_5.nf_4) nf_6 ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21',
      ],
      mariadb: [
        'SELECT nf_6.nf_1 AS nf_1, nf_6.nf_2 AS nf_2, nf_6.nf_3 AS nf_3 FROM (SELECT LEAST<nf_5.nf_4> AS nf_1, COUNT(*) AS nf_2, CASE WHEN nf_5.nf_4 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT w.colour AS nf_4 FROM ware w WHERE (w.price = ?)) nf_5 GROUP BY nf_5.nf_4) nf_6 ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21',
      ],
    },
  ],
  [
    'facets[colour][search]=r',
    'the text is looked for in what is shown',
    {
      sqlite: [
        "SELECT nf_6.nf_1 AS nf_1, nf_6.nf_2 AS nf_2, nf_6.nf_3 AS nf_3 FROM (SELECT LEAST<nf_5.nf_4> AS nf_1, COUNT(*) AS nf_2, CASE WHEN nf_5.nf_4 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT w.colour AS nf_4 FROM ware w) nf_5 GROUP BY nf_5.nf_4) nf_6 WHERE nf_6.nf_1 LIKE ? ESCAPE '!' ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21",
      ],
      postgres: [
        "SELECT nf_6.nf_1 AS nf_1, nf_6.nf_2 AS nf_2, nf_6.nf_3 AS nf_3 FROM (SELECT LEAST<nf_5.nf_4> AS nf_1, COUNT(*) AS nf_2, CASE WHEN nf_5.nf_4 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT w.colour AS nf_4 FROM ware w) nf_5 GROUP BY nf_5.nf_4) nf_6 WHERE nf_6.nf_1 COLLATE default ILIKE $1 ESCAPE '!' ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21",
      ],
      mariadb: [
        'SELECT nf_6.nf_1 AS nf_1, nf_6.nf_2 AS nf_2, nf_6.nf_3 AS nf_3 FROM (SELECT LEAST<nf_5.nf_4> AS nf_1, COUNT(*) AS nf_2, CASE WHEN nf_5.nf_4 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT w.colour AS nf_4 FROM ware w) nf_5 GROUP BY nf_5.nf_4) nf_6 WHERE LOWER(CONVERT(nf_6.nf_1 USING utf8mb4)) COLLATE utf8mb4_bin LIKE LOWER(CONVERT(? USING utf8mb4)) ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21',
      ],
    },
  ],
  [
    'facets=price,id&filters[price]=3',
    'ranges: together where the same conditions hold',
    {
      sqlite: [
        'SELECT MIN(nf_2.nf_1) AS nf_3, MAX(nf_2.nf_1) AS nf_4 FROM (SELECT w.price AS nf_1 FROM ware w) nf_2',
        'SELECT MIN(nf_2.nf_1) AS nf_3, MAX(nf_2.nf_1) AS nf_4 FROM (SELECT w.id AS nf_1 FROM ware w WHERE (w.price = ?)) nf_2',
      ],
      postgres: [
        'SELECT MIN(nf_2.nf_1) AS nf_3, MAX(nf_2.nf_1) AS nf_4 FROM (SELECT w.price AS nf_1 FROM ware w) nf_2',
        'SELECT MIN(nf_2.nf_1) AS nf_3, MAX(nf_2.nf_1) AS nf_4 FROM (SELECT w.id AS nf_1 FROM ware w WHERE (w.price = $1)) nf_2',
      ],
      mariadb: [
        'SELECT MIN(nf_2.nf_1) AS nf_3, MAX(nf_2.nf_1) AS nf_4 FROM (SELECT w.price AS nf_1 FROM ware w) nf_2',
        'SELECT MIN(nf_2.nf_1) AS nf_3, MAX(nf_2.nf_1) AS nf_4 FROM (SELECT w.id AS nf_1 FROM ware w WHERE (w.price = ?)) nf_2',
      ],
    },
  ],
  [
    'facets=words',
    'the elements of a list, each once for a row',
    {
      sqlite: [
        `SELECT nf_8.nf_1 AS nf_1, nf_8.nf_2 AS nf_2, nf_8.nf_3 AS nf_3 FROM (SELECT LEAST<nf_7.nf_6> AS nf_1, COUNT(DISTINCT nf_7.nf_4) AS nf_2, CASE WHEN nf_7.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT nf_5.nf_4 AS nf_4, nf_element.value AS nf_6 FROM (SELECT w.id AS nf_4, w.words AS words FROM ware w) nf_5, JSON_EACH(CASE WHEN nf_5.words <> '' THEN '[' || REPLACE(JSON_QUOTE(CAST(nf_5.words AS TEXT)), ',', '","') || ']' END) AS nf_element) nf_7 WHERE nf_7.nf_6 IS NOT NULL GROUP BY nf_7.nf_6) nf_8 ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21`,
      ],
      postgres: [
        "SELECT nf_8.nf_1 AS nf_1, nf_8.nf_2 AS nf_2, nf_8.nf_3 AS nf_3 FROM (SELECT LEAST<nf_7.nf_6> AS nf_1, COUNT(DISTINCT nf_7.nf_4) AS nf_2, CASE WHEN nf_7.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT nf_5.nf_4 AS nf_4, nf_element.v COLLATE C AS nf_6 FROM (SELECT w.id AS nf_4, w.words AS words FROM ware w) nf_5, UNNEST(string_to_array(nf_5.words COLLATE default, ',')) AS nf_element(v)) nf_7 WHERE nf_7.nf_6 IS NOT NULL GROUP BY nf_7.nf_6) nf_8 ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21",
      ],
      mariadb: [
        `SELECT nf_8.nf_1 AS nf_1, nf_8.nf_2 AS nf_2, nf_8.nf_3 AS nf_3 FROM (SELECT LEAST<nf_7.nf_6> AS nf_1, COUNT(DISTINCT nf_7.nf_4) AS nf_2, CASE WHEN nf_7.nf_6 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT nf_5.nf_4 AS nf_4, CONVERT(JSON_UNQUOTE(nf_json.v) USING utf8mb4) EXACT AS nf_6 FROM (SELECT w.id AS nf_4, w.words AS words FROM ware w) nf_5, JSON_TABLE(CASE WHEN LENGTH(nf_5.words) > 0 THEN CONCAT('[', REPLACE(JSON_QUOTE(CONVERT(nf_5.words USING utf8mb4)), ',', '","'), ']') END, '$[*]' COLUMNS (v JSON PATH '$')) AS nf_json) nf_7 WHERE nf_7.nf_6 IS NOT NULL GROUP BY nf_7.nf_6) nf_8 ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21`,
      ],
    },
  ],
  [
    'facets=tags.name',
    'what is behind a relation is joined, and counted once for a row',
    {
      sqlite: [
        'SELECT nf_11.nf_1 AS nf_1, nf_11.nf_2 AS nf_2, nf_11.nf_3 AS nf_3 FROM (SELECT LEAST<nf_10.nf_5> AS nf_1, COUNT(DISTINCT nf_10.nf_4) AS nf_2, CASE WHEN nf_10.nf_5 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT w.id AS nf_4, nf_6.nf_5 AS nf_5 FROM ware w INNER JOIN (SELECT nf_8.wareId AS nf_9, nf_7.name AS nf_5 FROM ware_tags_tag nf_8 INNER JOIN tag nf_7 ON nf_7.id = nf_8.tagId WHERE nf_7.hidden = ?) nf_6 ON nf_6.nf_9 = w.id) nf_10 WHERE nf_10.nf_5 IS NOT NULL GROUP BY nf_10.nf_5) nf_11 ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21',
      ],
      postgres: [
        'SELECT nf_11.nf_1 AS nf_1, nf_11.nf_2 AS nf_2, nf_11.nf_3 AS nf_3 FROM (SELECT LEAST<nf_10.nf_5> AS nf_1, COUNT(DISTINCT nf_10.nf_4) AS nf_2, CASE WHEN nf_10.nf_5 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT w.id AS nf_4, nf_6.nf_5 AS nf_5 FROM ware w INNER JOIN (SELECT nf_8.wareId AS nf_9, nf_7.name AS nf_5 FROM ware_tags_tag nf_8 INNER JOIN tag nf_7 ON nf_7.id = nf_8.tagId WHERE nf_7.hidden = $1) nf_6 ON nf_6.nf_9 = w.id) nf_10 WHERE nf_10.nf_5 IS NOT NULL GROUP BY nf_10.nf_5) nf_11 ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21',
      ],
      mariadb: [
        'SELECT nf_11.nf_1 AS nf_1, nf_11.nf_2 AS nf_2, nf_11.nf_3 AS nf_3 FROM (SELECT LEAST<nf_10.nf_5> AS nf_1, COUNT(DISTINCT nf_10.nf_4) AS nf_2, CASE WHEN nf_10.nf_5 IS NULL THEN 1 ELSE 0 END AS nf_3 FROM (SELECT w.id AS nf_4, nf_6.nf_5 AS nf_5 FROM ware w INNER JOIN (SELECT nf_8.wareId AS nf_9, nf_7.name AS nf_5 FROM ware_tags_tag nf_8 INNER JOIN tag nf_7 ON nf_7.id = nf_8.tagId WHERE nf_7.hidden = ?) nf_6 ON nf_6.nf_9 = w.id) nf_10 WHERE nf_10.nf_5 IS NOT NULL GROUP BY nf_10.nf_5) nf_11 ORDER BY nf_2 DESC, nf_3 ASC, nf_1 ASC LIMIT 21',
      ],
    },
  ],
];

describe.each(requests)('%s: %s', (request, _, expected) => {
  it.each(engines)('on %s', async (engine) => {
    const told = expected[engine].map((statement) => inOrder(onEngine(engine, statement)));
    expect((await statements(engine, request)).map(inOrder)).toEqual(told);
  });
});

it('every value is bound', async () => {
  for (const engine of engines) {
    const [sql = ''] = await statements(
      engine,
      'facets[colour][search]=needle&filters[words]=hay&filters[price]=12345',
    );
    expect(sql).not.toMatch(/needle|hay|12345/);
  }
});
