import { jest } from '@jest/globals';
import { engines } from '../../support/databases.js';
import { Laboratory } from '../adaptive/laboratory.js';
import { textsWritten } from '../pages/written.js';

/** A feature that keeps a statement from being prepared, and changes nothing else. */
const aside = 'sent by its builder';

const first = 'sort=position&pagination[pageSize]=3&pagination[withCount]=false';
const backwards = first.replace('position', 'position:desc');
const cursor = `sort=position&pagination[after]=&pagination[pageSize]=3`;

/** Requests whose first page asks the database before it is read: alike, with other values, and of other relations. */
const asked = {
  'of several relations': [
    `filters[labels][name]=one&${first}`,
    `filters[labels][name]=half&${first}`,
    `filters[maker][name]=one&${first}`,
    `filters[maker][name]=Common&${first}`,
    `filters[maker][land][name]=Wide&${first}`,
    `filters[maker][land][name]=one&${first}`,
    `filters[reviews][stars]=5&${first}`,
    `filters[reviews][stars]=9&${first}`,
    `filters[maker][articles][grade]=1&${first}`,
    `filters[maker][articles][grade]=9&${first}`,
  ],
  'of several orders': [
    `filters[labels][name]=half&${first}`,
    `filters[labels][name]=half&${backwards}`,
    `filters[labels][name]=last&${first}`,
    `filters[labels][name]=last&${backwards}`,
    `filters[labels][name]=half&${first.replace('position', 'id')}`,
    `filters[labels][name]=half&${first.replace('position', 'grade')}`,
    `filters[labels][name]=half&${first.replace('position', 'price:desc')}`,
    `filters[labels][name]=half&${first.replace('position', 'maker.name')}`,
    `filters[labels][name]=half&${cursor}`,
  ],
  'of several operators': [
    `filters[labels][name]=one&${first}`,
    `filters[labels][name][$in][]=one&filters[labels][name][$in][]=four&${first}`,
    `filters[labels][name][$in][]=half&filters[labels][name][$in][]=all&${first}`,
    `filters[labels][name][$gte]=o&${first}`,
    `filters[labels][name][$lte]=o&${first}`,
    `filters[labels][$exists]=true&${first}`,
  ],
} as const;

/** Requests of which more is asked than can be prepared: the rows of their own conditions are compiled by builders. */
const ownRows = [
  `filters[labels][name]=half&filters[grade]=2&${first}`,
  `filters[labels][name]=half&filters[grade]=9&${first}`,
  `filters[labels][name]=half&filters[id][$lte]=4&${first}`,
  `filters[labels][name]=half&filters[id][$lte]=1&${first}`,
  `filters[labels][name]=half&filters[price][$lte]=4&${first}`,
];

describe.each(engines)('questions before a page on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  /** Asks a service that remembers nothing, by a builder that can be prepared or one that cannot. */
  const ask = (query: string, context: number, prepared = true) =>
    laboratory.ask(query, {
      context,
      builder: prepared ? laboratory.builder() : laboratory.builder().comment(aside),
    });

  async function expectSame(query: string, context: number) {
    const ours = await ask(query, context);
    const theirs = await ask(query, context, false);
    expect(ours).toStrictEqual({
      ...theirs,
      statements: theirs.statements.map((text) => text.replaceAll(`/* ${aside} */ `, '')),
    });
    return ours.statements;
  }

  it.each(Object.entries({ ...asked, 'of conditions of the row itself': ownRows }))(
    'are answered as those of the builder itself are: %s',
    async (_, requests) => {
      const texts: string[] = [];
      for (const query of [...requests, ...requests, ...requests.toReversed()]) {
        // Another tenant, whose labels are found by a range, comes in between.
        for (const context of [1, -2]) texts.push(...(await expectSame(query, context)));
      }
      expect(texts.some((text) => text.includes('nf_one'))).toBe(true);
      expect(texts.some((text) => text.includes('nf_near'))).toBe(true);
    },
  );

  it('are about as many rows as the service takes for few', async () => {
    const queries = [...asked['of several relations'], ...ownRows];
    const sizes = [
      { few: 5, walk: 12 },
      { few: 1, walk: 12 },
      { few: 5, walk: 4 },
    ];
    for (const adaptive of [...sizes, ...sizes]) {
      const service = () => laboratory.service({ adaptive });
      for (const query of queries) {
        const { ways, statements } = await laboratory.ask(query, { service: service(), context: 1 });
        const builder = laboratory.builder().comment(aside);
        const theirs = await laboratory.ask(query, { service: service(), context: 1, builder });
        expect(ways).toEqual(theirs.ways);
        expect(statements).toEqual(theirs.statements.map((text) => text.replaceAll(`/* ${aside} */ `, '')));
      }
    }
  });

  it.each(Object.entries(asked))('are written once: %s', async (_, requests) => {
    // Of one service, whose plans have one structure.
    const service = laboratory.service({ adaptive: { few: 5, walk: 12, seconds: 1 } });
    const ask = (query: string) => laboratory.ask(query, { service, context: 1 });
    const writes = await forgetting(async () => {
      for (const query of [...requests, ...requests]) await ask(query);
      return textsWritten(async () => {
        for (const query of requests) await ask(query);
      });
    });
    expect(writes).toBe(0);
  });
});

/** Does something while each look at the clock is a minute after the one before, so that no answer is remembered. */
async function forgetting<Result>(work: () => Promise<Result>): Promise<Result> {
  let time = Date.now();
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => (time += 60_000));
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
