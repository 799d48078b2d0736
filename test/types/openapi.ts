import { ApiFilters, documentFilters } from 'nestjs-filterable/openapi';
import { Post } from './entities.js';

/** What the compiler knows of documents. */
class PostDto {
  id!: number;
}

ApiFilters(Post, {
  page: PostDto,
  examples: { Spring: { filters: { title: { $contains: 'a' } }, sort: 'title:desc' } },
});
ApiFilters(Post, { page: { relations: ['author', 'tags'] } });
ApiFilters(Post, { page: true });
// @ts-expect-error there is no such relation
ApiFilters(Post, { page: { relations: ['autor'] } });
// @ts-expect-error there is no such field
ApiFilters(Post, { examples: { Spring: { filters: { titel: 'a' } } } });
// @ts-expect-error there is no such sort key
ApiFilters(Post, { examples: { Spring: { sort: 'titel' } } });

declare const app: Parameters<typeof documentFilters>[0];
interface OwnDocument {
  openapi: string;
  paths: Record<string, object>;
  mine: 1;
}
declare const make: () => OwnDocument;

export const mine: 1 = documentFilters(app, make).mine;
export const later: Promise<OwnDocument> = documentFilters(app, () => Promise.resolve(make()));
// @ts-expect-error there is no such audience
void documentFilters(app, make, { for: 'me' });
