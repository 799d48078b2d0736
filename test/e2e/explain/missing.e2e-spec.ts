import { Filterable, FilterService } from 'nestjs-filterable';
import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';

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

/** A request, what the missing indexes serve, and their keys; nothing where none is missing. */
interface Row {
  readonly request: string;
  readonly serves: readonly string[];
  readonly columns: string;
  readonly tenant?: number;
}

const table: readonly (readonly [request: string, serves: readonly string[], columns: string, tenant?: number])[] = [
  ['filters[state]=open&sort=due', ['filter state', 'sort due', 'order state, due'], 'state due'],
  [
    'filters[state]=open&sort=due:desc,title',
    ['filter state', 'sort due', 'sort title', 'order state, due, title'],
    'state due DESC title',
  ],
  [
    'filters[state]=open&sort=due:desc,title:desc',
    ['filter state', 'sort due', 'sort title', 'order state, due, title'],
    'state due title',
  ],
  [
    'filters[state]=open&filters[due]=3&sort=title',
    ['filter due', 'filter state', 'sort title', 'order state, due, title'],
    'state due title',
  ],
  ['filters[state]=open&filters[due]=3', ['filter due', 'filter state'], 'state due'],
  ['filters[open]=true&sort=due', ['filter state', 'sort due', 'order state, due'], 'state due'],
  ['filters[desk]=1&sort=due', ['sort due', 'order desk, due'], 'deskId due'],
  ['filters[desk][id]=1&sort=due', ['sort due', 'order desk, due'], 'deskId due'],
  // Without a foreign key, related rows are looked up.
  ['filters[branch]=1&sort=due', ['relation branch', 'sort due'], 'branchId | due'],
  // The order ends with the primary key, which needs no column.
  ['filters[state]=open&sort=due,id', ['filter state', 'sort due', 'order state, due'], 'state due'],
  ['filters[state]=open&sort=id', ['filter state'], 'state'],
  ['filters[state]=open', ['filter state'], 'state'],
  // One value each, and no other conditions.
  ['filters[state][$in][0]=open&filters[state][$in][1]=late&sort=due', ['filter state', 'sort due'], 'state | due'],
  ['filters[due][$gt]=3&sort=due', ['filter due', 'sort due'], 'due'],
  ['filters[$or][0][state]=open&filters[$or][1][state]=late&sort=due', ['filter state', 'sort due'], 'state | due'],
  ['filters[$not][state]=open&sort=due', ['filter state', 'sort due'], 'state | due'],
  // What is there already.
  ['filters[fee]=3&sort=title', [], ''],
  ['filters[fee]=3&filters[title]=a', [], ''],
  ['sort=fee,title', [], ''],
  ['sort=fee:desc,title:desc', [], ''],
  ['sort=fee:desc,title', ['sort fee', 'sort title'], 'fee DESC title'],
  ['sort=title', ['sort title'], 'title'],
  ['filters[title]=a&sort=fee', ['filter title', 'order title, fee'], 'title fee'],
  ['sort=branch.town', ['relation branch', 'sort branch.town'], 'branchId | town'],
  // The scope of the client's context is one of the equalities, and no part of the request.
  ['sort=due', ['sort due', 'order tenant, due'], 'tenant due', 7],
  ['filters[state]=open&sort=due', ['filter state', 'sort due', 'order state, tenant, due'], 'state tenant due', 7],
];

const rows = table.map(([request, serves, columns, tenant]): Row => ({
  request,
  serves,
  columns,
  ...(tenant !== undefined && { tenant }),
}));

describe.each(engines)('the indexes that a request is missing, on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Branch, Desk, Loan] });
    filters = FilterService.forDataSource(database.source, { context: undefined });
  });
  afterAll(() => database.close());

  const explain = (request: string, tenant?: number) =>
    filters.explain(database.source.getRepository(Loan), filters.parse(Loan, request, { context: tenant }), {
      plan: true,
    });

  /** The keys of a statement that makes an index: `state due DESC`. */
  const keysOf = (ddl: readonly string[]) => {
    const [, keys = ''] = /\((.*)\)$/.exec(ddl.join(' ')) ?? [];
    return keys.replaceAll(/["`,]/g, '');
  };

  it.each(rows)('$request', async ({ request, serves, columns, tenant }) => {
    const { missing, statements } = await explain(request, tenant);
    expect(missing.flatMap((index) => index.serves).sort()).toEqual([...serves].sort());
    expect(missing.map(({ ddl }) => keysOf(ddl)).sort()).toEqual(
      columns
        .split(' | ')
        .filter((each) => each !== '')
        .sort(),
    );
    const unserved = new Set(statements.flatMap((statement) => statement.unserved));
    const named = missing.flatMap((index) => index.serves).filter((use) => !use.startsWith('order '));
    expect([...unserved].sort()).toEqual([...new Set(named.map((use) => use.split(' ')[1]))].sort());
    const made: string[] = [];
    try {
      for (const { ddl } of missing) {
        for (const statement of ddl) await database.source.query(statement);
        const [, name = ''] = /CREATE INDEX (\S+)/.exec(ddl.join(' ')) ?? [];
        made.push(name);
      }
      const after = await explain(request, tenant);
      expect(after.missing).toEqual([]);
      expect(after.statements.flatMap((statement) => statement.unserved)).toEqual([]);
      if (engine === 'sqlite' && serves.some((use) => use.startsWith('order '))) {
        const [page] = after.statements.filter((statement) => statement.for === 'page');
        expect(JSON.stringify(page?.plan)).toContain('USING INDEX');
        expect(JSON.stringify(page?.plan)).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
      }
    } finally {
      const on = engine === 'mariadb' ? ` ON ${database.source.getMetadata(Loan).tablePath}` : '';
      const schema = engine === 'postgres' ? `"${database.source.getMetadata(Loan).schema}".` : '';
      for (const name of made) {
        const table = name.includes('lent_branch') && on !== '' ? on.replace('lent_loan', 'lent_branch') : on;
        await database.source.query(`DROP INDEX ${schema}${name}${table}`);
      }
    }
  });

  it('says which index the advised one makes redundant', async () => {
    const { missing } = await explain('filters[desk]=1&sort=due');
    expect(missing.map(({ note }) => note)).toEqual(['It makes lent_loan_desk redundant.']);
  });
});
