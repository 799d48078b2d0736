import { FilterService } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { planOf } from '../../../lib/ast/index.js';
import type { Position } from '../../../lib/page/order/cursor.js';
import { afterPosition, keysetOf } from '../../../lib/page/order/keyset.js';
import { compile } from '../../../lib/sql/index.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';

/**
 * Returns the condition that a row comes after a position, without quotes and with the values in place of parameters.
 */
async function conditionOf(engine: EngineName, sort: string, position: Position): Promise<string> {
  const source = await describeEntities(engine, blogEntities);
  const { schema, sort: terms, scopes } = planOf(FilterService.forDataSource(source).parse(Post, `sort=${sort}`));
  const builder = source.getRepository(Post).createQueryBuilder('p');
  const changes = compile({ schema, conditions: [], scopes, sort: terms, total: true, nulls: 'engine' }, builder);
  const sql = afterPosition(keysetOf(changes.order, schema.dialect), position, changes.statement);
  const { parameters } = changes.statement;
  return sql.replace(/["`]/g, '').replace(/:(nf_\w+)/g, (_, name: string) => `<${String(parameters[name])}>`);
}

type Row = readonly [engine: EngineName, sort: string, position: Position, why: string, expected: string];

// prettier-ignore
const rows: readonly Row[] = [
  ['sqlite', 'id', ['7'], 'one key', 'p.id > <7>'],
  ['sqlite', 'id:desc', ['7'], 'one key, downwards', 'p.id < <7>'],
  ['sqlite', 'title', ['a', '7'], 'two keys: an index starts at the first', '(p.title >= <a> AND (p.title > <a> OR (p.title = <a> AND p.id > <7>)))'],
  ['postgres', 'title', ['a', '7'], 'two keys of one direction, compared as a row', '(p.title >= <a> AND (p.title, p.id) > (<a>, <7>))'],
  ['postgres', 'title:desc,id', ['a', '7'], 'two directions, which are no row', '(p.title <= <a> AND (p.title < <a> OR (p.title = <a> AND p.id > <7>)))'],
  ['sqlite', 'views', ['3', '7'], 'NULL first, before every value', '(p.views >= <3> AND (p.views > <3> OR (p.views = <3> AND p.id > <7>)))'],
  ['sqlite', 'views', [null, '7'], 'a position among the first NULLs', '(p.views IS NOT NULL OR (p.views IS NULL AND p.id > <7>))'],
  ['sqlite', 'views:desc', ['3', '7'], 'NULL last, after every value', '((p.views < <3> OR p.views IS NULL) OR (p.views = <3> AND p.id < <7>))'],
  ['sqlite', 'views:desc', [null, '7'], 'a position among the last NULLs', '(p.views IS NULL AND p.id < <7>)'],
  ['postgres', 'views', ['3', '7'], 'NULL last on an engine that has it as the largest', '((p.views > <3> OR p.views IS NULL) OR (p.views = <3> AND p.id > <7>))'],
  ['mariadb', 'views', ['3', '7'], 'NULL first on one that has it as the smallest', '(p.views >= <3> AND (p.views > <3> OR (p.views = <3> AND p.id > <7>)))'],
];

describe('the condition after a position', () => {
  it.each(rows)('on %s by %s at %j: %s', async (engine, sort, position, _why, expected) => {
    expect(await conditionOf(engine, sort, position)).toBe(expected);
  });
});

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
