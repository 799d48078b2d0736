import { FilterService, Filterable, builtInOperators } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { dialectOf } from '../../../lib/dialects/index.js';
import { compileComparison } from '../../../lib/sql/conditions/comparison.js';
import { valueKinds } from '../../../lib/values/index.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';
import { renumbered } from '../../support/parameters.js';
import { statementFor } from '../../support/statements.js';

/** The SQL and the parameters of `x $token values` for a TypeORM driver. */
function compiled(driver: string, token: string, values: readonly string[]): readonly [string, unknown] {
  const dialect = dialectOf(driver);
  const operator = builtInOperators.find((candidate) => candidate.token === token);
  if (dialect === undefined || operator === undefined) throw new Error(`${driver} or ${token} does not exist`);
  const statement = statementFor(dialect);
  const by = { kind: valueKinds.text, bindFacts: { dialect, zoned: false, storedIn: 'UTC' } };
  const text = compileComparison(statement, { sql: 'x', by }, { operator, values });
  return [text, statement.parameters];
}

describe('a list', () => {
  it.each([
    ['postgres', '$in', ['a', 'b'], 'x = ANY(:nf_p1)', 'is one array'],
    ['postgres', '$notIn', ['a', 'b'], 'x <> ALL(:nf_p1)', 'the same, negated'],
    ['postgres', '$in', ['a'], 'x IN (:...nf_p1)', 'of one member is an equality, which an index serves in order'],
    ['cockroachdb', '$in', ['a', 'b'], 'x = ANY(:nf_p1)', 'the same language'],
    ['aurora-postgres', '$in', ['a', 'b'], 'x IN (:...nf_p1)', 'the same language, by an interface without arrays'],
    ['mysql', '$in', ['a', 'b'], 'x IN (:...nf_p1)', 'no arrays'],
    ['better-sqlite3', '$notIn', ['a', 'b'], 'x NOT IN (:...nf_p1)', 'no arrays, negated'],
  ])('on %s, %s %j: %s (%s)', (driver, token, values, text) => {
    expect(compiled(driver, token, values)).toEqual([text, { nf_p1: values }]);
  });

  it('is the same SQL for every length', () => {
    const [two] = compiled('postgres', '$in', ['a', 'b']);
    const [many] = compiled('postgres', '$in', Array.from({ length: 100 }, String));
    expect(many).toBe(two);
  });

  it.each(['$in', '$notIn'])(
    'of date-times that hide digits is padded with both ends of its last member: %s',
    (token) => {
      const dialect = dialectOf('postgres');
      const operator = builtInOperators.find((candidate) => candidate.token === token);
      if (dialect === undefined || operator === undefined) throw new Error(`${token} does not exist`);
      const statement = statementFor(dialect);
      const by = {
        kind: valueKinds.datetime,
        bindFacts: { dialect, zoned: true, storedIn: 'UTC', hidesDigits: true } as const,
      };
      const values = [1, 2, 3].map((epoch) => ({ type: 'instant', epoch, micros: 0 }) as const);
      compileComparison(statement, { sql: 'x', by }, { operator, values });
      const bound = Object.values(statement.parameters);
      expect(bound).toHaveLength(8);
      expect(bound.slice(6)).toEqual(bound.slice(4, 6));
    },
  );

  it('is not bound as an array where the column has a transformer', async () => {
    const source = await describeEntities('postgres', [Parcel]);
    const filters = FilterService.forDataSource(source);
    const query = filters.parse(Parcel, 'filters[size][$in][0]=1&filters[size][$in][1]=2');
    const builder = filters.apply(source.createQueryBuilder(Parcel, 'p'), query);
    expect(renumbered(builder.getQuery())).toContain('"size" IN (:...nf_p1)');
    expect(Object.values(builder.getParameters())).toEqual([[['1'], ['2']]]);
  });
});

@Filterable({ fields: ['size'] })
@Entity()
class Parcel {
  @PrimaryColumn() id!: number;

  @Column({ type: 'int', transformer: { to: (size: number) => [String(size)], from: Number } }) size!: number;
}

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
