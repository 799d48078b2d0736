import type { FilterModuleOptions, FilterQueryOverrides } from '../../lib/index.js';
import type { Post } from './entities.js';

const overrides = (input: FilterQueryOverrides<Post>): unknown => input;
const module = (input: FilterModuleOptions): unknown => input;

overrides({ flat: { page: 'page', pageSize: ['limit', 'take'], sort: { field: 'sortBy', direction: 'order' } } });
overrides({
  flat: { filters: { title: '$contains', writer: 'author.name', id: true }, brackets: false, empty: 'value' },
});
overrides({ flat: { filters: { ids: { field: 'id', operator: '$in', separator: ',' } } } });
overrides({ flat: false });
// @ts-expect-error a typo in a path
overrides({ flat: { filters: { writer: 'author.nam' } } });
// @ts-expect-error a typo in the field of a rule
overrides({ flat: { filters: { ids: { field: 'idd' } } } });
// @ts-expect-error an operator begins with $
overrides({ flat: { filters: { ids: { operator: 'in' } } } });
// @ts-expect-error false is not the opposite of true
overrides({ flat: { filters: { id: false } } });
// @ts-expect-error there is no such part of a page
overrides({ flat: { pages: 'page' } });
// @ts-expect-error a key needs a name
overrides({ flat: { sort: { direction: 'order' } } });

overrides({
  flat: {
    page: { name: 'page', description: 'Page' },
    sort: {
      field: 'sort',
      direction: 'order',
      keys: { writer: 'author.name', newest: '-publishedAt' },
      default: 'title',
    },
    filters: { publishedAt: { operator: '$lte', dates: 'moment' }, status: { values: ['draft'], enumName: 'Status' } },
    brackets: false,
  },
});
overrides({ sort: ['title', { name: 'author.name', as: 'writer' }] });
overrides({ defaults: { sortBefore: 'title:desc', sortAfter: ['views'] }, pagination: { absent: 'all', max: 100 } });
// @ts-expect-error a typo in the path of a key
overrides({ flat: { sort: { field: 'sort', keys: { writer: 'author.nam' } } } });
// @ts-expect-error a typo in the default order
overrides({ flat: { sort: { field: 'sort', default: 'titel' } } });
// @ts-expect-error a typo in a sort key with a name of its own
overrides({ sort: [{ name: 'author.nam', as: 'writer' }] });
// @ts-expect-error a typo in the order of the server
overrides({ defaults: { sortBefore: 'titel' } });

module({ flat: { page: 'page', sort: 'sort' } });
// @ts-expect-error keys are about one list
module({ flat: { sort: { field: 'by', keys: { id: 'id' } } } });
// @ts-expect-error conditions are about one list
module({ flat: { filters: { id: true } } });
