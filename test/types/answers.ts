import { FilterModule, FilterQuery, type Page, type PageAnswer, pageInfo } from 'nestjs-filterable';
import { Post } from './entities.js';

/** What the compiler knows of answers. */
export function numbers({ meta: { pagination } }: Page<Post>): (number | boolean | undefined)[] {
  return [pagination.total, pagination.hasNext, pagination.pageCount, pagination.pageSize];
}

export function start({ meta: { pagination } }: Page<Post>): number {
  // @ts-expect-error only pages by offset have a start
  void pagination.start;
  return 'start' in pagination ? pagination.start : 'page' in pagination ? pagination.page : pagination.pageSize;
}

FilterModule.forRoot({ answer: { body: (page) => ({ items: page.data, ...pageInfo(page) }) } });
FilterModule.forRoot({ answer: { body: (_, query) => query.toString(), schema: (row) => ({ items: row }) } });
// @ts-expect-error an answer has a body
FilterModule.forRoot({ answer: { schema: {} } });
// @ts-expect-error the module has no answer to turn off
FilterModule.forRoot({ answer: false });
FilterModule.forRoot({ errors: { status: 422 } });
FilterModule.forRoot({ errors: () => new Error() });
// @ts-expect-error that is no refusal
FilterModule.forRoot({ errors: { status: 500 } });

FilterQuery(Post, { answer: false });
FilterQuery(Post, { answer: { body: ({ data }) => data.map(({ title }) => title) } });
// @ts-expect-error the rows are posts
FilterQuery(Post, { answer: { body: ({ data }) => data.map(({ titel }) => titel) } });

export const ofAny: PageAnswer = { body: ({ data }) => data };
FilterQuery(Post, { answer: ofAny });
