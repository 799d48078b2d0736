import { engines } from '../../support/databases.js';
import { Laboratory } from '../adaptive/laboratory.js';
import { aside } from './kept.js';

const first = 'sort=position&pagination[pageSize]=3&pagination[withCount]=false';
const half = 'filters[labels][name]=half';
const sortedBy = (sort: string) => `${half}&${first.replace('position', sort)}`;

/** Requests whose first page asks the database before it is read: alike, with other values, and of other relations. */
const asked = {
  'of several relations': [
    ...[
      'labels][name]=one',
      'labels][name]=half',
      'maker][name]=one',
      'maker][name]=Common',
      'maker][land][name]=Wide',
    ],
    ...['reviews][stars]=5', 'reviews][stars]=9', 'maker][articles][grade]=1', 'maker][articles][grade]=9'],
  ].map((condition) => `filters[${condition}&${first}`),
  'of several orders': [
    ...['position', 'position:desc', 'id', 'grade', 'price:desc', 'maker.name'].map(sortedBy),
    `${half}&sort=position&pagination[after]=&pagination[pageSize]=3`,
  ],
  'of several operators': ['=one', '[$in][]=half&filters[labels][name][$in][]=all', '[$gte]=o', '[$lte]=o'].map(
    (condition) => `filters[labels][name]${condition}&${first}`,
  ),
  // More is asked than can be prepared: the rows of a list's own conditions are compiled by builders.
  'of conditions of the row itself': ['grade]=2', 'grade]=9', 'id][$lte]=4', 'price][$lte]=4'].map(
    (condition) => `${half}&filters[${condition}&${first}`,
  ),
} as const;

describe.each(engines)('questions before a page on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  });
  afterAll(() => laboratory.close());

  it.each(Object.entries(asked))('are those of the builder itself: %s', async (_, requests) => {
    for (const query of [...requests, ...requests.toReversed()]) {
      // Another tenant, whose labels are found by a range, comes in between. No service remembers an answer.
      for (const context of [1, -2]) {
        const ours = await laboratory.ask(query, { context });
        const theirs = await laboratory.ask(query, { context, builder: laboratory.builder().comment(aside) });
        const statements = theirs.statements.map((text) => text.replaceAll(`/* ${aside} */ `, ''));
        expect(ours).toStrictEqual({ ...theirs, statements });
      }
    }
  });
});
