import type { EngineName } from '../../support/databases.js';
import { renumbered } from '../../support/parameters.js';
import { Desk } from './library.js';

/** A request, the SQL of its condition on a volume `v`, without quotes, and the reason for the row. */
type Row = readonly [request: string, condition: string, why: string];

function writes(engine: EngineName, rows: readonly Row[], withDeleted = false): void {
  it.each(rows.map(([request, text, why]) => [request, why, text] as const))(
    '%s: %s',
    async (request, _why, condition) => {
      const desk = await Desk.on(engine);
      const builder = desk.volumes().select('v.id');
      const text = desk.apply(request, withDeleted ? builder.withDeleted() : builder).getQuery();
      expect(renumbered(text).replace(/["`]/g, '')).toBe(`SELECT v.id AS v_id FROM volume v WHERE (${condition})`);
    },
  );
}

describe('a related row', () => {
  writes('postgres', [
    [
      'filters[publisher][name]=a',
      'v.publisherId IN (SELECT nf_1.id FROM publisher nf_1 WHERE nf_1.name = :nf_p1)',
      'is found by its key',
    ],
    [
      'filters[printer][$not][name]=a',
      'v.printerId IN (SELECT nf_1.id FROM publisher nf_1 WHERE nf_1.name <> :nf_p1)',
      'a negation inside is about the row',
    ],
    [
      'filters[$not][publisher][name]=a',
      'NOT EXISTS (SELECT 1 FROM publisher nf_1 WHERE nf_1.id = v.publisherId AND nf_1.name = :nf_p1)',
      'a negation outside says that there is no such row',
    ],
    [
      'filters[$not][$not][publisher][name]=a',
      'v.publisherId IN (SELECT nf_1.id FROM publisher nf_1 WHERE nf_1.name = :nf_p1)',
      'and two of them nothing',
    ],
    [
      'filters[subject][label]=a',
      'EXISTS (SELECT 1 FROM subject nf_1 WHERE nf_1.code = v.subjectCode AND nf_1.language = v.subjectLanguage AND nf_1.label = :nf_p1)',
      'of a key with two columns',
    ],
    [
      'filters[$not][subject][label]=a',
      'NOT EXISTS (SELECT 1 FROM subject nf_1 WHERE nf_1.code = v.subjectCode AND nf_1.language = v.subjectLanguage AND nf_1.label = :nf_p1)',
      'the same, negated',
    ],
    [
      'filters[owners][name]=a',
      'v.id IN (SELECT nf_2.volumeId FROM volume_owners_publisher nf_2 INNER JOIN publisher nf_1 ON nf_1.id = nf_2.publisherId WHERE nf_1.name = :nf_p1)',
      'through a junction',
    ],
    [
      'filters[subjects][$none][label]=a',
      'NOT EXISTS (SELECT 1 FROM volume_subjects_subject nf_2 INNER JOIN subject nf_1 ON nf_1.code = nf_2.subjectCode AND nf_1.language = nf_2.subjectLanguage WHERE nf_2.volumeId = v.id AND nf_1.label = :nf_p1)',
      'through a junction to a key with two columns',
    ],
    [
      'filters[reviews][writer][name]=a',
      'v.id IN (SELECT nf_1.volumeId FROM review nf_1 WHERE nf_1.writerId IN (SELECT nf_2.id FROM writer nf_2 WHERE nf_2.deletedAt IS NULL AND nf_2.name = :nf_p1))',
      'through two relations',
    ],
    [
      'filters[byExists][id]=1',
      'EXISTS (SELECT 1 FROM publisher nf_1 WHERE nf_1.id = v.byExistsId AND nf_1.id = :nf_p1)',
      'in the shape that was chosen for the relation',
    ],
    [
      'filters[byIn][id]=1',
      'v.byInId IN (SELECT nf_1.id FROM publisher nf_1 WHERE nf_1.id = :nf_p1)',
      'in the other shape',
    ],
  ]);
});

describe('a row that may be invisible', () => {
  writes('postgres', [
    [
      'filters[writer][name]=a',
      'v.writerId IN (SELECT nf_1.id FROM writer nf_1 WHERE nf_1.deletedAt IS NULL AND nf_1.name = :nf_p1)',
      'because it is deleted',
    ],
    [
      'filters[$not][writer][name]=a',
      'NOT EXISTS (SELECT 1 FROM writer nf_1 WHERE nf_1.id = v.writerId AND nf_1.deletedAt IS NULL AND nf_1.name = :nf_p1)',
      'the same, negated',
    ],
    [
      'filters[shelf][name]=a',
      'v.shelfId IN (SELECT nf_1.id FROM place nf_1 WHERE nf_1.kind IN (:nf_p1, :nf_p2) AND nf_1.name = :nf_p3)',
      'because it is of another class',
    ],
    [
      'filters[notes][id]=1',
      'v.id IN (SELECT nf_1.volumeId FROM note nf_1 WHERE (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2)) AND nf_1.id = :nf_p3)',
      'because it is out of scope; the relations of a scope have none',
    ],
    [
      'filters[$or][0][notes][id]=1&filters[$or][1][notes][$none][id]=2',
      '(v.id IN (SELECT nf_1.volumeId FROM note nf_1 WHERE (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2)) AND nf_1.id = :nf_p3)' +
        ' OR NOT EXISTS (SELECT 1 FROM note nf_3 WHERE nf_3.volumeId = v.id AND (nf_3.text <> :nf_p4 AND nf_3.parentId IN (SELECT nf_4.id FROM note nf_4 WHERE nf_4.text = :nf_p5)) AND nf_3.id = :nf_p6))',
      'every time that it is reached',
    ],
  ]);

  writes(
    'postgres',
    [
      [
        'filters[writer][name]=a',
        'v.writerId IN (SELECT nf_1.id FROM writer nf_1 WHERE nf_1.name = :nf_p1)',
        'and is not, where deleted rows were asked for',
      ],
      [
        'filters[shelf][name]=a',
        'v.shelfId IN (SELECT nf_1.id FROM place nf_1 WHERE nf_1.kind IN (:nf_p1, :nf_p2) AND nf_1.name = :nf_p3)',
        'which has nothing to do with its class',
      ],
    ],
    true,
  );
});

describe('quantifiers', () => {
  const some = 'v.id IN (SELECT nf_1.volumeId FROM review nf_1 WHERE nf_1.stars = :nf_p1)';
  const none = 'NOT EXISTS (SELECT 1 FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.stars = :nf_p1)';

  writes('postgres', [
    ['filters[reviews][stars]=1', some, 'unsaid'],
    ['filters[reviews][$some][stars]=1', some, 'some'],
    ['filters[$not][reviews][$some][stars]=1', none, 'not some'],
    ['filters[reviews][$none][stars]=1', none, 'none'],
    ['filters[$not][reviews][$none][stars]=1', some, 'not none'],
    [
      'filters[reviews][$every][stars]=1',
      'NOT EXISTS (SELECT 1 FROM review nf_1 WHERE nf_1.volumeId = v.id AND (nf_1.stars = :nf_p1) IS NOT TRUE)',
      'every',
    ],
    [
      'filters[$not][reviews][$every][stars]=1',
      'v.id IN (SELECT nf_1.volumeId FROM review nf_1 WHERE (nf_1.stars = :nf_p1) IS NOT TRUE)',
      'not every',
    ],
    ['filters[reviews][$exists]=true', 'v.id IN (SELECT nf_1.volumeId FROM review nf_1)', 'there is one'],
    [
      'filters[$not][reviews][$exists]=true',
      'NOT EXISTS (SELECT 1 FROM review nf_1 WHERE nf_1.volumeId = v.id)',
      'there is none',
    ],
    [
      'filters[subject][$exists]=true',
      'EXISTS (SELECT 1 FROM subject nf_1 WHERE nf_1.code = v.subjectCode AND nf_1.language = v.subjectLanguage)',
      'there is one, of a key with two columns',
    ],
  ]);
});

describe('the number of related rows', () => {
  const count = (where: string) => `(SELECT COUNT(*) FROM review nf_1 WHERE nf_1.volumeId = v.id${where})`;
  const compared = (by: string, where: string, flag: number) =>
    `(SELECT CASE WHEN ${by} THEN 1 ELSE 0 END FROM review nf_1 WHERE nf_1.volumeId = v.id${where}) = ${flag}`;

  writes('postgres', [
    ['filters[reviews][$count]=2', `${count('')} = :nf_p1`, 'all of them'],
    ['filters[$not][reviews][$count][$gt]=2', `${count('')} <= :nf_p1`, 'negated'],
    [
      'filters[reviews][$count][$gte]=2&filters[reviews][$count][$where][stars]=1',
      `${count(' AND nf_1.stars = :nf_p1')} >= :nf_p2`,
      'that satisfy a condition',
    ],
    [
      'filters[reviews][$count][$gte]=2&filters[reviews][$count][$lt]=5&filters[reviews][$count][$where][stars]=1',
      compared('COUNT(*) >= :nf_p2 AND COUNT(*) < :nf_p3', ' AND nf_1.stars = :nf_p1', 1),
      'counted once, compared twice',
    ],
    [
      'filters[$not][reviews][$count][$gte]=2&filters[$not][reviews][$count][$lt]=5',
      compared('COUNT(*) >= :nf_p1 AND COUNT(*) < :nf_p2', '', 0),
      'compared twice, negated',
    ],
    [
      'filters[notes][$count]=1',
      '(SELECT COUNT(*) FROM note nf_1 WHERE nf_1.volumeId = v.id AND (nf_1.text <> :nf_p1 AND nf_1.parentId IN (SELECT nf_2.id FROM note nf_2 WHERE nf_2.text = :nf_p2))) = :nf_p3',
      'that are in scope',
    ],
  ]);
});

describe('a related key', () => {
  writes('postgres', [
    ['filters[printer]=1', 'v.printerId = :nf_p1', 'is here'],
    ['filters[printer][id]=1', 'v.printerId = :nf_p1', 'by its name'],
    ['filters[printer][$in][0]=1&filters[printer][$in][1]=2', 'v.printerId = ANY(:nf_p1)', 'one of several'],
    ['filters[printer][$not][id]=1', 'v.printerId <> :nf_p1', 'a negation inside is about the row'],
    [
      'filters[$not][printer]=1',
      '(v.printerId <> :nf_p1 OR v.printerId IS NULL)',
      'a negation outside is true where there is no row',
    ],
    [
      'filters[printer][$or][0][id]=1&filters[printer][$or][1][id][$gt]=5',
      '(v.printerId = :nf_p1 OR v.printerId > :nf_p2)',
      'in a group',
    ],
    [
      'filters[$not][printer][$or][0][id]=1&filters[$not][printer][$or][1][id][$gt]=5',
      '((v.printerId <> :nf_p1 AND v.printerId <= :nf_p2) OR v.printerId IS NULL)',
      'in a group that is negated',
    ],
    [
      'filters[printer][$and][0][id][$gt]=1&filters[printer][$and][1][id][$lt]=5',
      '(v.printerId > :nf_p1 AND v.printerId < :nf_p2)',
      'in the other group',
    ],
    [
      'filters[$not][printer][$and][0][id][$gt]=1&filters[$not][printer][$and][1][id][$lt]=5',
      '((v.printerId <= :nf_p1 OR v.printerId >= :nf_p2) OR v.printerId IS NULL)',
      'in the other group, negated',
    ],
    ['filters[printer]', 'v.printerId IS NULL', 'that is NULL'],
    ['filters[printer][$ne]', 'v.printerId IS NOT NULL', 'that is not'],
    ['filters[printer][$null]=true', 'v.printerId IS NULL', 'no row'],
    ['filters[printer][$exists]=true', 'v.printerId IS NOT NULL', 'a row'],
    [
      'filters[writer][home]=1',
      'v.writerId IN (SELECT nf_1.id FROM writer nf_1 WHERE nf_1.deletedAt IS NULL AND nf_1.homeId = :nf_p1)',
      'on the other side of a relation',
    ],
  ]);
});

describe('a related key that only the other table can compare', () => {
  writes('postgres', [
    [
      'filters[printer][id]=1&filters[printer][name]=a',
      'v.printerId IN (SELECT nf_1.id FROM publisher nf_1 WHERE (nf_1.id = :nf_p1 AND nf_1.name = :nf_p2))',
      'not only the key is asked for',
    ],
    [
      'filters[printer][$or][0][id]=1&filters[printer][$or][1][name]=a',
      'v.printerId IN (SELECT nf_1.id FROM publisher nf_1 WHERE (nf_1.id = :nf_p1 OR nf_1.name = :nf_p2))',
      'nor by all of a group',
    ],
    [
      'filters[printer][id][$null]=true',
      'v.printerId IN (SELECT nf_1.id FROM publisher nf_1 WHERE nf_1.id IS NULL)',
      'what is NULL is no row',
    ],
    [
      'filters[writer]=1',
      'v.writerId IN (SELECT nf_1.id FROM writer nf_1 WHERE nf_1.deletedAt IS NULL AND nf_1.id = :nf_p1)',
      'the row may be deleted',
    ],
    [
      'filters[writer][$null]=true',
      'NOT EXISTS (SELECT 1 FROM writer nf_1 WHERE nf_1.id = v.writerId AND nf_1.deletedAt IS NULL)',
      'or it may be there and deleted',
    ],
    [
      'filters[shelf]=1',
      'v.shelfId IN (SELECT nf_1.id FROM place nf_1 WHERE nf_1.kind IN (:nf_p1, :nf_p2) AND nf_1.id = :nf_p3)',
      'the row may be of another class',
    ],
    ['filters[reviews]=1', 'v.id IN (SELECT nf_1.volumeId FROM review nf_1 WHERE nf_1.id = :nf_p1)', 'it is not here'],
  ]);
});
