import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';
import { planOf } from '../../../lib/ast/index.js';
import { addOrder, compile } from '../../../lib/sql/index.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';
import { expectReviewed } from '../../support/reviewed.js';

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

/** A sort of crates on an engine, and the reason for the row; `orders-of-expressions.sql` has the key. */
const rows: readonly (readonly [engine: EngineName, sort: string, why: string])[] = [
  ['postgres', 'dents', 'of the root'],
  ['postgres', 'pallet.dents', 'of a related row that is always there'],
  ['postgres', 'inside.dents', 'of one that may not be, whose count is not 0 but unknown'],
  ['postgres', 'inside.label', 'a column of a row that is not there is NULL by itself'],
  ['postgres', 'holds.dents', 'of many, the first in order'],
  ['postgres', 'byCode.keeper.name', 'of the first related row, where several may have the same code'],
  ['mariadb', 'holds.dents', 'of many, the least: it refuses ORDER BY a subquery within one'],
  ['mariadb', 'holds.dents:desc', 'and the greatest'],
  ['mariadb', 'holds.label', 'a column of many, which an index gives in order'],
];

async function planOn(engine: EngineName, request: string) {
  const source = await describeEntities(engine, [Crate, Pallet, Keeper]);
  const {
    list: { schema },
    asked: { sort },
  } = planOf(FilterService.forDataSource(source, { limits: { sortHops: 2 } }).parse(Crate, request));
  const builder = source.createQueryBuilder(Crate, 'c').select('c.label', 'label');
  return { builder, plan: { schema, conditions: [], scopes: new Map(), sort, total: false, nulls: 'engine' } as const };
}

it('sort keys are as reviewed', async () => {
  const lines: string[] = [];
  for (const [engine, sort, why] of rows) {
    const { plan, builder } = await planOn(engine, `sort=${sort}`);
    const keys = compile(plan, builder).order.map(({ sql }) => sql.replace(/["`]/g, ''));
    lines.push(`sort=${sort} on ${engine}  -- ${why}`, ...keys.map((key) => `  ${key}`));
  }
  expectReviewed(new URL('orders-of-expressions.sql', import.meta.url), lines);
});

describe('columns that are the same in every row, and lead the order for the sake of an index', () => {
  // prettier-ignore
  it.each<[sort: string, order: string, why: string]>([
    ['sort=id', 'nf_1 ASC, nf_2 ASC, nf_3 ASC', 'ascend'],
    ['sort=id:desc', 'nf_1 DESC, nf_2 DESC, nf_3 DESC', 'descend with the first key, so that one index is read one way'],
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
