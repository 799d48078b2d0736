import { Filterable, type FieldAggregates, type FilterQueryOverrides, type FilterService } from '../../lib/index.js';
import type { AggregatesInput, Page, QueryInput } from '../../lib/contract/index.js';
import { Post } from './entities.js';

const aggregates = (input: AggregatesInput<Post>): unknown => input;
const query = (input: QueryInput<Post>): unknown => input;
const overrides = (input: FilterQueryOverrides<Post>): unknown => input;

aggregates(['title:min', 'title:max']);
aggregates({ title: ['min', 'max'] });
aggregates({ title: 'min' });
query({ aggregates: ['title:min'] });
// @ts-expect-error a typo
aggregates(['titel:min']);
// @ts-expect-error there is no such function
aggregates(['title:median']);
// @ts-expect-error a field alone says nothing
aggregates(['title']);
// @ts-expect-error aggregates are of the entity's own fields
aggregates({ 'comments.text': ['min'] });

overrides({ aggregates: { title: ['min'] } });
overrides({ aggregates: false });
// @ts-expect-error there is no such function
overrides({ aggregates: { title: ['median'] } });

@Filterable({ fields: ['title', 'pages'], facets: ['title'], aggregates: { pages: ['sum', 'avg'] } })
export class Right {
  title!: string;
  pages!: number;
}
// @ts-expect-error the class has no such field
@Filterable({ fields: ['title'], aggregates: { page: ['sum'] } })
export class Wrong {
  title!: string;
}

/** The aggregates of a page are known by the names of the entity, and by any other, because a name may be an alias. */
export function answered({ meta }: Page<Post>): readonly (FieldAggregates | undefined)[] {
  return [meta.aggregates?.title, meta.aggregates?.['an alias']];
}

/** A builder has no place for aggregates. */
export function filtered(filters: FilterService): unknown {
  // @ts-expect-error only pages have aggregates
  return filters.filter(Post, { aggregates: ['title:min'] });
}
