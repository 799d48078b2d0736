import { filterOverrides } from 'nestjs-filterable';
import type { Post } from '../../../support/blog/entities.js';

/** Reads `?title=spring&author=3&tags[]=red&tags[]=blue&field=views&order=desc&page=2&pageSize=20`. */
export const ofTables = filterOverrides<Post>({
  flat: {
    page: 'page',
    pageSize: 'pageSize',
    sort: { field: 'field', direction: 'order' },
    filters: {
      title: '$contains',
      author: 'author.id',
      tags: { field: 'tags.name', operator: '$in' },
    },
    brackets: false, // these clients send nothing else
  },
  pagination: { oversize: 'clamp' }, // where the old list cut the page size instead of refusing it
  allowParameters: ['_t'], // what they send against caches
});
