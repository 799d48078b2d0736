import { Filterable } from 'nestjs-filterable';
import { Author, Comment, Country, Entry, Post, Tag } from './entities.mjs';

/** Writes on the entities what a host writes, with the decorator of one copy of the library. */
export function declareWith(decorator) {
  decorator({ fields: ['id', 'code', 'name'] })(Country);
  decorator({ fields: ['id', 'name'], relations: ['country'] })(Author);
  decorator({ fields: ['id', 'name'] })(Tag);
  decorator({ fields: ['id', 'list', 'score'] })(Entry);
  decorator({ fields: ['id', 'approved', 'score'] })(Comment);
  decorator({
    fields: ['id', 'title', 'status', 'views', 'publishedAt'],
    relations: ['author', 'comments', 'tags'],
  })(Post);
}

declareWith(Filterable);

/** The limits that "500 members" and the deep page need. */
export const limits = { members: 1_000, values: 1_000, parameters: 1_000, queryBytes: 16_384, offset: 1_000_000 };
