import { onEveryEngine } from './fixture.js';
import { idsOn, statementOf } from './question.js';
import { kinds } from './tables/kinds.js';
import { relations } from './tables/relations.js';
import { words } from './tables/words.js';

onEveryEngine((fixture) => {
  describe.each(Object.entries({ words, kinds, relations }))('%s', (_, questions) => {
    it.each(questions)('$name, by hand', async (question) => {
      expect(await fixture.byHand(statementOf(question, fixture.hand))).toEqual(idsOn(fixture.engine, question));
    });

    it.each(questions)('$name', async (question) => {
      const { search, beside = '', fields, context } = question;
      const parse = (text: string) => fixture.parse(text, { fields, context });
      const query = parse(`search=${encodeURIComponent(search)}${beside}&sort=id`);
      const expected = idsOn(fixture.engine, question);

      expect(await fixture.page(query)).toEqual([expected, expected.length]);
      expect(await fixture.filters.count(fixture.shops(), query)).toBe(expected.length);
      // The canonical form of a request is the same request.
      expect(await fixture.page(parse(query.toString()))).toEqual([expected, expected.length]);
    });
  });
});
