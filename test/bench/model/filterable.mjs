import { Filterable } from 'nestjs-filterable';
import { Author, Comment, Country, Entry, Post, Tag } from './entities.mjs';

/** What a host writes on its entities; and the limits that "500 members" and the deep page need. */
Filterable({ fields: ['id', 'code', 'name'] })(Country);
Filterable({ fields: ['id', 'name'], relations: ['country'] })(Author);
Filterable({ fields: ['id', 'name'] })(Tag);
Filterable({ fields: ['id', 'list', 'score'] })(Entry);
Filterable({ fields: ['id', 'approved', 'score'] })(Comment);
Filterable({
  fields: ['id', 'title', 'status', 'views', 'publishedAt'],
  relations: ['author', 'comments', 'tags'],
})(Post);

export const limits = { members: 1_000, values: 1_000, parameters: 1_000, queryBytes: 16_384, offset: 1_000_000 };
