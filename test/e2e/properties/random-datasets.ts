import fc from 'fast-check';
import { type EntityName, type Field, entities } from './expected-model.js';
import { pools } from './value-pools.js';
import { type BlogDataset, type RowSeed, datasetOf } from './dataset.js';

/** The least and the most rows of an entity. */
type Size = readonly [number, number];

/** About thirty posts, so that NULLs and equal values meet in every way. */
export const largeDatasets = datasets([2, 4], [20, 30], [30, 60]);

/** Next to nothing. */
export const smallDatasets = datasets([0, 1], [0, 2], [0, 4]);

function datasets(few: Size, some: Size, many: Size): fc.Arbitrary<BlogDataset> {
  const seeds = fc.record({
    countries: rowSeeds('Country', few, 0),
    authors: rowSeeds('Author', few, 1),
    tags: rowSeeds('Tag', few, 0),
    posts: rowSeeds('Post', some, 4),
    comments: rowSeeds('Comment', many, 2),
  });
  return seeds.map(datasetOf);
}

function rowSeeds(entity: EntityName, [minLength, maxLength]: Size, links: number): fc.Arbitrary<RowSeed[]> {
  const columns: Record<string, fc.Arbitrary<string | null>> = {};
  for (const [name, field] of Object.entries(entities[entity].fields)) columns[name] = storedValue(field);
  const seed: fc.Arbitrary<RowSeed> = fc.record({
    values: fc.record(columns),
    deleted: fc.nat({ max: 5 }).map((number) => number === 0),
    tenant: fc.integer({ min: 1, max: 3 }),
    links: fc.array(fc.option(fc.nat({ max: 100 }), { freq: 4 }), { minLength: links, maxLength: links }),
  });
  return fc.array(seed, { minLength, maxLength, size: 'max' });
}

function storedValue({ pool, nullable }: Field): fc.Arbitrary<string | null> {
  const value = fc.constantFrom(...pools[pool].stored);
  return nullable ? fc.option(value, { freq: 3 }) : value;
}
