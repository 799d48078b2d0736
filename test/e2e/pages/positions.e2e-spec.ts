import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, DataSource, Entity, ManyToOne, PrimaryColumn, type Relation, type SelectQueryBuilder } from 'typeorm';
import { describeOn, openDatabase } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';
import { readTable, cell } from '../../support/table.js';
import { type Listing, walks } from './walk.js';

/*
 * The cursors of a page are made of the columns that the page selects anyway, as long as these give their values as
 * they are, and of expressions beside them otherwise: of the same list in turns, and by what is kept of earlier pages.
 */

type Row = { readonly id: number };

/** Walks a list there and back, several times, and expects the rows of the list without pages, in their order. */
async function expectWalked<E extends Row>(listing: Listing<E>, sort: string, times = 3): Promise<void> {
  const list = { ...listing, request: { sort: sort.split(',') } };
  const { data } = await list.filters.page(list.builder(), list.filters.parse(list.entity, `sort=${sort}`));
  const expected = data.map(({ id }) => id);
  for (let time = 0; time < times; time += 1) {
    for (const walk of ['forwards', 'backwards'] as const) {
      const ids = (await walks[walk](list, 2)).flat().map(({ id }) => id);
      expect([sort, walk, ids]).toEqual([sort, walk, expected]);
    }
  }
}

const tableOf = (text: string) =>
  readTable(text).map((row) => [cell(row, 'about'), cell(row, 'column'), cell(row, 'values').split('; ')] as const);

@Entity()
@Filterable({ fields: ['id', 'word', 'size', 'weight', 'madeAt', 'hidden'] })
class Thing {
  @PrimaryColumn() id!: number;
  @Column({ type: 'text', nullable: true }) word!: string | null;
  @Column({ type: 'int', nullable: true }) size!: number | null;
  @Column({ type: 'real', nullable: true }) weight!: number | null;
  @Column({ type: 'datetime', nullable: true }) madeAt!: Date | null;
  @Column({ type: 'text', nullable: true, select: false }) hidden!: string | null;
}

/** Values of one column as SQLite stores them, in SQL. */
const stored = tableOf(
  `
  about                                 | column | values
  texts                                 | word   | 'a'; 'b'; ''; 'é'; '日本'
  a part with NUL                       | word   | 'x' || CHAR(0) || 'y'; 'x'; 'x' || CHAR(0) || 'a'
  texts and NULL                        | word   | 'a'; NULL; 'b'; NULL
  texts that are no UTF-8               | word   | CAST(X'61FF' AS TEXT); CAST(X'61FE' AS TEXT); 'a'
  a sign of replacement                 | word   | '\uFFFD'; 'a'; 'b'
  bytes in a column of texts            | word   | X'61'; X'62'; 'a'
  whole numbers                         | size   | 1; -2; 0; 9007199254740991
  numbers beyond those of JavaScript    | size   | 9007199254740993; 9007199254740992; 9223372036854775807
  texts in a column of numbers          | size   | 'many'; 'few'; 3
  fractions in a column of whole ones   | size   | 1.5; 1.25; 2
  floats                                | weight | 1.5; -0.25; 1e-7; 3
  floats beyond whole numbers           | weight | 1e300; 1e301; 2
  texts in a column of floats           | weight | 'heavy'; 'light'; 1.5
  dates and times                       | madeAt | '2024-01-02 03:04:05.678'; '2024-01-02 03:04:05'; NULL
  numbers in a column of moments        | madeAt | 1704164645; 1704164646; '2024-01-02 03:04:05.678'
  a column that is not selected         | hidden | 'a'; 'b'; 'c'
`.replaceAll('||', '¦¦'),
).map(([about, column, values]) => [about, column, values.map((value) => value.replaceAll('¦¦', '||'))] as const);

