import { Post } from '../model/entities.mjs';
import { pageSize } from '../workloads/parameters.mjs';
import { flatParameters } from './flat-parameters.mjs';

/**
 * The builder that someone who knows TypeORM writes for the one endpoint, from flat parameters of a query string. They
 * may write a condition in several shapes; the best counts.
 */
export function hand({ source }) {
  const posts = source.getRepository(Post);
  const build = (workload, write, p) => {
    const builder = write(posts.createQueryBuilder('post'), p);
    for (const [field, direction] of workload.order) {
      builder.addOrderBy(field.includes('.') ? field : `post.${field}`, direction);
    }
    builder.limit(workload.reads === 'keyset' ? pageSize + 1 : pageSize);
    return p.skip === undefined ? builder : builder.offset(p.skip);
  };
  const readers = {
    rows: (builder) => builder.getMany(),
    keyset: async (builder) => (await builder.getMany()).slice(0, pageSize),
    total: async (builder) => (await builder.getManyAndCount())[0],
  };
  return {
    name: 'by hand',
    prepare(workload, parameters) {
      const read = readers[workload.reads];
      const given = parameters.map(flatParameters);
      const shapes = Object.entries(workload.hand).map(([shape, write]) => ({
        shape,
        run: (turn) => read(build(workload, write, given[turn]())),
        build: (turn) => build(workload, write, parameters[turn]),
      }));
      return { shapes };
    },
  };
}
