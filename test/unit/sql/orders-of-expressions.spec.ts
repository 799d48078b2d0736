import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { planOf } from '../../../lib/ast/index.js';
import { addOrder, compile } from '../../../lib/sql/index.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

/**
 * Orders by what is no column of a table: subqueries of virtual columns, and columns that are the same in every row.
 */

@Entity()
@Filterable()
class Keeper {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable()
class Pallet {
  @PrimaryColumn() id!: number;
  @Column() code!: string;
  @VirtualColumn({ query: (alias) => `SELECT COUNT(*) FROM dent WHERE dent.thing = ${alias}.id` })
  @Filterable({ kind: 'integer' })
  dents!: number;
  @ManyToOne(() => Keeper, { nullable: true }) @Filterable() keeper!: Relation<Keeper> | null;
}

@Entity()
@Filterable()
class Crate {
  @PrimaryColumn() id!: number;
  @Column() label!: string;
  @VirtualColumn({ query: (alias) => `SELECT COUNT(*) FROM dent WHERE dent.thing = ${alias}.id` })
  @Filterable({ kind: 'integer' })
  dents!: number;
  @ManyToOne(() => Pallet, { nullable: false }) @Filterable() pallet!: Relation<Pallet>;
  @ManyToOne(() => Pallet, { nullable: false })
  @JoinColumn({ referencedColumnName: 'code' })
  @Filterable()
  byCode!: Relation<Pallet>;
  @ManyToOne(() => Crate, { nullable: true }) @Filterable() inside!: Relation<Crate> | null;
  @OneToMany(() => Crate, (crate) => crate.inside) @Filterable() holds!: Relation<Crate>[];
}

const dents = (alias: string) => `(SELECT COUNT(*) FROM dent WHERE dent.thing = ${alias}.id)`;
const numeric = (sql: string) => `CAST(${sql} AS numeric)`;

type Row = readonly [engine: EngineName, sort: string, key: string, why: string];

const rows: readonly Row[] = [
  ['postgres', 'dents', numeric(dents('c')), 'of the root'],
  ['postgres', 'pallet.dents', numeric(dents('nf_1')), 'of a related row that is always there'],
  [
    'postgres',
    'inside.dents',
    `CASE WHEN nf_1.id IS NOT NULL THEN ${numeric(dents('nf_1'))} END`,
    'of one that may not be, whose count is not 0 but unknown',
  ],
  ['postgres', 'inside.label', 'nf_1.label', 'a column of a row that is not there is NULL by itself'],
  [
    'postgres',
    'holds.dents',
    `(SELECT ${numeric(dents('nf_1'))} FROM crate nf_1 WHERE nf_1.insideId = c.id AND ${numeric(dents('nf_1'))} IS NOT NULL ORDER BY ${numeric(dents('nf_1'))} ASC LIMIT 1)`,
    'of many, the first in order',
  ],
  [
    'postgres',
    'byCode.keeper.name',
    '(SELECT nf_2.name FROM pallet nf_1 INNER JOIN keeper nf_2 ON nf_2.id = nf_1.keeperId WHERE nf_1.code = c.byCodeCode AND nf_2.name IS NOT NULL ORDER BY nf_2.name ASC LIMIT 1)',
    'of the first related row, where several may have the same code',
  ],
  [
    'mariadb',
    'holds.dents',
    `(SELECT MIN(${dents('nf_1')}) FROM crate nf_1 WHERE nf_1.insideId = c.id)`,
    'of many, the least: it refuses ORDER BY a subquery within one',
  ],
  [
    'mariadb',
    'holds.dents:desc',
    `(SELECT MAX(${dents('nf_1')}) FROM crate nf_1 WHERE nf_1.insideId = c.id)`,
    'and the greatest',
  ],
  [
    'mariadb',
    'holds.label',
    '(SELECT nf_1.label FROM crate nf_1 WHERE nf_1.insideId = c.id AND nf_1.label IS NOT NULL ORDER BY nf_1.label ASC LIMIT 1)',
    'a column of many, which an index gives in order',
  ],
];

async function planOn(engine: EngineName, request: string) {
  const source = await describeEntities(engine, [Crate, Pallet, Keeper]);
  const { schema, sort } = planOf(
    FilterService.forDataSource(source, { limits: { sortHops: 2 } }).parse(Crate, request),
  );
  const builder = source.createQueryBuilder(Crate, 'c').select('c.label', 'label');
  return { builder, plan: { schema, conditions: [], scopes: new Map(), sort, total: false, nulls: 'engine' } as const };
}

describe('a sort key', () => {
  it.each(rows)('on %s, %s', async (engine, sort, key) => {
    const { plan, builder } = await planOn(engine, `sort=${sort}`);
    expect(compile(plan, builder).order.map(({ sql }) => sql.replace(/["`]/g, ''))).toEqual([key]);
  });
});

describe('columns that are the same in every row, and lead the order for the sake of an index', () => {
  it.each<[sort: string, order: string, why: string]>([
    ['sort=id', 'nf_1 ASC, nf_2 ASC, nf_3 ASC', 'ascend'],
    [
      'sort=id:desc',
      'nf_1 DESC, nf_2 DESC, nf_3 DESC',
      'descend with the first key, so that one index is read one way',
    ],
    ['sort=id:desc,dents', 'nf_1 DESC, nf_2 DESC, nf_3 DESC, nf_4 ASC', 'the second does not count'],
    ['', 'nf_1 ASC, nf_2 ASC', 'ascend by themselves'],
  ])('%s: %s, they %s', async (request, order) => {
    const { plan, builder } = await planOn('mariadb', request);
    addOrder(builder, compile({ ...plan, leading: ['`label`', '`insideId`'] }, builder));
    const [text] = builder.getQueryAndParameters();
    expect(text.replace(/`/g, '')).toContain('c.label AS nf_1, c.insideId AS nf_2');
    expect(text.replace(/`/g, '').replace(/^.* ORDER BY /, '')).toBe(order);
  });
});
