import { PaginationType, paginate as read } from 'nestjs-paginate';
import { Post } from '../model/entities.mjs';
import { pageSize } from '../workloads/parameters.mjs';

const filterable = ['id', 'status', 'views', 'publishedAt', 'author.name', 'author.country.code'];
const config = {
  sortableColumns: ['publishedAt', 'id', 'views', 'author.name'],
  filterableColumns: Object.fromEntries(
    [...filterable, 'comments.approved', 'comments.score', 'tags.name'].map((column) => [column, true]),
  ),
  maxLimit: 100,
  paginationType: PaginationType.LIMIT_AND_OFFSET,
  throwOnInvalidFilter: true,
};

/** Relations are joined where a request needs them: it joins what its configuration names, for every request. */
const relationsFor = ({ name }) => (name === 'sort by to-one' ? { relations: { author: true } } : {});

export function paginate({ source }) {
  const posts = source.getRepository(Post);
  return {
    name: 'nestjs-paginate',
    prepare(workload, parameters) {
      const say = workload.peers.paginate;
      if (say === undefined) return { unable: 'no way of saying it' };
      const cursor = workload.reads === 'keyset' ? { paginationType: PaginationType.CURSOR } : {};
      const own = { ...config, ...relationsFor(workload), ...cursor };
      const queries = parameters.map((p) => {
        const { expression, ...query } = say(p);
        const page = p.skip === undefined ? {} : { page: p.skip / pageSize + 1 };
        return { path: 'http://localhost/posts', limit: pageSize, ...page, filterExpression: expression, ...query };
      });
      return { run: async (turn) => (await read(queries[turn], posts, own)).data };
    },
  };
}
