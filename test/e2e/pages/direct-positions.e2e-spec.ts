import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn, type SelectQueryBuilder } from 'typeorm';
import { type TestDatabase, openDatabase } from '../../support/databases.js';
import { StatementSpy } from './spy.js';

/*
 * The cursors of a page on SQLite are made of the columns that the page selects anyway, as long as these give their values as they are.
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

  /** Walks through a list by cursors, two rows at a time, and back again. */
  async function walk(filters: FilterService, sort: string, builder: () => SelectQueryBuilder<Thing> = things) {
    const ids: number[] = [];
    const texts: string[] = [];
    let pages = 0;
    const read = async (side: 'after' | 'before', cursor: string) => {
      const query = filters.parse(
        Thing,
        `sort=${sort}&pagination[${side}]=${encodeURIComponent(cursor)}&pagination[pageSize]=2`,
      );
      const { result, statements } = await spy.during(() => filters.page(builder(), query));
      texts.push(...statements);
      pages += 1;
      const { pagination } = result.meta;
      if (pagination === undefined || !('next' in pagination)) throw new TypeError('no page by cursor');
      return { rows: result.data.map(({ id }) => id), ...pagination };
    };
    for (let cursor: string | null = ''; cursor !== null;) {
      const { rows, next } = await read('after', cursor);
      ids.push(...rows);
      cursor = next;
    }
    const back: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { rows, previous } = await read('before', cursor);
      back.unshift(...rows);
      cursor = previous;
    }
    return { ids, back, texts, pages };
  }

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
