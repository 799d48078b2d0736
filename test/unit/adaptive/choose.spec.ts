import { type Answered, type ChoosableList, type Decision, type Step, choose } from '../../../lib/adaptive/choose.js';

/** The facts of a list: how many conditions on related rows it has, or that it has a disjunction across tables. */
interface Facts {
  readonly related?: number;
  readonly hasEither?: true;
  readonly isOwnServed?: true;
  readonly decided?: Decision;
}

function stepOf({ related = 0, ...facts }: Facts, answered: Partial<Answered>): string {
  // Their number alone decides; a condition itself is looked at by whoever asks.
  const list = { hasEither: false, isOwnServed: false, decided: undefined, ...facts, related: new Array(related) };
  return textOf(choose(list satisfies ChoosableList, { few: [], ...answered }));
}

function textOf(step: Step): string {
  if ('ask' in step) return `ask ${step.ask}`;
  const read = step.seed === undefined ? `read ${step.read}` : `read ${step.read} ${step.seed}`;
  return step.sortsMany === true ? `${read}, many sorted` : read;
}

type Row = readonly [answered: Partial<Answered>, step: string];

/** Lists, and what follows from what was answered about each. */
// prettier-ignore
const tables: readonly (readonly [about: string, facts: Facts, rows: readonly Row[]])[] = [
  [
    'one condition on related rows',
    { related: 1 },
    [
      [{}, 'ask few'],
      [{ few: [true] }, 'read keys 0'],
      [{ few: [false] }, 'read walk'],
      [{ few: [false], isWalkShort: true }, 'ask own'],
      [{ few: [false], isWalkShort: true, own: true }, 'read own'],
      [{ few: [false], isWalkShort: true, own: false }, 'read keys 0, many sorted'],
    ],
  ],
  [
    'one, and others that an index serves',
    { related: 1, isOwnServed: true },
    [
      [{}, 'ask few'],
      [{ few: [true] }, 'read keys 0'],
      [{ few: [false] }, 'ask own'],
      [{ few: [false], own: true }, 'read own'],
      [{ few: [false], own: false }, 'read walk'],
      [{ few: [false], own: false, isWalkShort: true }, 'read keys 0, many sorted'],
    ],
  ],
  [
    'several conditions on related rows',
    { related: 3 },
    [
      [{ few: [false] }, 'ask few'],
      [{ few: [false, true] }, 'read keys 1'],
      [{ few: [false, false, true] }, 'read keys 2'],
      [{ few: [false, false, false] }, 'read walk'],
      [{ few: [false, false, false], isWalkShort: true, own: true }, 'read own'],
      [{ few: [false, false, false], isWalkShort: true, own: false }, 'read usual, many sorted'],
    ],
  ],
  ['nothing but an order through a join', {}, [[{}, 'ask own'], [{ own: true }, 'read usual'], [{ own: false }, 'read walk'], [{ own: false, isWalkShort: true }, 'read usual, many sorted']]],
  ['a disjunction across tables', { hasEither: true }, [[{}, 'read walk'], [{ isWalkShort: true }, 'ask alternatives'], [{ isWalkShort: true, alternatives: true }, 'read union'], [{ isWalkShort: true, alternatives: false }, 'read usual, many sorted']]],
  ['a disjunction, and others that an index serves', { hasEither: true, isOwnServed: true }, [[{}, 'ask own'], [{ own: true }, 'read usual'], [{ own: false }, 'read walk'], [{ own: false, isWalkShort: true }, 'ask alternatives']]],
  ['a remembered way', { related: 2, decided: { way: 'usual' } }, [[{}, 'read usual']]],
  ['a remembered sort', { related: 2, decided: { way: 'usual', sortsMany: true } }, [[{}, 'read usual, many sorted']]],
  ['remembered keys', { related: 2, decided: { way: 'keys', seed: 1 } }, [[{}, 'read keys 1']]],
  ['a remembered union', { hasEither: true, decided: { way: 'union' } }, [[{}, 'read union']]],
  [
    'a remembered walk',
    { related: 1, decided: { way: 'walk' } },
    [
      [{}, 'read walk'],
      [{ isWalkShort: true }, 'ask few'],
      [{ isWalkShort: true, few: [true] }, 'read keys 0'],
      // It is not walked a second time for one page.
      [{ isWalkShort: true, few: [false] }, 'ask own'],
      [{ isWalkShort: true, few: [false], own: false }, 'read keys 0, many sorted'],
    ],
  ],
];

const rows = tables.flatMap(([about, facts, steps]) =>
  steps.map(([answered, step]) => ({ about, facts, answered, step })),
);

describe('the way in which a page is read', () => {
  it.each(rows)('of $about, by $answered: $step', ({ facts, answered, step }) => {
    expect(stepOf(facts, answered)).toBe(step);
  });

  it('is found for every list, whatever is answered', () => {
    const lists = tables.map(([, facts]) => facts);
    for (const facts of lists) for (const answer of [true, false]) expect(stepsTo(facts, answer)).toBeLessThan(8);
  });

  /** Answers each question alike, with walks that are all short; returns the number of steps to a page. */
  function stepsTo(facts: Facts, answer: boolean): number {
    let answered: Answered = { few: [] };
    for (let count = 1; ; count += 1) {
      const step = stepOf(facts, answered);
      if (step === 'ask few') answered = { ...answered, few: [...answered.few, answer] };
      else if (step === 'ask own') answered = { ...answered, own: answer };
      else if (step === 'ask alternatives') answered = { ...answered, alternatives: answer };
      else if (step === 'read walk' && answered.isWalkShort !== true) answered = { ...answered, isWalkShort: true };
      else return step === 'read walk' ? Infinity : count;
    }
  }
});
