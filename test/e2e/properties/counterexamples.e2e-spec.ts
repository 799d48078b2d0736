import { toQueryString } from 'nestjs-filterable/client';
import { engines } from '../../support/databases.js';
import { alike, counterexamples } from './counterexamples.js';
import { Laboratory } from './database.js';
import { Evaluator } from './evaluator.js';
import { keysOf } from './find-rows.js';
import { fourPosts } from './four-posts.js';
import { builderFor, plainHandler, rowsFor } from './handlers.js';
import { timeout } from './settings.js';

describe.each(engines)('on %s', (engine) => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(engine);
    await laboratory.fill(fourPosts);
  }, timeout);
  afterAll(() => laboratory.close());

  it.each(counterexamples)('$name', async ({ root = 'Post', filters, finds, handler = plainHandler }) => {
    const query = laboratory.parse(root, toQueryString({ filters }));
    const found = await laboratory.service.apply(builderFor(laboratory, root, handler), query).getMany();
    expect(keysOf(found)).toEqual(finds);
  });

  it.each(counterexamples)(
    'the evaluator agrees: $name',
    ({ root = 'Post', filters, finds, handler = plainHandler }) => {
      const evaluator = new Evaluator(laboratory.reading(handler));
      expect(evaluator.matching(filters, rowsFor(laboratory.dataset, root, handler))).toEqual(finds);
    },
  );

  it.each(alike)('printed alike: $name', ({ texts: [one, other] }) => {
    const query = laboratory.parse('Post', one);
    expect(laboratory.parse('Post', other).toString()).toBe(query.toString());
    expect(laboratory.parse('Post', query.toString()).toJSON()).toEqual(query.toJSON());
  });
});
