import { planOf } from '../../../lib/ast/index.js';
import { addOrder, compile } from '../../../lib/sql/index.js';
import type { EngineName } from '../../support/databases.js';
import { renumbered } from '../../support/parameters.js';
import { Desk } from './library.js';

/** The SQL of a sorted list after `SELECT v.id AS v_id`, without quotes. */
async function orderOf(engine: EngineName, sort: string, isWhole: boolean): Promise<string> {
  const desk = await Desk.on(engine);
  const { schema, scopes, sort: terms } = planOf(desk.parse(`sort=${sort}`));
  const plan = { schema, conditions: [], scopes, sort: terms, total: false, nulls: 'engine', isWhole } as const;
  const builder = desk.volumes().select('v.id');
  addOrder(builder, compile(plan, builder));
  const sql = renumbered(builder.getQuery());
  return sql.replace(/["`]/g, '').replace(/ +/g, ' ').replace('SELECT v.id AS v_id', '');
}

const perRow = (engine: EngineName, sort: string) => orderOf(engine, sort, false);

describe('a list that nothing narrows, sorted through a to-many relation', () => {
  it.each([
    [
      'reviews.$count:desc',
      ', COALESCE(nf_2.nf_3, 0) AS nf_5 FROM volume v LEFT JOIN (SELECT nf_1.volumeId AS nf_4, COUNT(*) AS nf_3 ' +
        'FROM review nf_1 GROUP BY nf_1.volumeId) nf_2 ON (nf_2.nf_4 = v.id) ORDER BY nf_5 DESC',
      'of a row without related ones the count is 0',
    ],
    [
      'reviews.stars',
      ', nf_2.nf_3 AS nf_5 FROM volume v LEFT JOIN (SELECT nf_1.volumeId AS nf_4, MIN(nf_1.stars) AS nf_3 ' +
        'FROM review nf_1 GROUP BY nf_1.volumeId) nf_2 ON (nf_2.nf_4 = v.id) ORDER BY nf_5 ASC',
      'the smallest; of a row without related ones NULL',
    ],
    [
      'owners.name:desc:nullsLast',
      ', nf_3.nf_4 AS nf_6 FROM volume v LEFT JOIN (SELECT nf_2.volumeId AS nf_5, MAX(nf_1.name) AS nf_4 ' +
        'FROM volume_owners_publisher nf_2 INNER JOIN publisher nf_1 ON nf_1.id = nf_2.publisherId GROUP BY nf_2.volumeId) nf_3 ' +
        'ON (nf_3.nf_5 = v.id) ORDER BY nf_6 DESC NULLS LAST',
      'the largest, through a junction',
    ],
    [
      'notes.$count',
      ', COALESCE(nf_3.nf_4, 0) AS nf_6 FROM volume v LEFT JOIN (SELECT nf_1.volumeId AS nf_5, COUNT(*) AS nf_4 FROM note nf_1 ' +
        'WHERE (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2)) ' +
        'GROUP BY nf_1.volumeId) nf_3 ON (nf_3.nf_5 = v.id) ORDER BY nf_6 ASC',
      'how many are in scope',
    ],
    [
      'reviews.$count,reviews.stars',
      ', COALESCE(nf_2.nf_3, 0) AS nf_9, nf_6.nf_7 AS nf_10 FROM volume v ' +
        'LEFT JOIN (SELECT nf_1.volumeId AS nf_4, COUNT(*) AS nf_3 FROM review nf_1 GROUP BY nf_1.volumeId) nf_2 ON (nf_2.nf_4 = v.id) ' +
        'LEFT JOIN (SELECT nf_5.volumeId AS nf_8, MIN(nf_5.stars) AS nf_7 FROM review nf_5 GROUP BY nf_5.volumeId) nf_6 ON (nf_6.nf_8 = v.id) ' +
        'ORDER BY nf_9 ASC, nf_10 ASC',
      'each key with a join of its own',
    ],
  ])('reads all related rows in groups on PostgreSQL: %s', async (sort, sql) => {
    expect(await orderOf('postgres', sort, true)).toBe(sql);
  });

  it.each<[engine: EngineName, sort: string, why: string]>([
    ['postgres', 'title,reviews.$count', 'behind a key that an index may serve'],
    ['postgres', 'reviews.verdict', 'by a type that has no least value on every server'],
    ['mariadb', 'reviews.$count', 'where groups are no faster'],
    ['sqlite', 'reviews.stars', 'where groups are slower'],
  ])('on %s has a subquery for each row by %s, %s', async (engine, sort) => {
    const sql = await orderOf(engine, sort, true);
    expect(sql).toBe(await perRow(engine, sort));
    expect(sql).not.toContain('GROUP BY');
  });
});
