import { engines } from '../../support/databases.js';
import { Laboratory } from '../adaptive/laboratory.js';
import { operationIn, toldDuring } from './told.js';

/** Where the total is counted depends on the page before. */
const within = 'full page → total within';

describe.each(engines)('the choices of a page are told, on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  /** Reads a page, and returns what the channel was told of its reading. */
  async function toldOf(ask: () => Promise<unknown>) {
    const operation = operationIn(await toldDuring(ask), 'page');
    if (operation.operation !== 'page') throw new Error('no page was told');
    const { choices, reading } = operation;
    // What is told of the total is how it was read.
    if (choices.includes(within)) expect(reading?.total).toBe('within');
    return { choices: choices.filter((choice) => choice !== within), way: reading?.way };
  }

  it.each([
    ['labels][name]=one', 'labels: few → keys', 'keys'],
    ['labels][name]=half', 'labels: many → walk, full', 'walk'],
    ['labels][name]=last', 'labels: many → walk, short → keys', 'keys'],
    ['labels][name]=half&filters[grade]=9', 'labels: many → own: few → own', 'own'],
    ['$or][0][labels][name]=one&filters[$or][1][grade]=9', 'walk, short → $or: few → union', 'union'],
    ['kind]=odd', '', 'usual'],
  ])('filters[%s: %s', async (condition, choice, way) => {
    const service = laboratory.service();
    const query = `filters[${condition}&sort=position&pagination[pageSize]=3`;
    const read = () => toldOf(() => laboratory.ask(query, { service }));
    expect(await read()).toEqual({ choices: choice === '' ? [] : [choice], way });
    // The next page has a reason of its own.
    const last = choice.split(' → ').at(-1) ?? '';
    expect(await read()).toEqual({ choices: choice === '' ? [] : [`remembered → ${last}`], way });
  });
});
