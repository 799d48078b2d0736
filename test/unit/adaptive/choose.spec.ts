import { FilterService, Filterable } from 'nestjs-filterable';
import { Entity, PrimaryColumn } from 'typeorm';
import { type Answered, type ChoosableList, type Decision, type Step, choose } from '../../../lib/adaptive/choose.js';
import { Chooser } from '../../../lib/adaptive/index.js';
import { type PageFacts, decide, readingText } from '../../../lib/adaptive/reading.js';
import { planOf } from '../../../lib/ast/index.js';
import { describeEntities } from '../../support/metadata.js';

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
  ['one condition on related rows', { related: 1 }, [[{}, 'ask few'], [{ few: [true] }, 'read keys 0'], [{ few: [false] }, 'read walk'], [{ few: [false], isWalkShort: true }, 'ask own'], [{ few: [false], isWalkShort: true, own: true }, 'read own'], [{ few: [false], isWalkShort: true, own: false }, 'read keys 0, many sorted']]],
  ['one, and others that an index serves', { related: 1, isOwnServed: true }, [[{}, 'ask few'], [{ few: [true] }, 'read keys 0'], [{ few: [false] }, 'ask own'], [{ few: [false], own: true }, 'read own'], [{ few: [false], own: false }, 'read walk'], [{ few: [false], own: false, isWalkShort: true }, 'read keys 0, many sorted']]],
  ['several conditions on related rows', { related: 3 }, [[{ few: [false] }, 'ask few'], [{ few: [false, true] }, 'read keys 1'], [{ few: [false, false, true] }, 'read keys 2'], [{ few: [false, false, false] }, 'read walk'], [{ few: [false, false, false], isWalkShort: true, own: true }, 'read own'], [{ few: [false, false, false], isWalkShort: true, own: false }, 'read usual, many sorted']]],
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

describe('decide', () => {
  /** A page of which nothing is particular. */
  const plain: PageFacts = { way: 'usual', from: 'an end of the list', isOneRowEach: true };

  const counted = { isCounted: true, countsWithin: true } as const;

  // prettier-ignore
  const rows: readonly (readonly [about: string, facts: Partial<PageFacts>, text: string])[] = [
  ['a first page', {}, 'usual from an end of the list, inline, at once, no total'],
  ['a page after a position', { from: 'a position' }, 'usual from a position, inline, at once, no total'],
  ['keys first', { way: 'keys', seed: 1 }, 'keys 1 from an end of the list, inline, at once, no total'],
  // Joins that multiply rows.
  ['several rows for each', { isOneRowEach: false }, 'usual from an end of the list, inline, in two, no total'],
  ['several rows for each, deep, with a total', { isOneRowEach: false, isDeep: true, hasKeysInOrder: true, wasFull: true,...counted }, 'usual from an end of the list, inline, in two, total after'],
  ['a deep page', { from: 'a number of rows', isDeep: true, hasKeysInOrder: true }, 'usual from a number of rows, keys first, at once, no total'],
  ['a deep page without an index', { from: 'a number of rows', isDeep: true, hasKeysInOrder: false }, 'usual from a number of rows, inline, at once, no total'],
  ['a page that is not deep', { from: 'a number of rows', hasKeysInOrder: true }, 'usual from a number of rows, inline, at once, no total'],
  ['many sorted rows, on an engine that sorts keys sooner', { way: 'keys', seed: 0, sortsManyKeys: true }, 'keys 0 from an end of the list, keys first, at once, no total'],
  ['many sorted rows, several for each', { sortsManyKeys: true, isOneRowEach: false }, 'usual from an end of the list, inline, in two, no total'],
  ['a total', counted, 'usual from an end of the list, inline, at once, total after'],
  ['after a full page', { ...counted, wasFull: true }, 'usual from an end of the list, inline, at once, total within'],
  ['after a short page', { ...counted, wasFull: false }, 'usual from an end of the list, inline, at once, total after'],
  ['after a full page, on an engine without it', { isCounted: true, countsWithin: false, wasFull: true }, 'usual from an end of the list, inline, at once, total after'],
  ['after a full page, without a total', { countsWithin: true, wasFull: true }, 'usual from an end of the list, inline, at once, no total'],
  ['a walk after a full page', { way: 'walk',...counted, wasFull: true }, 'walk from an end of the list, inline, at once, total after'],
  ['own rows first, after a full page', { way: 'own',...counted, wasFull: true }, 'own from an end of the list, inline, at once, total within'],
  ['a deep page after a full one', { from: 'a number of rows', isDeep: true, hasKeysInOrder: true,...counted, wasFull: true }, 'usual from a number of rows, keys first, at once, total within'],
];

  describe('how a page is read', () => {
    it.each(rows)('%s', (_, facts, text) => {
      expect(readingText(decide({ ...plain, ...facts }))).toBe(text);
    });

    it('is decided without looking at facts that do not matter', () => {
      const looked: string[] = [];
      const facts = new Proxy(plain, {
        get: (target, name, self) => {
          looked.push(String(name));
          return Reflect.get(target, name, self) as unknown;
        },
      });
      expect(decide(facts)).toMatchObject({ total: 'none' });
      expect(looked).not.toContain('hasKeysInOrder');
      expect(looked).not.toContain('wasFull');
    });
  });
});

@Entity()
@Filterable()
class Player {
  @PrimaryColumn() id!: number;
}

const source = await describeEntities('sqlite', [Player]);
const { schema } = planOf(FilterService.forDataSource(source).parse(Player, ''));

describe('a choice', () => {
  it('is logged once in the time for which answers are remembered, however often it is made', () => {
    const log: string[] = [];
    const chooser = new Chooser({}, (text) => log.push(text));
    for (let time = 0; time < 3_000; time += 1) chooser.tell(schema, 'few → keys');
    chooser.tell(schema, 'many → walk');
    expect(log).toEqual(['Player: few → keys', 'Player: many → walk']);
  });
});
