import fc from 'fast-check';
import { engines } from '../../support/databases.js';
import { Laboratory } from './database.js';
import { equivalences } from './equivalences.js';
import { announceSeed, runs, seed, timeout } from './settings.js';
import { spellings } from './spellings.js';
import { largeDatasets } from './random-datasets.js';

const [dataset] = fc.sample(largeDatasets, { numRuns: 1, seed });

beforeAll(announceSeed);

describe.each(engines)('on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
    if (dataset !== undefined) await laboratory.fill(dataset);
  }, timeout);
  afterAll(() => laboratory.close());

  it.each([...equivalences, ...spellings])(
    '$name',
    async ({ holds, endOnFailure = false }) => {
      const property = holds(() => laboratory);
      await fc.assert(property, { numRuns: Math.ceil(runs / 40), seed, endOnFailure });
    },
    timeout,
  );
});
