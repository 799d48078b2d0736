import fc from 'fast-check';
import { drivers, engineOf } from '../../../support/databases.js';
import { Laboratory } from '../database.js';
import { checkRequest } from '../filter-checks.js';
import { requestsFor } from '../requests.js';
import { announceSeed, runsOn, seed, timeout } from '../settings.js';
import { shopOf } from './dataset.js';
import { largeShops, smallShops } from './random-shops.js';
import { shopOn } from './world.js';

const shops = [...fc.sample(smallShops, { numRuns: 1, seed }), ...fc.sample(largeShops, { numRuns: 7, seed })].map(
  (shop, index) => ({ shop, index }),
);

const requests = requestsFor('Product', 'Maker', 'Variant');

beforeAll(announceSeed);

describe.each(drivers)('on %s', (driver) => {
  const runs = runsOn(driver);
  const engine = engineOf(driver);
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.openWith(driver, shopOn(engine));
  }, timeout);
  afterAll(() => laboratory.close());

  it.each(shops)(
    'any filter of lists, documents and virtual columns finds what the dialect says, in shop $index',
    async ({ shop, index }) => {
      await laboratory.fill(shopOf(shop, engine));
      const property = fc.asyncProperty(requests, (request) => checkRequest(laboratory, request));
      await fc.assert(property, { numRuns: Math.ceil(runs / shops.length), seed: seed + index, endOnFailure: true });
    },
    timeout,
  );
});
