import { FilterService } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

/** The conjuncts of a statement with a number of conditions on relations. */
async function conditionsOn(engine: EngineName, count: number, relation: string): Promise<readonly string[]> {
  const source = await describeEntities(engine, blogEntities);
  const filters = FilterService.forDataSource(source);
  const each = Array.from({ length: count }, (_, index) => `filters[$and][${index}][${relation}][id]=1`);
  const builder = source.getRepository(Post).createQueryBuilder('post');
  return filters
    .apply(builder, filters.parse(Post, each.join('&')))
    .getQuery()
    .split(' AND ')
    .slice(0, -1);
}

const shielded = (conditions: readonly string[]) => conditions.map((condition) => condition.includes('COALESCE('));

describe('tables that the planner may join', () => {
  // MariaDB weighs every order of the tables: eight of these conditions took it more than twenty seconds over eight
  // rows.
  it('are at most eight on MariaDB: a condition through a junction has two', async () => {
    expect(shielded(await conditionsOn('mariadb', 6, 'tags'))).toEqual([false, false, false, false, true, true]);
  });

  it('are at most eight on MariaDB: a condition without a junction has one', async () => {
    expect(shielded((await conditionsOn('mariadb', 8, 'comments')).filter((text) => text.includes('IN (')))).toEqual(
      Array.from({ length: 8 }, () => false),
    );
  });

  it.each(['sqlite', 'postgres'] as const)('are not limited on %s, which limits them itself', async (engine) => {
    expect(shielded(await conditionsOn(engine, 8, 'tags'))).not.toContain(true);
  });
});
