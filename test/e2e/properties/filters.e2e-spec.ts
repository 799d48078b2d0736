import fc from 'fast-check';
import { drivers } from '../../support/databases.js';
import { Laboratory } from './database.js';
import { checkRequest } from './filter-checks.js';
import { requestsFor } from './requests.js';
import { announceSeed, runsOn, seed, timeout } from './settings.js';
import { largeDatasets, smallDatasets } from './random-datasets.js';

const datasets = [
  ...fc.sample(smallDatasets, { numRuns: 1, seed }),
  ...fc.sample(largeDatasets, { numRuns: 7, seed }),
].map((dataset, index) => ({ dataset, index }));

const requests = requestsFor('Post', 'Author', 'Tag');

beforeAll(announceSeed);

describe.each(drivers)('on %s', (driver) => {
  const runs = runsOn(driver);
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(driver);
  }, timeout);
  afterAll(() => laboratory.close());

  it.each(datasets)(
    'any filter finds what the dialect says, by a statement without its values, in dataset $index',
    async ({ dataset, index }) => {
      await laboratory.fill(dataset);
      const property = fc.asyncProperty(requests, (request) => checkRequest(laboratory, request));
      await fc.assert(property, { numRuns: Math.ceil(runs / datasets.length), seed: seed + index, endOnFailure: true });
    },
    timeout,
  );
});
