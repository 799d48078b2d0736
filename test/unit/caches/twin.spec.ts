import { TwinDifference, TwinOfTests } from '../../support/twin/twin-of-tests.js';

const twin = new TwinOfTests();
const statement = { text: 'SELECT nf_1 FROM nf_2 WHERE a = ?', values: [1], names: ['nf_1'] };

describe('the twin', () => {
  it.each<readonly [name: string, kept: unknown, anew: unknown]>([
    ['the same statement', statement, { ...statement }],
    [
      'names that are given later',
      statement,
      { ...statement, text: 'SELECT nf_3 FROM nf_7 WHERE a = ?', names: ['nf_3'] },
    ],
    ['the same values', [1, 'a', null], [1, 'a', null]],
  ])('takes for equal: %s', (_name, kept, anew) => {
    expect(() => twin.same('what is kept', kept, () => anew)).not.toThrow();
  });

  it.each<readonly [name: string, kept: unknown, anew: unknown]>([
    ['another text', statement, { ...statement, text: 'SELECT nf_1 FROM nf_2 WHERE b = ?' }],
    ['another value', statement, { ...statement, values: [2] }],
    ['a value less', statement, { ...statement, values: [] }],
    ['one name in the place of two', statement, { ...statement, text: 'SELECT nf_1 FROM nf_1 WHERE a = ?' }],
    ['names in another order', statement, { ...statement, names: ['nf_2'] }],
    ['a number that is a text', [1], ['1']],
    ['an entity of another class', new Date(0), {}],
  ])('fails with both for %s', (_name, kept, anew) => {
    expect(() => twin.same('what is kept', kept, () => anew)).toThrow(TwinDifference);
    expect(() => twin.same('what is kept', kept, () => anew)).toThrow(/kept is[^]*made anew it is/);
  });

  it('compares the question of an answer with the one that was answered, and asks both where they are written otherwise', async () => {
    const memory = {};
    const question = (text: string, answer: number) => () => ({ text, values: [], ask: () => Promise.resolve(answer) });
    await twin.answers(memory, 'few', question('a AND b', 1));
    await twin.answers(memory, 'few', question('a AND b', 0));
    await twin.answers(memory, 'few', question('b AND a', 1));
    await expect(twin.answers(memory, 'few', question('c', 0))).rejects.toThrow(TwinDifference);
  });

  it('compares what a decision was about', () => {
    const memory = {};
    twin.decides(memory, 'key', () => 'a');
    twin.decides(memory, 'key', () => 'a');
    expect(() => twin.decides(memory, 'key', () => 'b')).toThrow(TwinDifference);
  });

  it('says when it is at work', () => {
    const seen: boolean[] = [];
    const see = () => {
      seen.push(twin.isAtWork);
    };
    see();
    twin.same('nothing', undefined, see);
    expect(seen).toEqual([false, true]);
  });
});
