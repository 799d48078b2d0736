import { Filterable, FilterService } from 'nestjs-filterable';
import { Column, Entity, Index, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { planOf } from '../../../lib/ast/index.js';
import { alongIndex } from '../../../lib/page/order/along-index.js';
import { compile } from '../../../lib/sql/index.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

@Entity()
@Filterable()
class Club {
  @PrimaryColumn() id!: number;
}

@Entity()
@Index(['league', 'kind', 'score'])
@Index(['club', 'score'])
@Index(['ratio', 'score'])
@Filterable()
class Player {
  @PrimaryColumn() id!: number;
  @Column() league!: number;
  @Column() kind!: string;
  @Column() score!: number;
  @Column('double precision') ratio!: number;
  @ManyToOne(() => Club, { nullable: false }) club!: Relation<Club>;
}

/** Returns the conditions and the leading columns of a page after a cursor, without quotes and parameters. */
async function rangeOf(engine: EngineName, request: string) {
  const source = await describeEntities(engine, [Player, Club]);
  const {
    list: { schema },
    asked: { filters, sort },
    server: { scopes },
  } = planOf(FilterService.forDataSource(source).parse(Player, request));
  const builder = source.getRepository(Player).createQueryBuilder('p');
  const conditions = filters === undefined ? [] : [filters];
  const along = alongIndex({ schema, conditions, scopes, sort });
  const plan = { schema, conditions, scopes, sort, total: true, nulls: 'engine', ...along } as const;
  const { where, leading } = compile(plan, builder);
  return [where?.replace(/["`]/g, '').replace(/:nf_\w+/g, '?'), leading.map((column) => column.replace(/["`]/g, ''))];
}

const both = 'filters[league]=1&filters[kind]=a&sort=score:desc';
const related = 'filters[club][id]=3&sort=score';

type Row = readonly [engine: EngineName, request: string, why: string, where: string, leading: readonly string[]];

// prettier-ignore
const rows: readonly Row[] = [
  ['mariadb', both, 'each column before the sort key is fixed', '((p.league >= ? AND p.league <= ? AND p.kind >= ? AND p.kind <= ?))', ['p.league', 'p.kind']],
  ['postgres', both, 'elsewhere nothing changes', '((p.league = ? AND p.kind = ?))', []],
  ['mariadb', 'filters[league]=1&sort=score', 'one column before the sort key is free', '(p.league = ?)', []],
  ['mariadb', 'filters[league][$gte]=1&filters[kind]=a&sort=score', 'one is fixed at no value', '((p.league >= ? AND p.kind = ?))', []],
  ['mariadb', 'filters[league]=1&filters[id][$gt]=4&sort=kind', 'the others stay', '((p.league >= ? AND p.league <= ? AND p.id > ?))', ['p.league']],
  ['mariadb', 'filters[$or][0][league]=1&filters[$or][1][league]=2&sort=kind', 'an alternative fixes nothing', '((p.league = ? OR p.league = ?))', []],
  ['mariadb', related, 'a related key is a foreign key', '((p.clubId >= ? AND p.clubId <= ?))', ['p.clubId']],
  ['mariadb', 'filters[ratio]=1.5&sort=score', 'floats have no exact range', '(p.ratio = ?)', []],
  ['mariadb', 'filters[league]=1&filters[kind]=a&sort=id', 'the index does not continue with the sort key', '((p.league = ? AND p.kind = ?))', []],
  ['mariadb', 'filters[club][id]=3&filters[league]=1&sort=club.id', 'the order is by another table', '((p.clubId = ? AND p.league = ?))', []],
];

describe('the conditions of a page after a cursor', () => {
  it.each(rows)('on %s, %s: %s', async (engine, request, _why, where, leading) => {
    expect(await rangeOf(engine, request)).toEqual([where, leading]);
  });
});
