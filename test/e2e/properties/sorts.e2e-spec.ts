import fc from 'fast-check';
import { engines } from '../../support/databases.js';
import { Laboratory } from './database.js';
import { announceSeed, runs, seed, timeout } from './settings.js';
import { checkOrder, checkPages, checkPrinting } from './sort-checks.js';
import { sortsOfPosts } from './sorts.js';
import { largeDatasets } from './random-datasets.js';

const datasets = fc.sample(largeDatasets, { numRuns: 3, seed }).map((dataset, index) => ({ dataset, index }));

const properties = [
  { name: 'any sort orders the rows as the dialect says', check: checkOrder },
  { name: 'the pages of any sort are the whole, by number and by cursor', check: checkPages },
  { name: 'what a query with a sort prints is the query', check: checkPrinting },
];

beforeAll(announceSeed);

describe.each(engines)('on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
  }, timeout);
  afterAll(() => laboratory.close());

  describe.each(datasets)('in dataset $index', ({ dataset, index }) => {
    beforeAll(() => laboratory.fill(dataset), timeout);

    it.each(properties)(
      '$name',
      async ({ check }) => {
        const property = fc.asyncProperty(sortsOfPosts, (request) => check(laboratory, request));
        await fc.assert(property, { numRuns: Math.ceil(runs / 80), seed: seed + index });
      },
      timeout,
    );
  });
});
