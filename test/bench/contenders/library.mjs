import { FilterService } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { limits } from '../model/filterable.mjs';
import { Post } from '../model/entities.mjs';
import { pageSize } from '../workloads/parameters.mjs';

/** This library, from the text of the query string to the entities. */
export function library({ source }) {
  const filters = FilterService.forDataSource(source, { limits });
  const posts = source.getRepository(Post);
  const parse = (text) => filters.parse(Post, text);
  const readers = {
    rows: (text) => filters.apply(posts.createQueryBuilder('post'), parse(text)).getMany(),
    total: async (text) => (await filters.page(posts.createQueryBuilder('post'), parse(text))).data,
    keyset: async (text) => (await filters.page(posts.createQueryBuilder('post'), parse(text))).data,
  };

  /** A cursor belongs to a sort, not to a filter: the row before the page is the first of those that are no newer. */
  async function cursorAt({ sort }, { at }) {
    const noNewer = {
      filters: { publishedAt: { $lte: at.toISOString() } },
      sort,
      pagination: { after: '', pageSize: 1 },
    };
    const page = await filters.page(posts, parse(toQueryString(noNewer)));
    return page.meta.pagination.next;
  }

  return {
    name: 'nestjs-filterable',
    async prepare(workload, parameters) {
      const texts = [];
      for (const p of parameters) texts.push(await textOf(workload, p, cursorAt));
      const read = readers[workload.reads];
      return { run: (turn) => read(texts[turn]), texts };
    },
  };
}

async function textOf(workload, p, cursorAt) {
  const pagination =
    workload.reads === 'keyset'
      ? { after: await cursorAt(workload, p), pageSize }
      : p.skip === undefined
        ? { page: 1, pageSize }
        : { start: p.skip, limit: pageSize };
  const filters = workload.filters(p);
  return toQueryString({ ...(filters === undefined ? {} : { filters }), sort: workload.sort, pagination });
}
