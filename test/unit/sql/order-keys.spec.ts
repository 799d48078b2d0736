import { planOf } from '../../../lib/ast/index.js';
import { compile } from '../../../lib/sql/index.js';
import type { EngineName } from '../../support/databases.js';
import { Desk } from './library.js';

/** The facts of a sort key beside its text, by which a cursor is made and compared. */
interface KeyFacts {
  readonly comparand: string;
  readonly isOrdinal: boolean;
  readonly column: string | undefined;
  readonly rootColumn: string | undefined;
  readonly joined: boolean;
  readonly nullable: boolean;
  readonly nullsFirst: boolean;
}

async function keysOf(engine: EngineName, sort: string): Promise<readonly KeyFacts[]> {
  const desk = await Desk.on(engine);
  const plan = planOf(desk.parse(`sort=${sort}`));
  const { schema } = plan;
  const sqlPlan = { schema, conditions: [], scopes: new Map(), sort: plan.sort ?? [], total: true } as const;
  const changes = compile({ ...sqlPlan, nulls: 'engine' }, desk.volumes());
  return changes.order.map(({ comparand, isOrdinal, expression, rootColumn, joined, nullable, nullsFirst }) => ({
    comparand: comparand.replace(/["`]/g, ''),
    isOrdinal,
    column: expression?.metadata.propertyName,
    rootColumn: rootColumn?.metadata.propertyName,
    joined,
    nullable,
    nullsFirst,
  }));
}

const count = '(SELECT COUNT(*) FROM review nf_1 WHERE nf_1.volumeId = v.id)';
const first = (selected: string, column: string) =>
  `(SELECT ${selected} FROM review nf_1 WHERE nf_1.volumeId = v.id AND nf_1.${column} IS NOT NULL ORDER BY nf_1.${column} ASC LIMIT 1)`;

const plain: KeyFacts = {
  comparand: '',
  isOrdinal: false,
  column: undefined,
  rootColumn: undefined,
  joined: false,
  nullable: false,
  nullsFirst: false,
};

const rows: readonly (readonly [engine: EngineName, sort: string, key: Partial<KeyFacts>, why: string])[] = [
  ['postgres', 'title', { comparand: 'v.title', column: 'title', rootColumn: 'title' }, 'a column of the root'],
  [
    'postgres',
    'pages',
    { comparand: 'v.pages', column: 'pages', rootColumn: 'pages', nullable: true },
    'one that can be NULL, which is the largest',
  ],
  [
    'mariadb',
    'pages',
    { comparand: 'v.pages', column: 'pages', rootColumn: 'pages', nullable: true, nullsFirst: true },
    'or the smallest',
  ],
  ['postgres', 'publisher.name', { comparand: 'nf_1.name', column: 'name', joined: true }, 'a column of a join'],
  [
    'postgres',
    'writer.name',
    { comparand: 'nf_1.name', column: 'name', joined: true, nullable: true },
    'one that may find no row',
  ],
  ['postgres', 'reviews.$count', { comparand: count }, 'a count'],
  [
    'postgres',
    'reviews.stars',
    { comparand: first('nf_1.stars', 'stars'), column: 'stars', nullable: true },
    'the smallest of many',
  ],
  [
    'postgres',
    'reviews.verdict',
    { comparand: first('nf_1.verdict', 'verdict'), column: 'verdict', nullable: true },
    'the smallest name',
  ],
  [
    'mariadb',
    'reviews.verdict',
    {
      comparand: first('(nf_1.verdict + 0)', 'verdict'),
      isOrdinal: true,
      column: 'verdict',
      nullable: true,
      nullsFirst: true,
    },
    'the name of the smallest position',
  ],
  [
    'mariadb',
    'reviews.stars',
    { comparand: first('nf_1.stars', 'stars'), column: 'stars', nullable: true, nullsFirst: true },
    'no position',
  ],
  ['postgres', 'size', { comparand: 'v.size', column: 'size', rootColumn: 'size', nullable: true }, 'a name by itself'],
  [
    'mariadb',
    'size',
    {
      comparand: '(v.size + 0)',
      isOrdinal: true,
      column: 'size',
      rootColumn: 'size',
      nullable: true,
      nullsFirst: true,
    },
    'a name by its position',
  ],
];

describe('the facts of a sort key', () => {
  it.each(rows)('%s, %s: %j, %s', async (engine, sort, key) => {
    const [known, last, ...more] = await keysOf(engine, sort);
    expect(known).toEqual({ ...plain, ...key, nullsFirst: key.nullsFirst ?? engine === 'mariadb' });
    expect(last).toEqual({
      ...plain,
      comparand: 'v.id',
      column: 'id',
      rootColumn: 'id',
      nullsFirst: engine === 'mariadb',
    });
    expect(more).toEqual([]);
  });
});
