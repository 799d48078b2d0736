import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn, type SelectQueryBuilder } from 'typeorm';
import { type EngineName, type TestDatabase, describeOn, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { walkThrough } from './walk-through.js';

/*
 * The cursors of a page are made of the columns that the page selects anyway, as long as these give their values as
 * they are.
 */

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

/** Values of one column as they are stored, in SQL, and whether the column gives them as they are. */
const stored: readonly (readonly [about: string, column: string, values: readonly string[], isDirect: boolean])[] = [
  ['texts', 'word', ["'a'", "'b'", "''", "'é'", "'日本'"], true],
  ['texts with a NUL', 'word', ["'x' || CHAR(0) || 'y'", "'x'", "'x' || CHAR(0) || 'a'"], false],
  ['texts and NULL', 'word', ["'a'", 'NULL', "'b'", 'NULL'], true],
  ['texts that are no UTF-8', 'word', ["CAST(X'61FF' AS TEXT)", "CAST(X'61FE' AS TEXT)", "'a'"], false],
  ['a sign of replacement', 'word', ["'\uFFFD'", "'a'", "'b'"], false],
  ['bytes in a column of texts', 'word', ["X'61'", "X'62'", "'a'"], false],
  ['whole numbers', 'size', ['1', '-2', '0', '9007199254740991'], true],
  [
    'whole numbers beyond those of JavaScript',
    'size',
    ['9007199254740993', '9007199254740992', '9223372036854775807'],
    false,
  ],
  ['texts in a column of whole numbers', 'size', ["'many'", "'few'", '3'], false],
  ['numbers with a fraction in a column of whole ones', 'size', ['1.5', '1.25', '2'], false],
  ['floats', 'weight', ['1.5', '-0.25', '1e-7', '3'], true],
  ['floats beyond whole numbers', 'weight', ['1e300', '1e301', '2'], false],
  ['texts in a column of floats', 'weight', ["'heavy'", "'light'", '1.5'], false],
  ['dates and times', 'madeAt', ["'2024-01-02 03:04:05.678'", "'2024-01-02 03:04:05'", 'NULL'], true],
  [
    'numbers in a column of dates and times',
    'madeAt',
    ['1704164645', '1704164646', "'2024-01-02 03:04:05.678'"],
    false,
  ],
  ['a column that is not selected', 'hidden', ["'a'", "'b'", "'c'"], false],
];

describe('positions of rows on SQLite', () => {
  const spy = new StatementSpy();
  let database: TestDatabase;

  beforeEach(async () => {
    database = await openDatabase('sqlite', { entities: [Thing], logger: spy, logging: true });
  });
  afterEach(() => database.close());

  async function insert(column: string, values: readonly string[]): Promise<void> {
    for (const [index, value] of values.entries()) {
      await database.source.query(`INSERT INTO thing (id, ${column}) VALUES (${index + 1}, ${value})`);
    }
  }

  const things = () => database.source.createQueryBuilder(Thing, 'thing');

  const walk = (filters: FilterService, sort: string, builder: () => SelectQueryBuilder<Thing> = things) =>
    walkThrough({ filters, spy, entity: Thing, builder }, sort);

  it.each(stored)('%s', async (_, column, values, isDirect) => {
    await insert(column, values);
    const filters = FilterService.forDataSource(database.source);
    for (const sort of [column, `${column}:desc`]) {
      const all = await filters.page(things(), filters.parse(Thing, `sort=${sort}`));
      const expected = all.data.map(({ id }) => id);
      // The order of a request that is known keeps what was found out about it.
      for (let time = 0; time < 4; time += 1) {
        const { ids, back, texts, pages } = await walk(filters, sort);
        expect(ids).toEqual(expected);
        expect(back).toEqual(expected);
        expect(texts.some((text) => text.includes('TYPEOF'))).toBe(!isDirect);
        if (isDirect || time === 3) expect(texts).toHaveLength(pages);
      }
    }
  });

  it.each([
    ['something else by the name of the column', () => things().addSelect("'z'", 'thing_word')],
    ['the key alone', () => things().select('thing.id')],
    ['another alias', () => database.source.createQueryBuilder(Thing, 'other')],
    ['a join', () => things().leftJoin(Thing, 'other', 'other.id = thing.id AND other.id < 0')],
  ])('of a builder that selects %s', async (_, builder) => {
    await insert('word', ["'c'", "'a'", "'b'", "'d'", "'a'"]);
    const filters = FilterService.forDataSource(database.source);
    for (let time = 0; time < 3; time += 1) {
      const { ids, back } = await walk(filters, 'word', builder);
      expect(ids).toEqual([2, 5, 3, 1, 4]);
      expect(back).toEqual([2, 5, 3, 1, 4]);
    }
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

type Server = Exclude<EngineName, 'sqlite'>;

const both: readonly Server[] = ['postgres', 'mariadb'];

/** Values of one column in SQL, as the rows of `Ware` have them, and where the column gives them as they are. */
const kept: readonly (readonly [
  about: string,
  column: string,
  values: readonly string[],
  direct: readonly Server[],
])[] = [
  // MariaDB orders by a part of a text, and whether it does is selected beside it.
  ['texts', 'word', ["'a'", "'b'", "''", "'é'", "'日本'"], ['postgres']],
  ['texts and NULL', 'word', ["'a'", 'NULL', "'b'", 'NULL'], ['postgres']],
  ['whole numbers', 'size', ['1', '-2', '0', '2147483647'], both],
  ['whole numbers and NULL', 'size', ['NULL', '3', 'NULL', '1'], both],
  [
    'whole numbers beyond those of JavaScript',
    'huge',
    ['9007199254740993', '9007199254740992', '9223372036854775807'],
    both,
  ],
  ['decimal fractions', 'price', ['12345.0000000001', '12345', '-0.5', 'NULL'], both],
  ['decimal fractions of more digits than a number has', 'price', ['12345678901234567890.0000000001', '-0.5'], []],
  ['truths', 'isNew', ['TRUE', 'FALSE', 'NULL', 'TRUE'], both],
  ['UUIDs', 'code', ["'0c7d5d4e-1b1d-4c56-9f6e-0d2a5a3a9f10'", "'ffffffff-1b1d-4c56-9f6e-0d2a5a3a9f10'"], both],
  ['days', 'day', ["'2024-01-02'", "'2023-12-31'", 'NULL'], []],
  ['times of day', 'clock', ["'10:00:00'", "'09:59:59'", 'NULL'], ['postgres']],
];

describeOn('postgres', 'mariadb')('positions of rows on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;

  beforeEach(async () => {
    database = await openDatabase(engine, { entities: [Ware], logger: spy, logging: true });
  });
  afterEach(() => database.close());

  const wares = () => database.source.createQueryBuilder(Ware, 'ware');
  const isBeside = (text: string): boolean => /AS ["`]nf_/.test(text);

  async function insert(column: string, values: readonly string[]): Promise<void> {
    const name = wares().escape(column);
    for (const [index, value] of values.entries()) {
      await database.source.query(`INSERT INTO ware (id, ${name}) VALUES (${index + 1}, ${value})`);
    }
  }

  async function check(sort: string, areDirect: boolean): Promise<void> {
    const filters = FilterService.forDataSource(database.source);
    const all = await filters.page(wares(), filters.parse(Ware, `sort=${sort}`));
    const expected = all.data.map(({ id }) => id);
    for (let time = 0; time < 4; time += 1) {
      const { ids, back, texts, pages } = await walkThrough({ filters, spy, entity: Ware, builder: wares }, sort);
      expect(ids).toEqual(expected);
      expect(back).toEqual(expected);
      expect(texts.some(isBeside)).toBe(!areDirect);
      // A column that turns out not to give its values as they are is read again, once.
      expect(texts.length - pages).toBeLessThanOrEqual(time === 0 && !areDirect ? 1 : 0);
    }
  }

  it.each(kept)('%s', async (_, column, values, direct) => {
    await insert(column, values);
    for (const sort of [column, `${column}:desc`]) await check(sort, direct.includes(engine));
  });

  it('of which the one is selected and the other is not', async () => {
    await insert('day', ["'2024-01-02'", "'2023-12-31'", "'2024-01-02'", 'NULL', 'NULL']);
    await check('day:desc,size,id:desc', false);
    const filters = FilterService.forDataSource(database.source);
    const { texts } = await walkThrough({ filters, spy, entity: Ware, builder: wares }, 'day:desc,size,id:desc');
    // The day alone is read beside the row.
    for (const text of texts) expect(text.match(/AS ["`]nf_/g)).toHaveLength(1);
  });
});
