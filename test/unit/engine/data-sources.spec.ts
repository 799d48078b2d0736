import type { DataSource } from 'typeorm';
import { FilterEngine, resolveSettings } from '../../../lib/engine/index.js';
import { Author, Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

/** Under Nest, asking for the data sources is a walk over every provider of the application. */
describe('the data source of an entity', () => {
  let source: DataSource;
  let asked: number;
  let engine: FilterEngine;

  beforeAll(async () => {
    source = await describeEntities('sqlite', blogEntities);
  });

  beforeEach(() => {
    asked = 0;
    engine = new FilterEngine(resolveSettings({}), () => {
      asked += 1;
      return [source];
    });
  });

  it('is looked for once, not on every request', () => {
    for (let request = 0; request < 3; request += 1) engine.profile(Post);
    expect(asked).toBe(1);
    engine.profile(Author);
    expect(asked).toBe(2);
  });

  it('is looked for again where there was none', () => {
    class Unknown {}
    expect(() => engine.sourceOf(Unknown)).toThrow('Unknown is an entity of no data source');
    expect(() => engine.sourceOf(Unknown)).toThrow('Unknown is an entity of no data source');
    expect(asked).toBe(2);
  });

  it('is found by name, too', () => {
    expect(engine.sourceOf('Post')).toBe(source);
  });
});
