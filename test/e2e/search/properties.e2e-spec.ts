import fc from 'fast-check';
import { runs } from '../properties/settings.js';
import { add, datasets, expectedIds, outsiders, searchOf, searched, searches, store } from './dataset.js';
import { type Fixture, onEveryEngine } from './fixture.js';

/** The answers of all kinds to a search of a reader who is no member of staff. */
async function answersOf(fixture: Fixture, words: readonly string[]) {
  const context = { tenant: 1 };
  const query = fixture.parse({ search: searchOf(words), sort: 'id' }, { fields: searched, context });
  const [ids, total] = await fixture.page(query);
  return { ids, total, count: await fixture.filters.count(fixture.shops(), query) };
}

onEveryEngine((fixture) => {
  // At most as many as here by the gate too: each fills a table twice.
  const [most, share] = fixture.engine === 'sqlite' ? [150, 2] : [40, 8];
  const numRuns = Math.min(most, Math.ceil(runs / share));

  it('finds the rows in which every word is, and is no oracle on rows that the reader may not see', async () => {
    await fc.assert(
      fc.asyncProperty(datasets, outsiders, searches, async (dataset, others, words) => {
        const expected = expectedIds(dataset, words, 1);
        const answers = { ids: expected, total: expected.length, count: expected.length };
        await store(fixture, dataset);
        expect(await answersOf(fixture, words)).toEqual(answers);
        await add(fixture, others);
        expect(await answersOf(fixture, words)).toEqual(answers);
      }),
      { numRuns },
    );
  });
});
