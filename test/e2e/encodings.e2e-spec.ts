import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { FilterException, FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn, type Repository } from 'typeorm';
import { type TestDatabase, describeOn, openDatabase } from '../support/databases.js';

@Entity()
@Filterable()
class Leaf {
  @PrimaryColumn() id!: number;
  @Column() text!: string;
}

const samples = [
  ...'?\\~¥₩‾\u0080\u0081\u008d\u0090\u0098\u009d\u009f\u00a0\u00adéÉıİÅÅΩΩſẞĢⅠⅰ€”жєґאسกğ日本語中國한ｱＡ～〜－−、\uFEFF\uFFFD\uFFFF',
  ...['😀', '𠀋', '𠂉', '\u{10ffff}'],
];

const operators = ['$eq', '$eqi', '$eqc', '$contains', '$startsWithc'];

const encodings = ['LATIN5', 'WIN1252', 'WIN1256', 'WIN874', 'KOI8U', 'EUC_JP', 'EUC_KR', 'EUC_JIS_2004'];

/** A database has one encoding, whose characters the server alone knows: it converts every parameter, or refuses it. */
describeOn('postgres')('on %s', (engine) => {
  describe.each(encodings)('a database in %s', (charset) => {
    let database: TestDatabase;
    let leaves: Repository<Leaf>;
    let filters: FilterService;

    beforeAll(async () => {
      database = await openDatabase(engine, { entities: [Leaf], charset });
      jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      leaves = database.source.getRepository(Leaf);
      filters = FilterService.forDataSource(database.source);
      await leaves.insert({ id: 1, text: 'aaz' });
    });

    afterAll(async () => {
      jest.restoreAllMocks();
      await database?.close();
    });

    /** Number of rows found, or 400 for a refusal; anything else is a failure of the database. */
    async function asked(operator: string, text: string): Promise<number | string> {
      try {
        const query = filters.parse(Leaf, { filters: { text: { [operator]: text } } });
        return (await filters.page(leaves, query)).data.length;
      } catch (error) {
        return error instanceof FilterException ? 400 : String(error);
      }
    }

    /** True if the column stores a text as it is; some conversions store text that cannot be read again. */
    async function kept(text: string): Promise<boolean> {
      try {
        await leaves.update(1, { text });
        return (await leaves.findOneByOrFail({ id: 1 })).text === text;
      } catch {
        return false;
      }
    }

    it('finds what it can hold, finds nothing of what it cannot, and never fails', async () => {
      const wrong: string[] = [];
      const seen = { kept: 0, refused: 0 };
      for (const character of samples) {
        const text = `a${character}z`;
        const isKept = await kept(text);
        seen[isKept ? 'kept' : 'refused'] += 1;
        for (const operator of operators) {
          const answer = await asked(operator, text);
          const point = character.codePointAt(0)?.toString(16) ?? '';
          const isRight = isKept ? answer === 1 : answer === 400 || answer === 0;
          if (!isRight) wrong.push(`${operator} U+${point}: ${answer}, ${isKept ? 'kept' : 'not kept'}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(Math.min(seen.kept, seen.refused)).toBeGreaterThan(3);
    });
  });
});
