import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { type DriverName, engineOf, engines } from '../../support/databases.js';
import { Laboratory } from './database.js';
import type { Dataset } from './dataset.js';
import type { EntityName } from './expected-model.js';
import { largeDatasets } from './random-datasets.js';
import { type Request, requestsFor } from './requests.js';
import { checkForUsers } from './scope-checks.js';
import { scopedBlog } from './scoped-blog.js';
import { announceSeed, runsOn, seed, timeout } from './settings.js';
import { shopOf } from './shop/dataset.js';
import { largeShops } from './shop/random-shops.js';
import { shopOn } from './shop/world.js';
import { usersOf } from './users.js';

const rounds = [0, 1, 2].map((index) => ({ index }));
const blogs = fc.sample(largeDatasets, { numRuns: rounds.length, seed });
const shops = fc.sample(largeShops, { numRuns: rounds.length, seed });

interface Model {
  readonly requests: fc.Arbitrary<Request>;
  readonly entities: readonly EntityName[];
  readonly open: (driver: DriverName) => Promise<Laboratory>;
  readonly dataset: (driver: DriverName, index: number) => Dataset | undefined;
}

const models: readonly [name: string, model: Model][] = [
  [
    'blog',
    {
      requests: requestsFor('Post', 'Author', 'Tag'),
      entities: ['Post', 'Author', 'Comment', 'Tag'],
      open: (driver) => Laboratory.openWith(driver, scopedBlog()),
      dataset: (_, index) => blogs[index],
    },
  ],
  [
    'shop',
    {
      requests: requestsFor('Product', 'Maker', 'Variant'),
      entities: ['Product', 'Maker', 'Variant'],
      open: (driver) => Laboratory.openWith(driver, shopOn(engineOf(driver), { scoped: true })),
      dataset: (driver, index) => {
        const shop = shops[index];
        return shop && shopOf(shop, engineOf(driver));
      },
    },
  ],
];

beforeAll(announceSeed);
beforeAll(() => void jest.spyOn(Logger.prototype, 'debug').mockImplementation(() => undefined));
afterAll(() => void jest.restoreAllMocks());

describe.each(engines)('on %s', (driver) => {
  // A request is asked some twenty times: by each user, in each way, twice.
  const runs = Math.ceil(runsOn(driver) / (6 * rounds.length));

  describe.each(models)('scopes of a %s', (_, { requests, entities, open, dataset }) => {
    let laboratory: Laboratory;
    beforeAll(async () => {
      laboratory = await open(driver);
    }, timeout);
    afterAll(() => laboratory.close());

    it.each(rounds)(
      'show two users in turns what each may see, in dataset $index',
      async ({ index }) => {
        const rows = dataset(driver, index);
        if (rows === undefined) throw new TypeError('there is no dataset');
        await laboratory.fill(rows);
        const user = usersOf(...entities);
        const property = fc.asyncProperty(requests, user, user, (request, one, other) =>
          checkForUsers(laboratory, request, [one, other]),
        );
        await fc.assert(property, { numRuns: runs, seed: seed + index, endOnFailure: true });
      },
      timeout,
    );
  });
});