onEngines('positions of rows', { entities: [Thing], on: ['sqlite'] }, (world) => {
  const things = () => world.source.createQueryBuilder(Thing, 'thing');
  const fill = async (column: string, values: readonly string[]) => {
    await world.repository(Thing).clear();
    const rows = values.map((value, index) => `(${index + 1}, ${value})`);
    await world.source.query(`INSERT INTO thing (id, ${column}) VALUES ${rows.join(', ')}`);
  };

  it.each(stored)('%s', async (_, column, values) => {
    await fill(column, values);
    // A service of its own, because the order of a known list keeps what was found out about it.
    const filters = FilterService.forDataSource(world.source);
    for (const sort of [column, `${column}:desc`]) {
      await expectWalked({ filters, entity: Thing, builder: things, request: {} }, sort, 4);
    }
  });

  it.each<[string, () => SelectQueryBuilder<Thing>]>([
    ['something else by the name of the column', () => things().addSelect("'z'", 'thing_word')],
    ['the key alone', () => things().select('thing.id')],
    ['another alias', () => world.source.createQueryBuilder(Thing, 'other')],
    ['a join', () => things().leftJoin(Thing, 'other', 'other.id = thing.id AND other.id < 0')],
  ])('of a builder that selects %s', async (_, builder) => {
    await fill('word', ["'c'", "'a'", "'b'", "'d'", "'a'"]);
    await expectWalked({ filters: world.filters, entity: Thing, builder, request: {} }, 'word');
  });
});

@Entity()
@Filterable({ fields: ['id', 'word', 'size', 'huge', 'price', 'isNew', 'code', 'day', 'clock'] })
class Ware {
  @PrimaryColumn() id!: number;
  @Column({ type: 'varchar', nullable: true }) word!: string | null;
  @Column({ type: 'int', nullable: true }) size!: number | null;
  @Column({ type: 'bigint', nullable: true }) huge!: string | null;
  @Column({ type: 'decimal', precision: 30, scale: 10, nullable: true }) price!: string | null;
  @Column({ type: 'boolean', nullable: true }) isNew!: boolean | null;
  @Column({ type: 'uuid', nullable: true }) code!: string | null;
  @Column({ type: 'date', nullable: true }) day!: string | null;
  @Column({ type: 'time', nullable: true }) clock!: string | null;
}

const kept = tableOf(`
  about              | column | values
  texts              | word   | 'a'; 'b'; ''; 'é'; '日本'; NULL; NULL
  whole numbers      | size   | 1; -2; 0; 2147483647; NULL; NULL
  large numbers      | huge   | 9007199254740993; 9007199254740992; 9223372036854775807
  decimals           | price  | 12345.0000000001; 12345; -0.5; NULL
  decimals of many digits | price | 12345678901234567890.0000000001; -0.5
  truths             | isNew  | TRUE; FALSE; NULL; TRUE
  UUIDs              | code   | '0c7d5d4e-1b1d-4c56-9f6e-0d2a5a3a9f10'; 'ffffffff-1b1d-4c56-9f6e-0d2a5a3a9f10'
  days               | day    | '2024-01-02'; '2023-12-31'; NULL
  times of day       | clock  | '10:00:00'; '09:59:59'; NULL
  two columns        | day    | '2024-01-02'; '2023-12-31'; '2024-01-02'; NULL; NULL
`);

onEngines('positions of rows', { entities: [Ware], on: ['postgres', 'mariadb'] }, (world) => {
  const wares = () => world.source.createQueryBuilder(Ware, 'ware');

  it.each(kept)('%s', async (about, column, values) => {
    await world.repository(Ware).clear();
    const rows = values.map((value, index) => `(${index + 1}, ${value})`);
    await world.source.query(`INSERT INTO ware (id, ${wares().escape(column)}) VALUES ${rows.join(', ')}`);
    const filters = FilterService.forDataSource(world.source);
    const sorts = about === 'two columns' ? ['day:desc,size,id:desc'] : [column, `${column}:desc`];
    for (const sort of sorts) await expectWalked({ filters, entity: Ware, builder: wares, request: {} }, sort);
  });
});

/** Parsers of a driver that a host may set for decimals. */
const parsers: readonly (readonly [about: string, parse: (text: string) => unknown])[] = [
  ['rounds to two digits', (text) => Number(text).toFixed(2)],
  ['makes euros of cents, with as many digits', (text) => (Number(text) / 100).toFixed(4)],
  ['turns the sign', (text) => (text.startsWith('-') ? text.slice(1) : `-${text}`)],
  ['makes numbers', (text) => Number(text)],
  ['makes objects', (text) => ({ text })],
  ['leaves them as they are', (text) => text],
];

