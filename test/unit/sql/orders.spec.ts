import type { EngineName } from '../../support/databases.js';
import { renumbered } from '../../support/parameters.js';
import { Desk } from './library.js';

/** A sort, the SQL that it makes of a statement that selects `v.id`, without quotes, and the reason for the row. */
type Row = readonly [sort: string, text: string, why: string];

function writes(engine: EngineName, rows: readonly Row[], options?: Parameters<typeof Desk.on>[1]): void {
  it.each(rows.map(([sort, text, why]) => [sort, why, text] as const))('%s: %s', async (sort, _why, text) => {
    const desk = await Desk.on(engine, options);
    const written = renumbered(desk.apply(`sort=${sort}`).getQuery());
    expect(written.replace(/["`]/g, '').replace(/ +/g, ' ')).toBe(`SELECT v.id AS v_id${text}`);
  });
}

describe('an order by columns', () => {
  writes('postgres', [
    ['title', ', v.title AS nf_1 FROM volume v ORDER BY nf_1 ASC', 'one that is not selected is, under a name of ours'],
    ['id', ' FROM volume v ORDER BY v_id ASC', 'one that is selected has a name already'],
    [
      'title:desc,pages',
      ', v.title AS nf_1, v.pages AS nf_2 FROM volume v ORDER BY nf_1 DESC, nf_2 ASC',
      'in the order of the keys',
    ],
    ['secret', ', v.secret AS nf_1 FROM volume v ORDER BY nf_1 ASC', 'one that TypeORM does not select by itself'],
  ]);
});

describe('the primary key at the end of an order', () => {
  const paged = (sort: string) => `${sort}&pagination[page]=1`;
  const ends = ' FROM volume v ORDER BY nf_1 DESC, v_id';
  writes('postgres', [
    [paged('title:desc'), `, v.title AS nf_1${ends} DESC LIMIT 25 OFFSET 0`, 'has the direction of the last key'],
  ]);
  writes(
    'postgres',
    [[paged('title:desc'), `, v.title AS nf_1${ends} ASC LIMIT 25 OFFSET 0`, 'ascends for clients of Strapi']],
    {
      compatibility: 'strapi',
    },
  );
});

describe('an order through to-one relations', () => {
  writes('postgres', [
    [
      'publisher.name',
      ', nf_1.name AS nf_2 FROM volume v INNER JOIN publisher nf_1 ON (nf_1.id = v.publisherId) ORDER BY nf_2 ASC',
      'a row without a related one cannot be, so the join loses none',
    ],
    [
      'printer.name',
      ', nf_1.name AS nf_2 FROM volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC',
      'a row without a related one stays',
    ],
    [
      'writer.name:desc',
      ', nf_1.name AS nf_2 FROM volume v LEFT JOIN writer nf_1 ON (nf_1.id = v.writerId) AND nf_1.deletedAt IS NULL ORDER BY nf_2 DESC',
      'a deleted one is none',
    ],
    [
      'shelf.name',
      ', nf_1.name AS nf_2 FROM volume v LEFT JOIN place nf_1 ON (nf_1.id = v.shelfId AND nf_1.kind IN (:nf_p1, :nf_p2)) ORDER BY nf_2 ASC',
      'one of another class is none',
    ],
    [
      'subject.label',
      ', nf_1.label AS nf_2 FROM volume v INNER JOIN subject nf_1 ON (nf_1.code = v.subjectCode AND nf_1.language = v.subjectLanguage) ORDER BY nf_2 ASC',
      'a key of two columns',
    ],
    [
      'printer.name,printer.id:desc',
      ', nf_1.name AS nf_2, nf_1.id AS nf_3 FROM volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC, nf_3 DESC',
      'one join for two keys',
    ],
    [
      'printer.name,publisher.name',
      ', nf_1.name AS nf_3, nf_2.name AS nf_4 FROM volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) INNER JOIN publisher nf_2 ON (nf_2.id = v.publisherId) ORDER BY nf_3 ASC, nf_4 ASC',
      'and two for two relations',
    ],
  ]);
  writes(
    'postgres',
    [
      [
        'writer.home.name',
        ', nf_2.name AS nf_3 FROM volume v LEFT JOIN writer nf_1 ON (nf_1.id = v.writerId) AND nf_1.deletedAt IS NULL LEFT JOIN publisher nf_2 ON (nf_2.id = nf_1.homeId) ORDER BY nf_3 ASC',
        'what hangs on an outer join is one too',
      ],
      [
        'writer.home.name,writer.name,writer.home.id',
        ', nf_2.name AS nf_3, nf_1.name AS nf_4, nf_2.id AS nf_5 FROM volume v LEFT JOIN writer nf_1 ON (nf_1.id = v.writerId) AND nf_1.deletedAt IS NULL LEFT JOIN publisher nf_2 ON (nf_2.id = nf_1.homeId) ORDER BY nf_3 ASC, nf_4 ASC, nf_5 ASC',
        'and is shared as well',
      ],
    ],
    { limits: { sortHops: 2 } },
  );
});

describe('an order through to-many relations', () => {
  writes('postgres', [
    [
      'reviews.stars',
      ', (SELECT nf_1.stars FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars IS NOT NULL ORDER BY nf_1.stars ASC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 ASC',
      'the smallest',
    ],
    [
      'reviews.stars:desc',
      ', (SELECT nf_1.stars FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars IS NOT NULL ORDER BY nf_1.stars DESC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 DESC',
      'the largest',
    ],
    [
      'reviews.verdict',
      ', (SELECT nf_1.verdict FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.verdict IS NOT NULL ORDER BY nf_1.verdict ASC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 ASC',
      'a name',
    ],
    [
      'owners.name',
      ', (SELECT nf_1.name FROM volume_owners_publisher nf_2 INNER JOIN publisher nf_1 ON nf_1.id = nf_2.publisherId WHERE nf_2.volumeId = v.id AND nf_1.name IS NOT NULL ORDER BY nf_1.name ASC LIMIT 1) AS nf_3 FROM volume v ORDER BY nf_3 ASC',
      'through a junction',
    ],
    [
      'notes.id',
      ', (SELECT nf_1.id FROM note nf_1 WHERE nf_1.volumeId = v.id AND (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2)) AND nf_1.id IS NOT NULL ORDER BY nf_1.id ASC LIMIT 1) AS nf_3 FROM volume v ORDER BY nf_3 ASC',
      'of those that are in scope',
    ],
    [
      'reviews.$count:desc',
      ', (SELECT COUNT(*) FROM review nf_1 WHERE nf_1.volumeId = v.id) AS nf_2 FROM volume v ORDER BY nf_2 DESC',
      'how many',
    ],
    [
      'notes.$count',
      ', (SELECT COUNT(*) FROM note nf_1 WHERE nf_1.volumeId = v.id AND (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2))) AS nf_3 FROM volume v ORDER BY nf_3 ASC',
      'how many are in scope',
    ],
    [
      'reviews.stars:nullsFirst,title',
      ', (SELECT nf_1.stars FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars IS NOT NULL ORDER BY nf_1.stars ASC LIMIT 1) AS nf_2, v.title AS nf_3 FROM volume v ORDER BY nf_2 ASC NULLS FIRST, nf_3 ASC',
      'where there is none, it is NULL',
    ],
  ]);
  writes('mariadb', [
    [
      'reviews.verdict',
      ', (SELECT (nf_1.verdict + 0) FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.verdict IS NOT NULL ORDER BY nf_1.verdict ASC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 ASC',
      'by the position of the name, also outside of the subquery',
    ],
    [
      'reviews.stars',
      ', (SELECT nf_1.stars FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars IS NOT NULL ORDER BY nf_1.stars ASC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 ASC',
      'anything else by itself',
    ],
  ]);
});

describe('NULLs', () => {
  writes('postgres', [
    ['pages', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC', 'unsaid'],
    ['pages:nullsLast', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC', 'where they stand anyhow'],
    ['pages:nullsFirst', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC NULLS FIRST', 'where they would not'],
    [
      'pages:desc:nullsFirst',
      ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC',
      'where they stand anyhow, the other way',
    ],
    [
      'pages:desc:nullsLast',
      ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC NULLS LAST',
      'where they would not, the other way',
    ],
    ['title:nullsFirst', ', v.title AS nf_1 FROM volume v ORDER BY nf_1 ASC', 'there can be none'],
    [
      'reviews.$count:nullsFirst',
      ', (SELECT COUNT(*) FROM review nf_1 WHERE nf_1.volumeId = v.id) AS nf_2 FROM volume v ORDER BY nf_2 ASC',
      'a number is never one',
    ],
    [
      'publisher.name:nullsFirst',
      ', nf_1.name AS nf_2 FROM volume v INNER JOIN publisher nf_1 ON (nf_1.id = v.publisherId) ORDER BY nf_2 ASC',
      'not through a join that loses none',
    ],
    [
      'printer.name:nullsFirst',
      ', nf_1.name AS nf_2 FROM volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC NULLS FIRST',
      'but through one that may',
    ],
    [
      'reviews.stars:desc:nullsLast',
      ', (SELECT nf_1.stars FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars IS NOT NULL ORDER BY nf_1.stars DESC LIMIT 1) AS nf_2 FROM volume v ORDER BY nf_2 DESC NULLS LAST',
      'of a subquery',
    ],
  ]);
  writes('mariadb', [
    [
      'pages:nullsLast',
      ', v.pages IS NULL AS nf_1, v.pages AS nf_2 FROM volume v ORDER BY nf_1 ASC, nf_2 ASC',
      'by a key of its own, where there is no phrase',
    ],
    ['pages:nullsFirst', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC', 'where they stand anyhow'],
    [
      'pages:desc:nullsLast',
      ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC',
      'where they stand anyhow, the other way',
    ],
    [
      'pages:desc:nullsFirst',
      ', v.pages IS NULL AS nf_1, v.pages AS nf_2 FROM volume v ORDER BY nf_1 DESC, nf_2 DESC',
      'by a key of its own, the other way',
    ],
  ]);
  writes('sqlite', [
    [
      'pages:nullsLast',
      ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC NULLS LAST',
      'smallest, as on MariaDB, but with a phrase',
    ],
    ['pages:desc:nullsFirst', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC NULLS FIRST', 'the other way'],
    ['pages:nullsFirst', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC', 'where they stand anyhow'],
  ]);
  writes(
    'postgres',
    [
      ['pages', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC NULLS FIRST', 'first, by the module'],
      ['pages:desc', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC', 'and the other way'],
      ['pages:nullsLast', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC', 'but the key’s own word wins'],
    ],
    { nulls: 'first' },
  );
  writes(
    'postgres',
    [
      ['pages', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 ASC', 'last, by the module'],
      ['pages:desc', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC NULLS LAST', 'and the other way'],
      ['pages:desc:nullsFirst', ', v.pages AS nf_1 FROM volume v ORDER BY nf_1 DESC', 'but the key’s own word wins'],
    ],
    { nulls: 'last' },
  );
});
