import { documentFilters } from 'nestjs-filterable/openapi';
import { openGraph } from '../../support/entity-graph.js';
import type { TestApp } from '../../support/http/adapters.js';
import { plainDocument } from './app.js';

/** As many as show that a document does not grow with the paths through a graph, of which there are thousands. */
const size = 8;

/** Copies references into every place, as pages do, but for those that lead back to where they came from. */
function resolved(value: unknown, schemas: Record<string, unknown>, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, schemas, path));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return path.includes(name) ? value : resolved(schemas[name], schemas, [...path, name]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, schemas, path)]));
}

describe(`a graph of ${size} entities that are all related`, () => {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await openGraph(size);
  });
  afterAll(() => opened.close());

  it('is small enough for a page, which resolves an operation as a whole', () => {
    const document = documentFilters(opened.app, () => plainDocument(opened.app));
    const schemas = document.components?.schemas ?? {};
    const bytes = JSON.stringify(resolved(document.paths['/entity4'], schemas)).length;
    expect(bytes).toBeGreaterThan(200_000);
    expect(bytes).toBeLessThan(2_000_000);
  });

  it('is described completely for generators, each entity once', () => {
    const document = documentFilters(opened.app, () => plainDocument(opened.app), { for: 'client' });
    const names = Object.keys(document.components?.schemas ?? {});
    expect(names.filter((name) => name.endsWith('Filter'))).toHaveLength(size);
    expect(JSON.stringify(document).length).toBeLessThan(2_000_000);
  });
});
