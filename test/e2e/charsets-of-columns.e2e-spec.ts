import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { FilterException, FilterService, Filterable } from 'nestjs-filterable';
import { Column, DataSource, Entity, PrimaryColumn, type QueryRunner, type Repository } from 'typeorm';
import { type TestDatabase, describeOn, openDatabase } from '../support/databases.js';
import { share, thorough } from '../support/thorough.js';

@Entity()
@Filterable()
class Sheet {
  @PrimaryColumn({ type: 'int' }) id!: number;
  [charset: string]: unknown;
}

/**
 * Every 1999th character, and some that conversions are known to trip over: controls, look-alikes, case, astral ones.
 */
const samples = [
  ...Array.from({ length: 0xffff / 1999 }, (_, index) => String.fromCharCode(1 + index * 1999)).filter(
    (character) => !/\p{Surrogate}/u.test(character),
  ),
  ...'?\\~¥₩‾!%_^`\u0080\u0085\u009f\u00a0\u00adéÉıİÅÅΩΩΓµſẞŸĢģⅠⅰⅪⅺ€”жєґאسक日本語中國한ｱＡ～〜－−\uFEFF\uFFFD\uFFFF',
  ...['😀', '𠀋', '\u{10000}', '\u{10ffff}'],
];

/** One for each phrase, and whether a text that the column holds finds itself by it. */
const operators = new Map([
  ['$eq', true],
  ['$eqi', true],
  ['$eqc', true],
  ['$contains', true],
  ['$startsWithc', true],
  ['$lt', false],
]);

/**
 * Most character sets are known to the server alone: a text that one of them lacks is a refusal of the server's, or in
 * no row.
 */
describeOn('mariadb')('the character sets of %s', (engine) => {
  let charsets: readonly string[];
  let database: TestDatabase;
  let runner: QueryRunner;
  let sheets: Repository<Sheet>;
  let filters: FilterService;

  beforeAll(async () => {
    charsets = await charsetsOf(process.env['MARIADB_URL']);
    for (const charset of charsets) {
      Column({ type: 'varchar', length: 20, nullable: true, charset })(Sheet.prototype, charset);
    }
    database = await openDatabase(engine, { entities: [Sheet] });
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    filters = FilterService.forDataSource(database.source);
    // Nothing is ever written to the disk.
    runner = database.source.createQueryRunner();
    await runner.startTransaction();
    sheets = runner.manager.getRepository(Sheet);
    await sheets.insert({ id: 1 });
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await runner?.release();
    await database?.close();
  });

  /** Number of rows found, or 400 for a refusal; anything else is a failure of the database. */
  async function asked(field: string, operator: string, text: string): Promise<number | string> {
    try {
      const query = filters.parse(Sheet, { filters: { [field]: { [operator]: text } } });
      return (await filters.page(sheets, query)).data.length;
    } catch (error) {
      return error instanceof FilterException ? 400 : String(error);
    }
  }

  /** True if the column stores a text; in strict mode the server refuses others. */
  async function kept(charset: string, text: string): Promise<boolean> {
    try {
      await sheets.update(1, { [charset]: text });
    } catch {
      return false;
    }
    return (await sheets.findOneByOrFail({ id: 1 }))[charset] === text;
  }

  it('are many', () => {
    expect(charsets.length).toBeGreaterThan(30);
    expect(samples.length).toBeGreaterThan(90);
  });

  it('find what they can hold, find nothing of what they cannot, and never fail', async () => {
    const wrong: string[] = [];
    const seen = { kept: 0, refused: 0 };
    const asking = charsets.flatMap((name, index) => share(samples, 4, index).map((sample) => [name, sample] as const));
    for (const [charset, character] of asking) {
      const text = `a${character}z`;
      const isKept = await kept(charset, text);
      seen[isKept ? 'kept' : 'refused'] += 1;
      if (!isKept) await sheets.update(1, { [charset]: '' });
      for (const [operator, finds] of operators) {
        const right = isKept ? [Number(finds)] : [Number(operator === '$lt'), 400];
        const answer = await asked(charset, operator, text);
        const point = character.codePointAt(0)?.toString(16) ?? '';
        if (!right.includes(Number(answer)))
          wrong.push(`${charset} ${operator} U+${point}: ${answer}, not ${right.join()}`);
      }
    }
    expect(wrong).toEqual([]);
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
