import { toQueryString } from 'nestjs-filterable/client';
import { engines } from '../../../support/databases.js';
import { Laboratory } from '../database.js';
import { Evaluator } from '../evaluator.js';
import { builderFor, plainHandler, rowsFor } from '../handlers.js';
import { ordered } from '../ordering.js';
import { timeout } from '../settings.js';
import { counterexamples } from './counterexamples.js';
import { shopOf } from './dataset.js';
import { fourProducts } from './four-products.js';
import { shopOn } from './world.js';

describe.each(engines)('on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.openWith(engine, shopOn(engine));
    await laboratory.fill(shopOf(fourProducts, engine));
  }, timeout);
  afterAll(() => laboratory.close());

  it.each(counterexamples)('$name', async ({ root = 'Product', filters = {}, sort = ['id'], finds }) => {
    const query = laboratory.parse(root, toQueryString({ filters, sort: [...sort] }));
    const found = await laboratory.service.apply(builderFor(laboratory, root, plainHandler), query).getMany();
    expect(found.map(({ id }: { id?: unknown }) => String(id))).toEqual(finds);
  });

  it.each(counterexamples)(
    'the evaluator agrees: $name',
    ({ root = 'Product', filters = {}, sort = ['id'], finds }) => {
      const reading = laboratory.reading();
      const rows = rowsFor(laboratory.dataset, root, plainHandler);
      const found = rows.filter((row) => new Evaluator(reading).conditions(filters, row) === true);
      expect(ordered(found, sort, reading).map(({ key }) => key)).toEqual(finds);
    },
  );
});
