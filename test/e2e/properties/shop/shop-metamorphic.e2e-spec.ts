import fc from 'fast-check';
import { engines } from '../../../support/databases.js';
import { Laboratory } from '../database.js';
import { announceSeed, runs, seed, timeout } from '../settings.js';
import { shopOf } from './dataset.js';
import { largeShops } from './random-shops.js';
import { shopEquivalences } from './shop-equivalences.js';
import { shopOn } from './world.js';

const shops = fc.sample(largeShops, { numRuns: 1, seed });

beforeAll(announceSeed);

describe.each(engines)('on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.openWith(engine, shopOn(engine));
    for (const shop of shops) await laboratory.fill(shopOf(shop, engine));
  }, timeout);
  afterAll(() => laboratory.close());

  it.each(shopEquivalences)(
    '$name',
    async ({ holds, endOnFailure = false }) => {
      const property = holds(() => laboratory);
      await fc.assert(property, { numRuns: Math.ceil(runs / 40), seed, endOnFailure });
    },
    timeout,
  );
});
