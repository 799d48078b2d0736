import type { SelectQueryBuilder } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { describeEntities } from '../../support/metadata.js';

type Builder = SelectQueryBuilder<Post>;

const source = await describeEntities('postgres', blogEntities);
const filters = FilterService.forDataSource(source);

/**
 * Returns the limits of a builder after apply(). With joins, `take` sends a DISTINCT over the join and a second
 * statement.
 */
function sliceOf(prepare: (builder: Builder) => Builder, sort: string) {
  const query = filters.parse(Post, `sort=${sort}&pagination[start]=20&pagination[limit]=10`);
  const builder = prepare(source.getRepository(Post).createQueryBuilder('post').limit(3));
  const { take, skip, limit, offset } = filters.apply(builder, query).expressionMap;
  return { take, skip, limit, offset };
}

const asIs = (builder: Builder) => builder;
const byTake = { take: 10, skip: 20, limit: undefined, offset: undefined };
const byLimit = { take: undefined, skip: undefined, limit: 10, offset: 20 };

const cases: readonly [string, (builder: Builder) => Builder, string, object][] = [
  ['no join, so that take stays right with joins added later', asIs, 'title', byTake],
  ['a join for the order, which gives one row each', asIs, 'author.name', byLimit],
  ['a to-one join of the caller', (builder) => builder.leftJoinAndSelect('post.author', 'author'), 'title', byLimit],
  ['a to-many join of the caller', (builder) => builder.leftJoinAndSelect('post.tags', 'tag'), 'title', byTake],
  ['both', (builder) => builder.leftJoinAndSelect('post.tags', 'tag'), 'author.name', byTake],
  ['a join by a condition, which may match several', (builder) => builder.leftJoin(Post, 'p', 'true'), 'title', byTake],
  ['groups', (builder) => builder.leftJoin('post.author', 'a').groupBy('post.id'), 'title', byTake],
];

describe('how apply() slices a builder with', () => {
  test.each(cases)('%s', (_, prepare, sort, expected) => {
    expect(sliceOf(prepare, sort)).toEqual(expected);
  });
});
