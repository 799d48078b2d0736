import { FilterService } from 'nestjs-filterable';
import { Chooser } from '../../../lib/adaptive/index.js';
import { type Decision, type Questions, chooseWay } from '../../../lib/adaptive/ways.js';
import { planOf } from '../../../lib/ast/index.js';
import { describeEntities } from '../../support/metadata.js';
import { Harbour, harbourEntities } from '../../support/worlds/harbours.js';

/** What the database answers. A question that is not to be asked has no answer. */
interface Answers {
  readonly few?: readonly boolean[];
  readonly own?: boolean;
  readonly alternatives?: boolean;
  readonly walk?: boolean;
}

type Choosable = Partial<Parameters<typeof chooseWay>[0]>;

/** Returns the questions in their order, and the way that follows from the answers. */
async function chosen(list: Choosable, answers: Answers): Promise<string> {
  const asked: string[] = [];
  const answered = (name: string, answer: boolean | undefined): Promise<boolean> => {
    asked.push(name);
    if (answer === undefined) throw new TypeError(`${name} is asked`);
    return Promise.resolve(answer);
  };
  const ask: Questions = {
    few: (seed) => answered(`few ${seed}`, answers.few?.[seed]),
    own: () => answered('own', answers.own),
    alternatives: () => answered('alternatives', answers.alternatives),
    walk: () => answered('walk', answers.walk),
  };
  const decision = await chooseWay({ related: 0, hasEither: false, isOwnServed: false, ...list }, ask);
  return [...asked, textOf(decision)].join(' → ');
}

function textOf({ way, seed, sortsMany }: Decision): string {
  return `${seed === undefined ? way : `${way} ${seed}`}${sortsMany === true ? ', many sorted' : ''}`;
}

const none = [false, false, false];

// prettier-ignore
const rows: readonly (readonly [list: Choosable, answers: Answers, way: string])[] = [
  // One condition on related rows.
  [{ related: 1 }, { few: [true] }, 'few 0 → keys 0'],
  [{ related: 1 }, { few: none, walk: true }, 'few 0 → walk → walk'],
  [{ related: 1 }, { few: none, walk: false, own: true }, 'few 0 → walk → own → own'],
  [{ related: 1 }, { few: none, walk: false, own: false }, 'few 0 → walk → own → keys 0, many sorted'],
  // Others that an index serves.
  [{ related: 1, isOwnServed: true }, { few: [true] }, 'few 0 → keys 0'],
  [{ related: 1, isOwnServed: true }, { few: none, own: true }, 'few 0 → own → own'],
  [{ related: 1, isOwnServed: true }, { few: none, own: false, walk: true }, 'few 0 → own → walk → walk'],
  [{ related: 1, isOwnServed: true }, { few: none, own: false, walk: false }, 'few 0 → own → walk → keys 0, many sorted'],
  // Several conditions on related rows.
  [{ related: 3 }, { few: [false, true] }, 'few 0 → few 1 → keys 1'],
  [{ related: 3 }, { few: none, walk: true }, 'few 0 → few 1 → few 2 → walk → walk'],
  [{ related: 3 }, { few: none, walk: false, own: true }, 'few 0 → few 1 → few 2 → walk → own → own'],
  [{ related: 3 }, { few: none, walk: false, own: false }, 'few 0 → few 1 → few 2 → walk → own → usual, many sorted'],
  // Nothing but an order through a join.
  [{}, { own: true }, 'own → usual'],
  [{}, { own: false, walk: true }, 'own → walk → walk'],
  [{}, { own: false, walk: false }, 'own → walk → usual, many sorted'],
  // A disjunction across tables.
  [{ hasEither: true }, { walk: true }, 'walk → walk'],
  [{ hasEither: true }, { walk: false, alternatives: true }, 'walk → alternatives → union'],
  [{ hasEither: true }, { walk: false, alternatives: false }, 'walk → alternatives → usual, many sorted'],
  [{ hasEither: true, isOwnServed: true }, { own: true }, 'own → usual'],
  [{ hasEither: true, isOwnServed: true }, { own: false, walk: false, alternatives: true }, 'own → walk → alternatives → union'],
];

describe('the way in which a page is read', () => {
  it.each(rows)('of %j, by %j: %s', async (list, answers, way) => {
    expect(await chosen(list, answers)).toBe(way);
  });
});

const source = await describeEntities('sqlite', harbourEntities);
const {
  list: { schema },
} = planOf(FilterService.forDataSource(source).parse(Harbour, ''));

describe('a choice', () => {
  it('is logged once in the time for which answers are remembered, however often it is made', () => {
    const log: string[] = [];
    const chooser = new Chooser({}, (text) => log.push(text));
    for (let time = 0; time < 3_000; time += 1) chooser.report(schema, 'few → keys');
    chooser.report(schema, 'many → walk');
    expect(log).toEqual(['Harbour: few → keys', 'Harbour: many → walk']);
  });
});
