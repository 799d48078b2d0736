import type { ObjectLiteral } from 'typeorm';
import { idsOf, onEngines } from '../../support/engines.js';
import { cases, idsIn } from '../../support/table.js';
import { walks } from '../pages/walk.js';
import { marketModels } from './model.js';
import { seedMarket } from './rows.js';

/** The stalls that a condition on an aggregate of related rows finds. */
const questions = cases(`
  filters[reviews][$avg][stars][$gte]=4 -> 1  # an average, of visible rows alone
  filters[reviews][$avg][stars]=4.5 -> 1  # an average, to its sixth digit
  filters[reviews][$sum][stars][$gt]=8 -> 1 2  # a sum of whole numbers
  filters[reviews][$sum][amount][$between][0]=0.9&filters[reviews][$sum][amount][$between][1]=1.1 -> 2  # a sum of decimals
  filters[reviews][$sum][views][$gt]=9223372036854775807 -> 1  # a sum beyond 64 bits
  filters[reviews][$sum][views][$in][0]=24&filters[reviews][$sum][views][$in][1]=-2 -> 2 5  # a sum within 64 bits
  filters[reviews][$avg][score][$lt]=2 -> 1 5  # a float
  filters[reviews][$min][at][$gte]=2023-06-01 -> 1  # the least date
  filters[reviews][$max][words]=simple -> 2  # the greatest text
  filters[reviews][$avg][stars][$null]=true -> 3 4  # no rows, or no value
  filters[reviews][$sum][stars][$notNull]=true -> 1 2 5  # some value
  filters[reviews][$avg][stars][$ne]=4.5 -> 2 5  # not equal, which nothing is not
  filters[$not][reviews][$avg][stars][$gte]=4 -> 2 5  # negated, which is unknown of no rows
  filters[reviews][$max][stars][$notIn][0]=5&filters[reviews][$max][stars][$notIn][1]=1 -> 2  # not in a list
  filters[reviews][$avg][stars][$gte]=3&filters[reviews][$avg][$where][stars][$lt]=5 -> 1 2  # of the rows that satisfy a condition
  filters[$not][reviews][$avg][stars][$gte]=4&filters[$not][reviews][$avg][$where][stars][$lt]=5 -> 2 5  # of the rows that satisfy a condition, negated
  filters[reviews][$avg][stars][$gte]=3&filters[reviews][$min][amount][$lt]=1 -> 2  # two of one relation
  filters[reviews][$sum][stars][$gte]=9&filters[reviews][$sum][views][$lt]=100 -> 2  # two fields of one function
  filters[reviews][$avg][stars][$gt]=1&filters[reviews][$count]=3&filters[reviews][words]=dear -> 2  # beside a condition on a row, and a count
  filters[$or][0][reviews][$avg][stars]=1&filters[$or][1][id]=3 -> 3 5  # in a group
  filters[tags][$sum][weight][$gte]=2 -> 1 2  # through a junction table
  filters[tags][$sum][weight][$null]=true -> 3 4 5  # through a junction table, of no value
  filters[vans][$sum][seats]=8 as staff -> 1  # of the rows of one class of a shared table
  filters={"reviews":{"$avg":{"stars":{"$gte":4}}}} -> 1  # as JSON text
  filters[reviews][$sum][cost][$gte]=6 as staff -> 2 5  # a hidden field, for whom it is there
`);

const sorts = cases(`
  sort=reviews.$avg.stars:desc:nullsLast,id -> 1 2 5 3 4
  sort=reviews.$avg.stars:asc:nullsFirst -> 3 4 5 2 1
  sort=reviews.$sum.amount:desc:nullsLast,id:desc -> 1 2 5 4 3
  sort=reviews.$max.at:asc:nullsLast -> 5 2 1 3 4
  sort=reviews.$min.words:desc:nullsLast -> 1 2 5 4 3
  sort=reviews.$sum.views:asc:nullsLast -> 5 2 1 3 4
  sort=tags.$sum.weight:desc:nullsLast -> 1 2 5 4 3
`);

onEngines(
  'aggregates of related rows',
  { entities: (engine) => marketModels[engine].entities, seed: seedMarket },
  (world) => {
    const Stall: new () => ObjectLiteral = marketModels[world.engine].Stall;
    const parse = (text: string, context?: object) => world.filters.parse(Stall, text, { context });

    it.each(questions)('%s -> %s', async (question, verdict) => {
      const [request = '', guest] = question.split(' as ');
      const context = guest === undefined ? undefined : { isStaff: true };
      const ids = idsIn(verdict);
      const found = async (text: string) => idsOf((await world.page(Stall, `${text}&sort=id`, { context })).data);
      expect(await found(request)).toEqual(ids);
      // Row by row in a builder of the program, in groups where a page or a total has no other condition.
      const query = parse(request, context);
      const applied = world.filters.apply(world.builder(Stall).orderBy('root.id'), query);
      expect(idsOf(await applied.getMany())).toEqual(ids);
      expect(await world.filters.count(world.builder(Stall), query)).toBe(ids.length);
      expect(await found(query.toString())).toEqual(ids);
      expect(parse(query.toString(), context).toString()).toBe(query.toString());
    });

    it.each(sorts)('%s -> %s, whole and along cursors in both directions', async (request, verdict) => {
      const ids = idsIn(verdict);
      expect(idsOf((await world.page(Stall, request)).data)).toEqual(ids);
      const listing = {
        ...{ filters: world.filters, entity: Stall, builder: () => world.builder(Stall) },
        request: { sort: request.slice('sort='.length).split(',') },
      };
      expect(idsOf((await walks.forwards(listing, 2)).flat())).toEqual(ids);
      expect(idsOf((await walks.backwards(listing, 2)).flat())).toEqual(ids);
    });

    it('read the related rows in groups where nothing else narrows a list, and no index finds those of a row', async () => {
      const of = async (query: string) => {
        const [page = ''] = await world.sent(() => world.page(Stall, `${query}&sort=id`));
        const parsed = world.filters.parse(Stall, query);
        const [count = ''] = await world.sent(() => world.filters.count(world.builder(Stall), parsed));
        return [page, count].map((sql) => sql.includes('GROUP BY'));
      };
      const isIndexed = world.engine === 'mariadb';
      expect(await of('filters[reviews][$avg][stars][$gte]=4')).toEqual([!isIndexed, true]);
      expect(await of('filters[$not][reviews][$avg][stars][$gte]=4')).toEqual([!isIndexed, true]);
      expect(await of('filters[reviews][$avg][stars][$null]=true')).toEqual([!isIndexed, !isIndexed]);
      expect(await of('filters[reviews][$count][$gte]=2')).toEqual([!isIndexed, !isIndexed]);
      expect(await of('filters[tags][$sum][weight][$gte]=2')).toEqual([false, world.engine !== 'sqlite']);
      expect(await of('filters[tags][$count][$gte]=2')).toEqual([false, world.engine === 'postgres']);
      expect(await of('filters[reviews][$avg][stars][$gte]=4&filters[id][$gt]=0')).toEqual([false, false]);
    });
  },
);
