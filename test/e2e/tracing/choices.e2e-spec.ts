import { engines } from '../../support/databases.js';
import { share } from '../../support/thorough.js';
import { Laboratory } from '../adaptive/laboratory.js';
import { wayTables } from '../adaptive/way-tables.js';
import { operationIn, toldDuring } from './told.js';

const requests = Object.entries(wayTables).flatMap(([about, rows]) =>
  rows.map(([query, way]) => ({ about, query, way })),
);

/** Where the total is counted depends on the page before. */
const within = 'full page → total within';

/** The last step of a choice. */
const stepOf = (choice: string): string => choice.split(' → ').at(-1) ?? '';

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

  it.each(share(requests, engines.length, engines.indexOf(engine)))('$about: $query', async ({ query, way }) => {
    const service = laboratory.service();
    const expected = typeof way === 'string' ? way : way[engine];
    const first = await toldOf(() => laboratory.ask(query, { service }));
    expect(first.choices).toEqual(expected === '' ? [] : [expected]);
    expect(first.way).toBe(expected === '' ? 'usual' : stepOf(expected).replace(/, full$/, ''));
    // The next page has a reason of its own.
    const again = await toldOf(() => laboratory.ask(query, { service }));
    expect(again.way).toBe(first.way);
    expect(again.choices).toEqual(expected === '' ? [] : [`remembered → ${stepOf(expected)}`]);
  });
});
