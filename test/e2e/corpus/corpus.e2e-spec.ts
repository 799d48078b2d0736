import type { DataSource } from 'typeorm';
import { Answering, listNames } from '../../corpus/answers.js';
import { differences, readCorpus } from '../../corpus/file.js';
import { openShop } from '../../corpus/shop.js';

/**
 * Requests whose answers may change in a major version alone: rows, refusals, totals, cursors, canonical texts. Where a
 * change is meant, `docs/stability.md` says what follows from it.
 */
describe('the corpus', () => {
  const entries = readCorpus();
  let source: DataSource;
  let answering: Answering;
  beforeAll(async () => {
    source = await openShop();
    answering = Answering.over(source);
  });
  afterAll(() => source.destroy());

  it('has 5,000 requests or more, each once', () => {
    expect(entries.length).toBeGreaterThanOrEqual(5000);
    expect(new Set(entries.map(({ list, query }) => `${list} ${query}`)).size).toBe(entries.length);
  });

  it('has answers and refusals of every list', () => {
    for (const list of listNames) {
      const answers = entries.filter((entry) => entry.list === list).map(({ answer }) => answer);
      expect(answers.filter((answer) => 'rows' in answer && answer.rows.length > 0).length).toBeGreaterThan(100);
      expect(answers.filter((answer) => 'refused' in answer).length).toBeGreaterThan(100);
    }
  });

  // Every tenth request of each list; with CORPUS=all, as at night, all of them.
  const step = process.env['CORPUS'] === 'all' ? 1 : 10;

  it.each(listNames)('is answered as before by the list %s', async (list) => {
    const own = entries.filter((entry) => entry.list === list);
    expect(
      await differences(
        answering,
        own.filter((_, index) => index % step === 0),
      ),
    ).toEqual([]);
  });
});
