import { Filterable, type Facet, type FilterQueryOverrides } from '../../lib/index.js';
import type { FacetsInput, Page, QueryInput } from '../../lib/contract/index.js';
import type { Post } from './entities.js';

const facets = (input: FacetsInput<Post>): unknown => input;
const query = (input: QueryInput<Post>): unknown => input;
const overrides = (input: FilterQueryOverrides<Post>): unknown => input;

facets(['title', 'author.name']);
facets({ title: { limit: 5, search: 'a' }, 'author.name': true });
query({ facets: ['title'] });
// @ts-expect-error a typo
facets(['titel']);
// @ts-expect-error a typo through a relation
facets({ 'author.nam': true });
// @ts-expect-error false is not the opposite of true
facets({ title: false });
// @ts-expect-error there is no such option
facets({ title: { most: 5 } });
// @ts-expect-error numbers are numbers in code
facets({ title: { limit: '5' } });

overrides({ facets: ['title', { name: 'author.name', limit: 5 }, { name: 'title', type: 'range' }] });
overrides({ facets: false });
// @ts-expect-error true would be every field
overrides({ facets: true });
// @ts-expect-error a typo
overrides({ facets: [{ name: 'titel' }] });
// @ts-expect-error there are two types
overrides({ facets: [{ name: 'title', type: 'ranges' }] });

@Filterable({ fields: ['title'], facets: ['title', { name: 'title', limit: 5 }] })
export class Right {
  title!: string;
}
// @ts-expect-error the class has no such field
@Filterable({ fields: ['title'], facets: ['titel'] })
export class Wrong {
  title!: string;
}

/** The facets of a page are known by the names of the entity, and by any other, because a name may be an alias. */
export function answered({ meta }: Page<Post>): readonly (Facet | undefined)[] {
  const { facets: found } = meta;
  // @ts-expect-error a page that was not asked for facets has none
  const unasked = meta.facets.title;
  return [found?.title, found?.['author.name'], found?.['an alias'], unasked];
}

/** A facet is one of two, which its members tell. */
export function told(facet: Facet): unknown {
  // @ts-expect-error a range has no values
  const unknown = facet.values;
  return 'values' in facet ? facet.values.map(({ value, count }) => [value, count]) : [facet.min, facet.max, unknown];
}

/** Pages of entities and of other shapes stay assignable, as a handler that maps its rows needs. */
export function mapped(page: Page<Post>): Page<{ readonly heading: string }> {
  return { ...page, data: page.data.map(({ title }) => ({ heading: String(title) })) };
}
