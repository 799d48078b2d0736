import { statementsOf, onEveryEngine } from './fixture.js';
import type { Asking } from './fixture.js';

/** A question about related rows, the ids of the stalls that it finds, and the same by hand. */
interface Question extends Asking {
  readonly name: string;
  readonly query: string;
  readonly ids: readonly number[];
  readonly sql?: string;
}

/** The visible reviews of the stall `s`, by hand. */
const visible = (select: string, and = '') =>
  `(SELECT ${select} FROM review r WHERE r.stall_id = s.id AND r.deleted_at IS NULL AND r.secret = SECRET${and})`;

const questions: readonly Question[] = [
  {
    name: 'an average, of visible rows alone',
    query: 'filters[reviews][$avg][stars][$gte]=4',
    ids: [1],
    sql: `${visible('AVG(r.stars)')} >= 4`,
  },
  {
    name: 'an average, to its sixth digit',
    query: 'filters[reviews][$avg][stars]=4.5',
    ids: [1],
    sql: `${visible('AVG(r.stars)')} = 4.5`,
  },
  {
    name: 'a sum of whole numbers',
    query: 'filters[reviews][$sum][stars][$gt]=8',
    ids: [1, 2],
    sql: `${visible('SUM(r.stars)')} > 8`,
  },
  {
    name: 'a sum of decimals',
    query: 'filters[reviews][$sum][amount][$between][0]=0.9&filters[reviews][$sum][amount][$between][1]=1.1',
    ids: [2],
    sql: `${visible('SUM(r.amount)')} BETWEEN 0.9 AND 1.1`,
  },
  { name: 'a sum beyond 64 bits', query: 'filters[reviews][$sum][views][$gt]=9223372036854775807', ids: [1] },
  {
    name: 'a sum within 64 bits',
    query: 'filters[reviews][$sum][views][$in][0]=24&filters[reviews][$sum][views][$in][1]=-2',
    ids: [2, 5],
  },
  {
    name: 'a float',
    query: 'filters[reviews][$avg][score][$lt]=2',
    ids: [1, 5],
    sql: `${visible('AVG(r.score)')} < 2`,
  },
  {
    name: 'the least date',
    query: 'filters[reviews][$min][at][$gte]=2023-06-01',
    ids: [1],
    sql: `${visible('MIN(r.at)')} >= '2023-06-01'`,
  },
  {
    name: 'the greatest text',
    query: 'filters[reviews][$max][words]=simple',
    ids: [2],
    sql: `${visible('MAX(r.words)')} = 'simple'`,
  },
  {
    name: 'no rows, or no value',
    query: 'filters[reviews][$avg][stars][$null]=true',
    ids: [3, 4],
    sql: `${visible('AVG(r.stars)')} IS NULL`,
  },
  { name: 'some value', query: 'filters[reviews][$sum][stars][$notNull]=true', ids: [1, 2, 5] },
  { name: 'not equal, which nothing is not', query: 'filters[reviews][$avg][stars][$ne]=4.5', ids: [2, 5] },
  {
    name: 'negated, which is unknown of no rows',
    query: 'filters[$not][reviews][$avg][stars][$gte]=4',
    ids: [2, 5],
    sql: `NOT ${visible('AVG(r.stars)')} >= 4`,
  },
  {
    name: 'not in a list',
    query: 'filters[reviews][$max][stars][$notIn][0]=5&filters[reviews][$max][stars][$notIn][1]=1',
    ids: [2],
  },
  {
    name: 'of the rows that satisfy a condition',
    query: 'filters[reviews][$avg][stars][$gte]=3&filters[reviews][$avg][$where][stars][$lt]=5',
    ids: [1, 2],
    sql: `${visible('AVG(r.stars)', ' AND r.stars < 5')} >= 3`,
  },
  {
    name: 'of the rows that satisfy a condition, negated',
    query: 'filters[$not][reviews][$avg][stars][$gte]=4&filters[$not][reviews][$avg][$where][stars][$lt]=5',
    ids: [2, 5],
  },
  {
    name: 'two of one relation',
    query: 'filters[reviews][$avg][stars][$gte]=3&filters[reviews][$min][amount][$lt]=1',
    ids: [2],
  },
  {
    name: 'two fields of one function',
    query: 'filters[reviews][$sum][stars][$gte]=9&filters[reviews][$sum][views][$lt]=100',
    ids: [2],
  },
  {
    name: 'beside a condition on a row, and a count',
    query: 'filters[reviews][$avg][stars][$gt]=1&filters[reviews][$count]=3&filters[reviews][words]=dear',
    ids: [2],
  },
  { name: 'in a group', query: 'filters[$or][0][reviews][$avg][stars]=1&filters[$or][1][id]=3', ids: [3, 5] },
  { name: 'through a junction table', query: 'filters[tags][$sum][weight][$gte]=2', ids: [1, 2] },
  { name: 'through a junction table, of no value', query: 'filters[tags][$sum][weight][$null]=true', ids: [3, 4, 5] },
  { name: 'of the rows of one class of a shared table', query: 'filters[vans][$sum][seats]=8', ids: [1] },
  { name: 'as JSON text', query: 'filters={"reviews":{"$avg":{"stars":{"$gte":4}}}}', ids: [1] },
  {
    name: 'a hidden field, for whom it is there',
    query: 'filters[reviews][$sum][cost][$gte]=6',
    guest: { isStaff: true },
    ids: [2, 5],
  },
];