@Entity()
@Filterable({ fields: ['id', 'sum', 'free', 'long'] })
class Account {
  @PrimaryColumn() id!: number;
  @Column({ type: 'decimal', precision: 12, scale: 4 }) sum!: string;
  @Column({ type: 'decimal', precision: 30, scale: 4 }) long!: string;
  @Column({ type: 'decimal', precision: 20, scale: 4, name: 'free' }) free!: string;
}

const sums = ['1.2345', '1.2346', '1.2344', '1.2', '1.23', '1.2351', '-1.2345', '0'];
const longOf = (sum: string, index: number) => (index < 3 ? `1234567890123456789${sum}` : sum);

describeOn('postgres', 'mariadb')('decimals that the host’s own driver reads otherwise, on %s', (engine) => {
  it.each(parsers)('are each on one page where it %s', async (_, parse) => {
    const database = await openDatabase(engine, { entities: [Account] });
    if (engine === 'postgres') await database.source.query('ALTER TABLE account ALTER COLUMN free TYPE numeric');
    const rows = sums.map((sum, index) => ({ id: index + 1, sum, free: sum, long: longOf(sum, index) }));
    await database.source.getRepository(Account).insert(rows);
    const reader = await readingBy(database.source, parse);
    try {
      const filters = FilterService.forDataSource(reader);
      await filters.ready();
      const columns = ['account.id', 'account.sum', 'account.long', 'account.free'];
      const builder = () => reader.createQueryBuilder(Account, 'account').select(columns);
      for (const sort of ['sum', 'sum:desc', 'long', 'free']) {
        await expectWalked({ filters, entity: Account, builder, request: {} }, sort, 1);
      }
    } finally {
      await reader.destroy();
      await database.close();
    }
  });

  /** Opens a data source whose driver makes other values of decimals. */
  async function readingBy({ options }: DataSource, parse: (text: string) => unknown): Promise<DataSource> {
    const [int4, numeric] = [23, 1700];
    const types = { getTypeParser: (type: number) => (type === numeric ? parse : type === int4 ? Number : String) };
    const typeCast = (field: { type: string; string: () => string | null }, next: () => unknown) => {
      if (field.type !== 'NEWDECIMAL') return next();
      const text = field.string();
      return text === null ? null : parse(text);
    };
    const extra = engine === 'postgres' ? { types } : { typeCast };
    return new DataSource({ ...options, synchronize: false, extra }).initialize();
  }
});

@Entity()
@Filterable({ fields: ['id', { name: 'authorName', sortable: true }] })
class Author {
  @PrimaryColumn() id!: number;
  @Column({ name: 'author_name' }) authorName!: number;
  @Column() name!: number;
  @Column({ nullable: true }) bossId!: number | null;
  @ManyToOne(() => Author) boss!: Relation<Author> | null;
}

onEngines(
  'columns of two tables with one name in the rows',
  {
    entities: [Author],
    seed: async (source, engine) => {
      const rows = [3, 1, 5, 2, 4].map((authorName, index) => ({ id: index + 1, authorName, name: 10 - index }));
      await source.getRepository(Author).insert(rows);
      await source.query(`UPDATE author SET ${engine === 'mariadb' ? '`bossId`' : '"bossId"'} = 6 - id`);
    },
  },
  (world) => {
    it.each<[string, (builder: SelectQueryBuilder<Author>) => SelectQueryBuilder<Author>]>([
      ['a join', (builder) => builder.leftJoinAndSelect('post.boss', 'post_author')],
      ['a column of a join', (builder) => builder.leftJoin('post.boss', 'post_author').addSelect('post_author.name')],
      [
        'a join of a table',
        (builder) => builder.leftJoinAndSelect(Author, 'post_author', 'post_author.id = 6 - post.id'),
      ],
    ])('are told apart: %s', async (_, join) => {
      const builder = () => join(world.source.createQueryBuilder(Author, 'post'));
      for (const sort of ['authorName', 'authorName:desc']) {
        await expectWalked({ filters: world.filters, entity: Author, builder, request: {} }, sort);
      }
    });
  },
);
