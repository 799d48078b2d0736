import { type Condition, planOf, relatedByKeys } from '../../../lib/ast/index.js';
import { compile } from '../../../lib/sql/index.js';
import type { FilterValue } from '../../../lib/values/index.js';
import { Desk } from './library.js';

const desk = await Desk.on('mariadb');

/** The SQL of a request's condition on a relation whose keys were looked up. */
function conditionOf(request: string, keys: readonly FilterValue[]): string | undefined {
  const { schema, filters } = planOf(desk.parse(request));
  if (filters === undefined) throw new TypeError(`${request} asks for nothing`);
  const plan = { schema, conditions: [withKeys(filters, keys)], scopes: new Map(), sort: [], total: false } as const;
  return compile({ ...plan, nulls: 'engine' }, desk.volumes()).where?.replace(/`/g, '');
}

function withKeys(condition: Condition, keys: readonly FilterValue[]): Condition {
  if (condition.type === 'not') return { ...condition, condition: withKeys(condition.condition, keys) };
  if (condition.type === 'related') return relatedByKeys(condition, keys);
  throw new TypeError(`${condition.type} is not a condition on a relation`);
}

describe('a condition on a relation whose keys were looked up', () => {
  const rows: readonly (readonly [request: string, keys: readonly string[], condition: string, why: string])[] = [
    ['filters[printer][name]=a', ['1', '2'], '(v.printerId IN (:...nf_p1))', 'compares the foreign key'],
    [
      'filters[$not][printer][name]=a',
      ['1', '2'],
      '((NOT (v.printerId IN (:...nf_p1)) OR v.printerId IS NULL))',
      'negated, it holds where there is no row',
    ],
    ['filters[printer][name]=a', [], '(1 = 0)', 'no key, no row'],
    ['filters[$not][printer][name]=a', [], '(1 = 1)', 'no key, every row'],
    [
      'filters[owners][name]=a',
      ['1'],
      '(v.id IN (SELECT nf_1.volumeId FROM volume_owners_publisher nf_1 WHERE nf_1.publisherId IN (:...nf_p1)))',
      'reads the junction alone',
    ],
    [
      'filters[$not][owners][name]=a',
      ['1'],
      '(NOT EXISTS (SELECT 1 FROM volume_owners_publisher nf_1 WHERE nf_1.volumeId = v.id AND nf_1.publisherId IN (:...nf_p1)))',
      'or finds nothing in it',
    ],
    [
      'filters[owners][$none][name]=a',
      ['1'],
      '(NOT EXISTS (SELECT 1 FROM volume_owners_publisher nf_1 WHERE nf_1.volumeId = v.id AND nf_1.publisherId IN (:...nf_p1)))',
      'by its own quantifier, too',
    ],
    [
      'filters[$not][owners][$none][name]=a',
      ['1'],
      '(v.id IN (SELECT nf_1.volumeId FROM volume_owners_publisher nf_1 WHERE nf_1.publisherId IN (:...nf_p1)))',
      'and back again',
    ],
  ];

  it.each(rows)('%s, keys %j: %s, because it %s', (request, keys, condition) => {
    expect(conditionOf(request, keys)).toBe(condition);
  });

  it('is refused where the key has two columns', () => {
    expect(() => conditionOf('filters[subjects][label]=a', ['1'])).toThrow(
      'keys were looked up for a relation that has none',
    );
  });
});
