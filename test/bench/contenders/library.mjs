import { FilterService } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { limits } from '../model/filterable.mjs';
import { Post } from '../model/entities.mjs';
import { onServer } from '../report/ratios.mjs';
import { pageSize } from '../workloads/parameters.mjs';

/** This library, from the text of the query string to the entities. */
export function library({ source, service = FilterService, builderOf = usualBuilder }, overrides, options = {}) {
  const filters = service.forDataSource(source, { limits, ...options });
  const posts = source.getRepository(Post);
  const parse = (text) => filters.parse(Post, text, overrides);
  const read = async (text) => (await filters.page(builderOf(posts), parse(text))).data;

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
      return { run: (turn) => read(texts[turn]), texts };
    },
  };
}

function usualBuilder(posts) {
  return posts.createQueryBuilder('post');
}

/**
 * The same with statements that PostgreSQL keeps prepared. It decides at the sixth execution by a name whether it plans
 * once for all values, and the library gives no name before that of a text: each is executed 32 times, with all values,
 * before anything is timed.
 */
export function libraryByNames({ engine, source }) {
  if (engine !== 'postgres') return { name: onServer, prepare: () => ({ unable: '–' }) };
  const { prepare } = library({ source }, undefined, { preparedStatements: true });
  return {
    name: onServer,
    async prepare(workload, parameters) {
      const prepared = await prepare(workload, parameters);
      for (let time = 0; time < 2 * parameters.length; time += 1) await prepared.run(time % parameters.length);
      return prepared;
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
  if (workload.withCount === false || workload.reads === 'rows') pagination.withCount = false;
  return toQueryString({ ...(filters === undefined ? {} : { filters }), sort: workload.sort, pagination });
}
