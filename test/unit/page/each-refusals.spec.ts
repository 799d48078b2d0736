import { eachIssues } from '../../../lib/page/each/refusals.js';
import type { FacetRequest } from '../../../lib/ast/index.js';

describe('what each() refuses of a query', () => {
  const params = { filters: 'where', sort: 'order', pagination: 'page', facets: 'beside' };
  const slice = { type: 'page', page: 1, pageSize: 5, withCount: undefined } as const;
  const facet = { name: 'rank', facet: {}, limit: undefined, search: undefined } as FacetRequest;

  // prettier-ignore
  it.each([
    ['nothing of one without either', { slice: undefined, facets: [], aggregates: [] }, []],
    ['a slice: every row is answered', { slice, facets: [], aggregates: [] }, [{ code: 'invalid_pagination', path: 'page', pointer: '/page' }]],
    ['facets, which stand beside a page: what is read is named', { slice: undefined, facets: [facet], aggregates: [] }, [{ code: 'unknown_parameter', path: 'beside', pointer: '/beside', allowed: ['where', 'order', 'page'] }]],
    ['both', { slice, facets: [facet], aggregates: [] }, [{ pointer: '/page' }, { pointer: '/beside' }]],
  ])('%s', (_, parts, issues) => {
    expect(eachIssues({ ...parts, params })).toMatchObject(issues);
  });
});
