import { onEveryEngine } from './fixture.js';
import { type Question, idsOf, idsOn } from './question.js';
import { questionTables } from './tables/index.js';

onEveryEngine((fixture) => {
  describe.each(Object.entries(questionTables))('%s', (_, questions) => {
    it.each(questions)('$name, by hand', async (question) => {
      expect(await fixture.byHand(question)).toEqual(idsOn(fixture.engine, question));
    });

    it.each(questions)('$name', async (question) => {
      const { about = 'Product', query } = question;
      const { filters } = fixture;
      const entity = fixture.classOf(about);
      const ask = async (request: string) => {
        const rows = await filters.apply(fixture.builderOf(about), filters.parse(entity, request)).getMany();
        return inOrderOf(question, idsOf(rows));
      };
      const expected = idsOn(fixture.engine, question);

      expect(await ask(query)).toEqual(expected);
      expect(await filters.count(fixture.builderOf(about), filters.parse(entity, query))).toBe(expected.length);
      // The canonical form of a request is the same request.
      expect(await ask(filters.parse(entity, query).toString())).toEqual(expected);
    });
  });
});

/** Returns ids in the order of rows where the request has one, and from the least to the greatest where it has none. */
function inOrderOf({ order }: Question, ids: readonly number[]): readonly number[] {
  return order === undefined ? [...ids].sort((a, b) => a - b) : ids;
}
