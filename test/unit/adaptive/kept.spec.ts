import { Kept } from '../../../lib/adaptive/chooser.js';

describe('what is kept', () => {
  let now = 0;
  const kept = () => new Kept<boolean>(60_000, undefined, () => now);

  beforeEach(() => {
    now = 0;
  });

  it.each(['', 'short', 'long '.repeat(100), 'long '.repeat(1_000)])('is found by its question: %j', (question) => {
    const values = kept();
    expect(values.get(question)).toBeUndefined();
    values.set(question, false);
    expect(values.get(question)?.value).toBe(false);
    expect(values.get(`${question}?`)).toBeUndefined();
    values.set(question, true);
    expect(values.get(question)?.value).toBe(true);
    expect(values.size).toBe(1);
  });

  it.each([
    [59_999, true],
    [60_000, undefined],
  ])('after %d ms is %s', (time, expected) => {
    const values = kept();
    values.set('question', true);
    now = time;
    expect(values.get('question')?.value).toBe(expected);
    expect(values.size).toBe(expected === undefined ? 0 : 1);
  });

  it.each([
    [30_000, 29_999, true],
    [30_000, 30_000, undefined],
    [90_000, 59_999, true],
    [90_000, 60_000, undefined],
  ])('with %d ms at the most, after %d ms is %s', (latest, time, expected) => {
    const values = kept();
    expect(values.set('question', true, latest)).toMatchObject({ value: true, until: Math.min(latest, 60_000) });
    now = time;
    expect(values.get('question')?.value).toBe(expected);
  });

  it('holds for a thousand uses', () => {
    const values = kept();
    values.set('question', true);
    const uses = Array.from({ length: 1_001 }, () => values.get('question'));
    expect(uses.indexOf(undefined)).toBe(1_000);
  });

  it('is a thousand values at most, without the one that was not used for the longest', () => {
    const values = kept();
    for (let index = 0; index < 1_000; index += 1) values.set(`question ${index}`, true);
    values.get('question 0');
    values.set('one more', true);
    expect(values.size).toBe(1_000);
    expect(values.get('question 0')?.value).toBe(true);
    expect(values.get('question 1')).toBeUndefined();
  });
});
