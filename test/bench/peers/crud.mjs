import crudRequest from '@dataui/crud-request';
import crudTypeorm from '@dataui/crud-typeorm';
import { Post } from '../model/entities.mjs';
import { pageSize } from '../workloads/parameters.mjs';

const { RequestQueryParser } = crudRequest;

/** What `@Crud({ query: { join } })` says: what a request may join. */
const options = {
  query: { join: { author: {}, 'author.country': {}, comments: {}, tags: {} }, maxLimit: 100 },
  routes: {},
  params: {},
};

export function crud({ source }) {
  const service = new crudTypeorm.TypeOrmCrudService(source.getRepository(Post));
  return {
    name: 'crud-typeorm',
    prepare(workload, parameters) {
      const say = workload.peers.crud;
      if (say === undefined) return { unable: 'no way of saying it' };
      const queries = parameters.map((p) => {
        const { s, sort, join } = say(p);
        return {
          ...(s === undefined ? {} : { s: JSON.stringify(s) }),
          ...(join === undefined ? {} : { join }),
          sort: sort.map((key) => key.join(',')),
          limit: String(pageSize),
          ...(p.skip === undefined ? {} : { offset: String(p.skip) }),
          ...(workload.reads === 'total' ? { page: '1' } : {}),
        };
      });
      return {
        run: async (turn) => {
          const parsed = RequestQueryParser.create().parseQuery(queries[turn]).getParsed();
          const answer = await service.getMany({ parsed, options });
          return Array.isArray(answer) ? answer : answer.data;
        },
      };
    },
  };
}
