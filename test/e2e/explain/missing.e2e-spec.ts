import { Filterable } from 'nestjs-filterable';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { cell, readTable } from '../../support/table.js';

@Entity('lent_branch')
@Filterable({ fields: ['id', 'town'], relations: ['loans'] })
class Branch {
  @PrimaryColumn() id!: number;
  @Column({ length: 40 }) town!: string;
  @OneToMany(() => Loan, ({ branch }) => branch) loans!: Relation<Loan>[];
}

@Entity('lent_desk')
@Filterable({ fields: ['id'] })
class Desk {
  @PrimaryColumn() id!: number;
}

@Entity('lent_loan')
@Filterable({
  fields: ['id', 'state', 'due', 'fee', 'title'],
  relations: ['branch', 'desk'],
  named: { open: { kind: 'boolean', where: () => ({ state: 'open' }) } },
  scope: (tenant?: number) => (tenant === undefined ? {} : { tenant }),
})
@Index(['fee', 'title'])
class Loan {
  @PrimaryColumn() id!: number;
  @Column({ length: 10 }) state!: string;
  @Column() due!: number;
  @Column() fee!: number;
  @Column({ length: 40 }) title!: string;
  @Column() tenant!: number;
  @Index('lent_loan_desk') @ManyToOne(() => Desk) desk!: Relation<Desk>;
  @ManyToOne(() => Branch, ({ loans }) => loans, { createForeignKeyConstraints: false }) branch!: Relation<Branch>;
}

/** A request, or the same of tenant 7, what the missing indexes serve, and their keys; `-` where none is missing. */
const rows = readTable(`
  request                                                                | serves                                            | keys
  filters[state]=open&sort=due                                           | filter state, sort due, order state+due           | state due
  filters[state]=open&sort=due:desc,title                                | filter state, sort due, sort title, order state+due+title | state due DESC title
  filters[state]=open&sort=due:desc,title:desc                           | filter state, sort due, sort title, order state+due+title | state due title
  filters[state]=open&filters[due]=3&sort=title                          | filter due, filter state, sort title, order state+due+title | state due title
  filters[state]=open&filters[due]=3                                     | filter due, filter state                          | state due
  filters[open]=true&sort=due                                            | filter state, sort due, order state+due           | state due
  filters[desk][id]=1&sort=due                                           | sort due, order desk+due                          | deskId due
  filters[branch]=1&sort=due                                             | relation branch, sort due                         | branchId ¦ due
  filters[state]=open&sort=due,id                                        | filter state, sort due, order state+due           | state due
  filters[state]=open&sort=id                                            | filter state                                      | state
  filters[state][$in][0]=open&filters[state][$in][1]=late&sort=due       | filter state, sort due                            | state ¦ due
  filters[due][$gt]=3&sort=due                                           | filter due, sort due                              | due
  filters[$or][0][state]=open&filters[$or][1][state]=late&sort=due       | filter state, sort due                            | state ¦ due
  filters[$not][state]=open&sort=due                                     | filter state, sort due                            | state ¦ due
  filters[fee]=3&sort=title                                              | -                                                 | -
  filters[fee]=3&filters[title]=a                                        | -                                                 | -
  sort=fee:desc,title:desc                                               | -                                                 | -
  sort=fee:desc,title                                                    | sort fee, sort title                              | fee DESC title
  filters[title]=a&sort=fee                                              | filter title, order title+fee                     | title fee
  sort=branch.town                                                       | relation branch, sort branch.town                 | branchId ¦ town
  tenant 7: sort=due                                                     | sort due, order tenant+due                        | tenant due
  tenant 7: filters[state]=open&sort=due                                 | filter state, sort due, order state+tenant+due    | state tenant due
`).map((row) => {
  const serves =
    row
      .get('serves')
      ?.split(', ')
      .map((use) => use.replaceAll('+', ', ')) ?? [];
  return { request: cell(row, 'request'), serves, keys: row.get('keys')?.split(' ¦ ') ?? [] };
});

const options = { context: undefined };

onEngines('the indexes that a request is missing', { entities: [Branch, Desk, Loan], options }, (world) => {
  const { engine } = world;
  const explain = (request: string, tenant?: number | '') => {
    const query = world.filters.parse(Loan, request, { context: tenant || undefined });
    return world.filters.explain(world.repository(Loan), query, { plan: true });
  };

  /** The keys of a statement that makes an index: `state due DESC`. */
  const keysOf = (ddl: readonly string[]) => {
    const [, keys = ''] = /\((.*)\)$/.exec(ddl.join(' ')) ?? [];
    return keys.replaceAll(/["`,]/g, '');
  };

  it.each(rows)('$request', async ({ request: asked, serves, keys }) => {
    const [, tenant, request = ''] = /^(tenant 7: )?(.*)$/.exec(asked) ?? [];
    const { missing, statements } = await explain(request, tenant && 7);
    expect(missing.flatMap((index) => index.serves).sort()).toEqual([...serves].sort());
    expect(missing.map(({ ddl }) => keysOf(ddl)).sort()).toEqual([...keys].sort());
    const unserved = new Set(statements.flatMap((statement) => statement.unserved));
    const named = missing.flatMap((index) => index.serves).filter((use) => !use.startsWith('order '));
    expect([...unserved].sort()).toEqual([...new Set(named.map((use) => use.split(' ')[1]))].sort());
    const made: string[] = [];
    try {
      for (const { ddl } of missing) {
        for (const statement of ddl) await world.source.query(statement);
        const [, name = ''] = /CREATE INDEX (\S+)/.exec(ddl.join(' ')) ?? [];
        made.push(name);
      }
      const after = await explain(request, tenant && 7);
      expect(after.missing).toEqual([]);
      expect(after.statements.flatMap((statement) => statement.unserved)).toEqual([]);
      if (engine === 'sqlite' && serves.some((use) => use.startsWith('order '))) {
        const [page] = after.statements.filter((statement) => statement.for === 'page');
        expect(JSON.stringify(page?.plan)).toContain('USING INDEX');
        expect(JSON.stringify(page?.plan)).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
      }
    } finally {
      const on = engine === 'mariadb' ? ` ON ${world.source.getMetadata(Loan).tablePath}` : '';
      const schema = engine === 'postgres' ? `"${world.source.getMetadata(Loan).schema}".` : '';
      for (const name of made) {
        const table = name.includes('lent_branch') && on !== '' ? on.replace('lent_loan', 'lent_branch') : on;
        await world.source.query(`DROP INDEX ${schema}${name}${table}`);
      }
    }
  });
});
