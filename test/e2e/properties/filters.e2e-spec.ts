import fc from 'fast-check';
import { drivers } from '../../support/databases.js';
import { Laboratory } from './database.js';
import { Evaluator } from './evaluator.js';
import { keysOf } from './find-rows.js';
import { builderFor, rowsFor } from './handlers.js';
import { checkSmallest, same } from './mismatch.js';
import { rootEntity } from './expected-model.js';
import { type Request, print, requests } from './requests.js';
import { replaceValues } from './replace-values.js';
import { announceSeed, runsOn, seed, timeout } from './settings.js';
import { faultsOf, valuesIn } from './statements.js';
import { largeDatasets, smallDatasets } from './random-datasets.js';

const datasets = [
  ...fc.sample(smallDatasets, { numRuns: 1, seed }),
  ...fc.sample(largeDatasets, { numRuns: 7, seed }),
].map((dataset, index) => ({ dataset, index }));

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
      const property = fc.asyncProperty(requests, (request) =>
        checkSmallest(request.filters, (filters) => check(laboratory, { ...request, filters })),
      );
      await fc.assert(property, { numRuns: Math.ceil(runs / datasets.length), seed: seed + index, endOnFailure: true });
    },
    timeout,
  );
});

async function check(laboratory: Laboratory, request: Request): Promise<void> {
  const { root, filters, handler } = request;
  const text = print(request);
  const builder = builderFor(laboratory, root, handler);
  laboratory.service.apply(builder, laboratory.parse(root, text));
  const { result, executed } = await laboratory.during(() => builder.getMany());
  const expected = new Evaluator(laboratory.reading(handler)).matching(
    filters,
    rowsFor(laboratory.dataset, root, handler),
  );
  same(text, 'the rows', keysOf(result), expected.sort());

  const [statement] = builder.getQueryAndParameters();
  same(text, 'what was executed', executed, [statement]);
  same(text, 'faults in the statement', faultsOf(laboratory, root, handler, builder), []);
  const other = print({ ...request, filters: replaceValues(rootEntity(root), filters) });
  const alike = laboratory.service.apply(builderFor(laboratory, root, handler), laboratory.parse(root, other));
  const [sameShape] = alike.getQueryAndParameters();
  same(other, 'values in the statement', valuesIn(sameShape), []);
  same(other, 'the statement of the same shape', [sameShape], [statement]);
}
