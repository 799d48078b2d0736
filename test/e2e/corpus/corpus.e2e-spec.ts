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

  const size = 250;
  const parts = listNames.flatMap((list) => {
    const own = entries.filter((entry) => entry.list === list);
    return Array.from({ length: Math.ceil(own.length / size) }, (_, part) => ({
      ...{ list, from: part * size },
      part: own.slice(part * size, (part + 1) * size),
    }));
  });

  it.each(parts)('is answered as ever by the list $list, from $from', async ({ part }) => {
    expect(await differences(answering, part)).toEqual([]);
  });
});
