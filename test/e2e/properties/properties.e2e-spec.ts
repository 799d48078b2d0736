import fc from 'fast-check';
import { type DriverName, describeOn, drivers, engineOf, engines } from '../../support/databases.js';
import { type Dataset, blogWorld, largeDatasets, smallDatasets } from './blog.js';
import { checkForUsers, checkPages, checkRequest, usersOf } from './checks.js';
import { largeShops, smallShops } from './documents.js';
import { Laboratory } from './laboratory.js';
import { lawsOfPosts, lawsOfProducts } from './laws.js';
import { requestsFor, sortsOfPosts, sortsOfProducts } from './requests.js';
import { announceSeed, runs, runsOn, seed, timeout } from './settings.js';
import { shopOf, shopOn } from './shop.js';

/*
 * Random requests over random rows, beside an evaluator that shares nothing with the library. It takes seconds: each
 * engine is asked some hundred requests.
 */

const sample = <Value>(values: fc.Arbitrary<Value>, numRuns: number) => fc.sample(values, { numRuns, seed });
const blogs = [...sample(smallDatasets, 1), ...sample(largeDatasets, 3)];
const shops = [...sample(smallShops, 1), ...sample(largeShops, 3)];
const shopRequests = requestsFor('Product', 'Maker', 'Variant');

/** The blog of other suites, and a shop with lists, documents and virtual columns. The first data set is small. */
const models = {
  blog: {
    open: (driver: DriverName) => Laboratory.openWith<Dataset>(driver, blogWorld),
    datasets: (): readonly Dataset[] => blogs,
    requests: requestsFor('Post', 'Author', 'Tag'),
    sorts: sortsOfPosts,
    laws: lawsOfPosts,
  },
  shop: {
    open: (driver: DriverName) => Laboratory.openWith<Dataset>(driver, shopOn(engineOf(driver))),
    datasets: (driver: DriverName): readonly Dataset[] => shops.map((shop) => shopOf(shop, engineOf(driver))),
    requests: shopRequests,
    sorts: sortsOfProducts,
    laws: lawsOfProducts,
  },
};

beforeAll(announceSeed);

describe.each(Object.entries(models))('a %s', (_, { open, datasets, requests, sorts, laws }) => {
  describeOn(...drivers)('on %s', (driver) => {
    let laboratory: Laboratory;
    beforeAll(async () => {
      laboratory = await open(driver);
    }, timeout);
    afterAll(() => laboratory.close());

    const holds = (property: fc.IAsyncProperty<unknown>, numRuns: number) =>
      fc.assert(property, { numRuns: Math.ceil(numRuns), seed, endOnFailure: true });

    describe.each([0, 1, 2, 3])('in data set %d', (index) => {
      beforeAll(() => laboratory.fill(datasets(driver)[index] ?? {}), timeout);

      it(
        'any filter finds what the dialect says, by a statement without its values',
        () => {
          const property = fc.asyncProperty(requests, (request) => checkRequest(laboratory, request));
          return holds(property, runsOn(driver) / 4);
        },
        timeout,
      );

      if (!(engines as readonly string[]).includes(driver)) return;

      it(
        'any sort orders the rows as the dialect says, and its pages are the whole, by number and by cursor',
        () =>
          holds(
            fc.asyncProperty(sorts, (request) => checkPages(laboratory, request)),
            runs / 20,
          ),
        timeout,
      );

      if (index === 1)
        it.each(laws)(
          '$name',
          (law) =>
            holds(
              law.holds(() => laboratory),
              runs / 10,
            ),
          timeout,
        );
    });
  });
});

describeOn(...engines)('scopes on %s', (driver) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.openWith<Dataset>(driver, shopOn(driver, { scoped: true }));
  }, timeout);
  afterAll(() => laboratory.close());

  it(
    'show two users in turns what each may see',
    async () => {
      await laboratory.fill(models.shop.datasets(driver)[1] ?? {});
      const user = usersOf('Product', 'Maker', 'Variant');
      const property = fc.asyncProperty(shopRequests, user, user, (request, one, other) =>
        checkForUsers(laboratory, request, [one, other]),
      );
      // A request is asked some twenty times: by each user, in each way, twice.
      await fc.assert(property, { numRuns: Math.ceil(runs / 4), seed, endOnFailure: true });
    },
    timeout,
  );
});
