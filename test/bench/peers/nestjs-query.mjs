import { TypeOrmQueryService } from '@ptc-org/nestjs-query-typeorm';
import { Post } from '../model/entities.mjs';
import { pageSize } from '../workloads/parameters.mjs';

export function nestjsQuery({ source }) {
  const service = new TypeOrmQueryService(source.getRepository(Post));
  const readers = {
    rows: (query) => service.query(query),
    total: async (query) => {
      const rows = await service.query(query);
      await service.count(query.filter);
      return rows;
    },
  };
  return {
    name: 'nestjs-query',
    prepare(workload, parameters) {
      const say = workload.peers.nestjsQuery;
      if (say === undefined) return { unable: 'no way of saying it' };
      const queries = parameters.map((p) => {
        const { filter = {}, sorting } = say(p);
        return {
          filter,
          sorting: sorting.map(([field, direction]) => ({ field, direction })),
          paging: { limit: pageSize, offset: p.skip ?? 0 },
        };
      });
      const read = readers[workload.reads];
      return { run: (turn) => read(queries[turn]) };
    },
  };
}
