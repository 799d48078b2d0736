import fc from 'fast-check';
import { engines } from '../../../support/databases.js';
import { Laboratory } from '../database.js';
import { announceSeed, runs, seed, timeout } from '../settings.js';
import { checkOrder, checkPages, checkPrinting } from '../sort-checks.js';
import { shopOf } from './dataset.js';
import { largeShops } from './random-shops.js';
import { sortsOfProducts } from './shop-sorts.js';
import { shopOn } from './world.js';

const shops = fc.sample(largeShops, { numRuns: 3, seed }).map((shop, index) => ({ shop, index }));

const properties = [
  { name: 'any sort by paths and virtual columns orders the rows as the dialect says', check: checkOrder },
  { name: 'the pages of any sort are the whole, by number and by cursor', check: checkPages },
  { name: 'what a query with a sort prints is the query', check: checkPrinting },
];

beforeAll(announceSeed);

describe.each(engines)('on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.openWith(engine, shopOn(engine));
  }, timeout);
  afterAll(() => laboratory.close());

  describe.each(shops)('in shop $index', ({ shop, index }) => {
    beforeAll(() => laboratory.fill(shopOf(shop, engine)), timeout);

    it.each(properties)(
      '$name',
      async ({ check }) => {
        const property = fc.asyncProperty(sortsOfProducts, (request) => check(laboratory, request));
        await fc.assert(property, { numRuns: Math.ceil(runs / 80), seed: seed + index });
      },
      timeout,
    );
  });
});
