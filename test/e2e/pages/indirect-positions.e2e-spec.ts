import { FilterService, Filterable } from 'nestjs-filterable';
import {
  Column,
  DataSource,
  type DataSourceOptions,
  Entity,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  type SelectQueryBuilder,
} from 'typeorm';
import { type TestDatabase, describeOn, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { walkThrough } from './walk-through.js';

/*
 * The cursors of a page are made of other than the columns that it selects, where these do not give the values of the
 * rows.
 */

/** Parsers of a driver that a host may set for decimals, each with the values that they make of those of a column. */
const parsers: readonly (readonly [about: string, parse: (text: string) => unknown])[] = [
  ['rounds to two digits', (text) => Number(text).toFixed(2)],
  ['rounds to as many as the column has', (text) => Number(text).toFixed(4)],
  ['makes euros of cents, with as many digits', (text) => (Number(text) / 100).toFixed(4)],
  ['turns the sign', (text) => (text.startsWith('-') ? text.slice(1) : `-${text}`)],
  ['makes numbers', (text) => Number(text)],
  ['makes texts of numbers', (text) => String(Number(text))],
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
const longSums = sums.map((sum, index) => (index < 3 ? `1234567890123456789${sum}` : sum));

describeOn('postgres', 'mariadb')('decimals that the host’s own driver reads otherwise, on %s', (engine) => {
  const spy = new StatementSpy();

  it.each(parsers)('are each on one page where it %s', async (_, parse) => {
    const database = await openDatabase(engine, { entities: [Account], logger: spy, logging: true });
    const { source } = database;
    if (engine === 'postgres') await source.query('ALTER TABLE account ALTER COLUMN free TYPE numeric');
    const rows = sums.map((sum, index) => ({ id: index + 1, sum, free: sum, long: longSums[index] ?? '0' }));
    await source.getRepository(Account).insert(rows);
    const reader = await readingBy(source, parse);
    try {
      const filters = FilterService.forDataSource(reader);
      await filters.ready();
      const builder = () =>
        reader
          .createQueryBuilder(Account, 'account')
          .select(['account.id', 'account.sum', 'account.long', 'account.free']);
      for (const sort of ['sum', 'sum:desc', 'long', 'long:desc', 'free']) {
        const all = await filters.page(builder(), filters.parse(Account, `sort=${sort}`));
        const { ids, back } = await walkThrough({ filters, spy, entity: Account, builder }, sort);
        expect(ids).toEqual(all.data.map(({ id }) => id));
        expect(back).toEqual(ids);
        expect(ids).toHaveLength(sums.length);
      }
    } finally {
      await reader.destroy();
      await database.close();
    }
  });

  /** Opens a data source whose driver makes other values of decimals. */
  async function readingBy({ options }: DataSource, parse: (text: string) => unknown): Promise<DataSource> {
    const [int4, numeric] = [23, 1700];
    const extra =
      engine === 'postgres'
        ? { types: { getTypeParser: (type: number) => (type === numeric ? parse : type === int4 ? Number : String) } }
        : {
            typeCast: (field: { type: string; string: () => string | null }, next: () => unknown) => {
              if (field.type !== 'NEWDECIMAL') return next();
              const text = field.string();
              return text === null ? null : parse(text);
            },
          };
    const own = { ...options, synchronize: false, extra } as DataSourceOptions;
    return new DataSource(own).initialize();
  }
});

@Entity()
@Filterable({ fields: ['id', { name: 'authorName', sortable: true }, { name: 'name', sortable: true }] })
class Author {
  @PrimaryColumn() id!: number;
  @Column({ name: 'author_name' }) authorName!: number;
  @Column() name!: number;
  @Column({ nullable: true }) bossId!: number | null;
  @ManyToOne(() => Author) boss!: Relation<Author> | null;
}

describeOn(
  'sqlite',
  'postgres',
  'mariadb',
)('columns of two tables with one name in the rows, on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Author], logger: spy, logging: true });
    const rows = [3, 1, 5, 2, 4].map((authorName, index) => ({ id: index + 1, authorName, name: 10 - index }));
    await database.source.getRepository(Author).insert(rows);
    await database.source.query(`UPDATE author SET ${engine === 'mariadb' ? '`bossId`' : '"bossId"'} = 6 - id`);
  });
  afterAll(() => database.close());

  it.each([
    ['a join', (builder: SelectQueryBuilder<Author>) => builder.leftJoinAndSelect('post.boss', 'post_author')],
    [
      'a column of a join',
      (builder: SelectQueryBuilder<Author>) =>
        builder.leftJoin('post.boss', 'post_author').addSelect('post_author.name'),
    ],
    [
      'a join of a table',
      (builder: SelectQueryBuilder<Author>) =>
        builder.leftJoinAndSelect(Author, 'post_author', 'post_author.id = 6 - post.id'),
    ],
    [
      'a join with another name',
      (builder: SelectQueryBuilder<Author>) => builder.leftJoinAndSelect('post.boss', 'boss'),
    ],
  ])('are told apart: %s', async (_, join) => {
    const filters = FilterService.forDataSource(database.source);
    const builder = () => join(database.source.createQueryBuilder(Author, 'post'));
    for (let time = 0; time < 3; time += 1) {
      for (const [sort, expected] of [
        ['authorName', [2, 4, 1, 5, 3]],
        ['authorName:desc', [3, 5, 1, 4, 2]],
      ] as const) {
        const { ids, back } = await walkThrough({ filters, spy, entity: Author, builder }, sort);
        expect(ids).toEqual(expected);
        expect(back).toEqual(expected);
      }
    }
  });
});
