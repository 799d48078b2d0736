import { inNumericOrder } from './about-posts.js';
import { aboutPosts } from './question.js';
import { questionTables } from './tables/index.js';
import { onEveryEngine } from './fixture.js';

const allPosts = 37;

onEveryEngine((fixture) => {
  describe.each(Object.entries(questionTables))('%s', (_, questions) => {
    it.each(questions)('$name', async (question) => {
      const { query, about = aboutPosts, finds, options = {} } = question;
      const sql = typeof question.sql === 'string' ? question.sql : question.sql[fixture.engine];
      const inOrder = sql.includes('ORDER BY');
      const arranged = (ids: readonly number[]) => (inOrder ? ids : inNumericOrder(ids));
      const { source } = fixture.database;
      const filters = fixture.filtersWith(options);

      const expected = arranged(await fixture.byHand(sql));

      expect(arranged(await about.ask(filters, source, query))).toEqual(expected);
      if (!query.includes('pagination')) expect(await about.count(filters, source, query)).toBe(expected.length);
      // The canonical form of a request is the same on every engine.
      if (fixture.engine === 'sqlite') {
        expect(arranged(await about.askAgain(filters, source, query))).toEqual(expected);
      }
      // An answer that is always the same tells nothing.
      if (finds === 'nothing') expect(expected).toEqual([]);
      else expect(expected).not.toEqual([]);
      if (!inOrder && about === aboutPosts) expect(expected.length).toBeLessThan(allPosts);
    });
  });
});