/** Sort keys, with the ids in their order; those without a value are last. */
const sorts: readonly (readonly [key: string, ids: readonly number[]])[] = [
  ['reviews.$avg.stars:desc:nullsLast,id', [1, 2, 5, 3, 4]],
  ['reviews.$avg.stars:asc:nullsFirst', [3, 4, 5, 2, 1]],
  ['reviews.$sum.amount:desc:nullsLast,id:desc', [1, 2, 5, 4, 3]],
  ['reviews.$max.at:asc:nullsLast', [5, 2, 1, 3, 4]],
  ['reviews.$min.words:desc:nullsLast', [1, 2, 5, 4, 3]],
  ['reviews.$sum.views:asc:nullsLast', [5, 2, 1, 3, 4]],
  ['tags.$sum.weight:desc:nullsLast', [1, 2, 5, 4, 3]],
];

onEveryEngine((fixture) => {
  it.each(questions)('$name', async ({ query, ids, ...asking }) => {
    const idsOf = async (text: string) => {
      const { data } = await fixture.page(`${text}&sort=id`, asking);
      return data.map(({ id }) => Number(id));
    };
    expect(await idsOf(query)).toEqual(ids);
    // Row by row in a builder of the program, in groups where a page or a total has no other condition.
    const parsed = fixture.filters.parse(fixture.model.Stall, query, { context: asking.guest });
    const applied = fixture.filters.apply(fixture.builderOf('Stall').orderBy('root.id'), parsed);
    expect((await applied.getMany()).map(({ id }) => Number(id))).toEqual(ids);
    expect(await fixture.filters.count(fixture.builderOf('Stall'), parsed)).toBe(ids.length);
    const printed = fixture.filters.parse(fixture.model.Stall, query, { context: asking.guest }).toString();
    expect(await idsOf(printed)).toEqual(ids);
    const again = fixture.filters.parse(fixture.model.Stall, printed, { context: asking.guest });
    expect(again.toString()).toBe(printed);
  });

  it.each(questions.filter(({ sql }) => sql !== undefined))('$name, by hand', async ({ sql = '', ids }) => {
    const condition = sql.replaceAll('SECRET', fixture.engine === 'postgres' ? 'false' : '0');
    const rows = await fixture.database.source.query<{ id: unknown }[]>(
      `SELECT s.id FROM stall s WHERE s.deleted_at IS NULL AND ${condition} ORDER BY s.id`,
    );
    expect(rows.map(({ id }) => Number(id))).toEqual(ids);
  });

  it('read the related rows in groups where nothing else narrows a list, and no index finds those of a row', async () => {
    const of = async (query: string) => {
      const [page = ''] = await statementsOf(fixture, () => fixture.page(`${query}&sort=id`));
      const parsed = fixture.filters.parse(fixture.model.Stall, query);
      const [count = ''] = await statementsOf(fixture, () => fixture.filters.count(fixture.builderOf('Stall'), parsed));
      return [page, count].map((sql) => sql.includes('GROUP BY'));
    };
    const isIndexed = fixture.engine === 'mariadb';
    expect(await of('filters[reviews][$avg][stars][$gte]=4')).toEqual([!isIndexed, true]);
    expect(await of('filters[$not][reviews][$avg][stars][$gte]=4')).toEqual([!isIndexed, true]);
    expect(await of('filters[reviews][$avg][stars][$null]=true')).toEqual([!isIndexed, !isIndexed]);
    expect(await of('filters[tags][$sum][weight][$gte]=2')).toEqual([
      fixture.engine === 'postgres',
      fixture.engine !== 'sqlite',
    ]);
    expect(await of('filters[reviews][$avg][stars][$gte]=4&filters[id][$gt]=0')).toEqual([false, false]);
  });

  it.each(sorts)('sort=%s, whole and along cursors in both directions', async (key, ids) => {
    const { data } = await fixture.page(`sort=${key}`);
    expect(data.map(({ id }) => Number(id))).toEqual(ids);
    for (const direction of ['after', 'before'] as const) {
      const walked: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await fixture.page(`sort=${key}&pagination[pageSize]=2&pagination[${direction}]=${cursor}`);
        const found = page.data.map(({ id }) => Number(id));
        if (direction === 'after') walked.push(...found);
        else walked.unshift(...found);
        const { next, previous } = page.meta.pagination as { next: string | null; previous: string | null };
        cursor = direction === 'after' ? next : previous;
      }
      expect(walked).toEqual(ids);
    }
  });

  it('each use of one shape is one statement that is written once', async () => {
    const asked = (least: number) =>
      fixture.page(`filters[reviews][$avg][stars][$gte]=${least}&sort=reviews.$sum.stars`);
    await asked(1);
    const [first] = await statementsOf(fixture, () => asked(2));
    const [second] = await statementsOf(fixture, () => asked(3));
    expect(second).toBe(first);
  });
});
