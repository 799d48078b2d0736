import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { FilterException, FilterService, Filterable } from 'nestjs-filterable';
import { Column, DataSource, Entity, PrimaryColumn, type QueryRunner, type Repository } from 'typeorm';
import { type TestDatabase, describeOn, openDatabase } from '../support/databases.js';
import { share, thorough } from '../support/thorough.js';

/*
 * Most character sets are known to the server alone: a text that one of them lacks is a refusal of the server's, or in
 * no row. It takes seconds, because a server converts each character of each character set.
 */

/** A table with one row: a column in the character set of the database, and on MariaDB one in each of the server's. */
@Entity()
@Filterable()
class Sheet {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'varchar', nullable: true }) text!: string | null;
  [charset: string]: unknown;
}

/** Characters that conversions are known to trip over: controls, look-alikes, case, astral ones. */
const hard = [
  ...'?\\~¥₩‾!%_^`éÉıİÅÅΩΩΓµſẞŸĢģⅠⅰⅪⅺ€”жєґאسक日本語中國한ｱＡ～〜－−กğ、',
  ...'\u0080\u0085\u009f\u00a0\u00ad\uFEFF\uFFFD\uFFFF\u0081\u008d\u0090\u0098\u009d',
  ...['😀', '𠀋', '𠂉', '\u{10000}', '\u{10ffff}'],
];

/** Every 1999th character. */
const regular = Array.from({ length: 0xffff / 1999 }, (_, index) => String.fromCharCode(1 + index * 1999)).filter(
  (character) => !/\p{Surrogate}/u.test(character),
);

/** One for each phrase, and whether a text that the column stores finds itself by it. */
const operators = new Map([
  ...['$eq', '$eqi', '$eqc', '$contains', '$startsWithc'].map((operator) => [operator, true] as const),
  ['$lt', false],
]);

/** Stores samples in a column, asks for each, and returns the answers that are wrong, with the number of each sort. */
async function judge(filters: FilterService, sheets: Repository<Sheet>, field: string, samples: readonly string[]) {
  const wrong: string[] = [];
  const seen = { kept: 0, refused: 0 };
  for (const character of samples) {
    const text = `a${character}z`;
    const isKept = await stores(sheets, field, text);
    seen[isKept ? 'kept' : 'refused'] += 1;
    if (!isKept) await sheets.update(1, { [field]: '' });
    for (const [operator, finds] of operators) {
      const right = isKept ? [Number(finds)] : [Number(operator === '$lt'), 400];
      const answer = await asked(filters, sheets, { [field]: { [operator]: text } });
      const point = character.codePointAt(0)?.toString(16) ?? '';
      if (!right.includes(Number(answer)))
        wrong.push(`${field} ${operator} U+${point}: ${answer}, not ${right.join()}`);
    }
  }
  return { wrong, seen };
}

/** Number of rows found, or 400 for a refusal; anything else is a failure of the database. */
async function asked(filters: FilterService, sheets: Repository<Sheet>, filter: object): Promise<number | string> {
  try {
    return (await filters.page(sheets, filters.parse(Sheet, { filters: filter }))).data.length;
  } catch (error) {
    return error instanceof FilterException ? 400 : String(error);
  }
}

/** True if the column stores a text as it is; some conversions store text that cannot be read again. */
async function stores(sheets: Repository<Sheet>, field: string, text: string): Promise<boolean> {
  try {
    await sheets.update(1, { [field]: text });
    return (await sheets.findOneByOrFail({ id: 1 }))[field] === text;
  } catch {
    return false;
  }
}

beforeAll(() => {
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
});
afterAll(() => jest.restoreAllMocks());

const encodings = ['LATIN5', 'WIN1252', 'WIN1256', 'WIN874', 'KOI8U', 'EUC_JP', 'EUC_KR', 'EUC_JIS_2004'];

/** A database has one encoding: the server converts every parameter, or refuses it. */
describeOn('postgres')('on %s', (engine) => {
  describe.each(encodings)('a database in %s', (charset) => {
    let database: TestDatabase;
    let sheets: Repository<Sheet>;

    beforeAll(async () => {
      database = await openDatabase(engine, { entities: [Sheet], charset });
      sheets = database.source.getRepository(Sheet);
      await sheets.insert({ id: 1 });
    });

    afterAll(() => database?.close());

    it('finds what it can store, finds nothing of what it cannot, and never fails', async () => {
      const { wrong, seen } = await judge(FilterService.forDataSource(database.source), sheets, 'text', hard);
      expect(wrong).toEqual([]);
      expect(Math.min(seen.kept, seen.refused)).toBeGreaterThan(3);
    });
  });
});

describeOn('mariadb')('the character sets of %s', (engine) => {
  const samples = [...regular, ...hard];
  let charsets: readonly string[];
  let database: TestDatabase;
  let runner: QueryRunner;

  beforeAll(async () => {
    charsets = await charsetsOf(process.env['MARIADB_URL']);
    for (const charset of charsets) {
      Column({ type: 'varchar', length: 20, nullable: true, charset })(Sheet.prototype, charset);
    }
    database = await openDatabase(engine, { entities: [Sheet] });
    // Nothing is ever written to the disk.
    runner = database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.manager.insert(Sheet, { id: 1 });
  });

  afterAll(async () => {
    await runner?.release();
    await database?.close();
  });

  it('find what they can store, find nothing of what they cannot, and never fail', async () => {
    expect(charsets.length).toBeGreaterThan(30);
    expect(samples.length).toBeGreaterThan(90);
    const filters = FilterService.forDataSource(database.source);
    const sheets = runner.manager.getRepository(Sheet);
    const seen = { kept: 0, refused: 0 };
    for (const [index, charset] of charsets.entries()) {
      const { wrong, seen: here } = await judge(filters, sheets, charset, share(samples, 4, index));
      expect(wrong).toEqual([]);
      seen.kept += here.kept;
      seen.refused += here.refused;
    }
    expect(Math.min(seen.kept, seen.refused)).toBeGreaterThan(thorough ? 500 : 125);
  }, 600_000);
});

async function charsetsOf(url: string | undefined): Promise<readonly string[]> {
  const source = await new DataSource({ type: 'mariadb', url: url ?? '' }).initialize();
  try {
    const rows = await source.query<{ Charset: string }[]>('SHOW CHARACTER SET');
    return rows.map(({ Charset }) => Charset).filter((charset) => charset !== 'binary');
  } finally {
    await source.destroy();
  }
}
