import type { ObjectLiteral } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { type TestDatabase, describeOn, drivers, engineOf } from '../../support/databases.js';
import { openSamples } from '../../support/samples/database.js';
import { walks } from '../pages/walk.js';
import { idsOf } from './question.js';
import { type Club, books, films, shops, unusualModel } from './unusual.js';

type Name = 'Shop' | 'Medium' | 'Book' | 'Film';

interface Case {
  readonly about: Name;
  readonly query: string;
  readonly finds: readonly number[];
  readonly context?: Club;
}

const everything: Club = {};
const crime: Club = { label: 'crime' };
const art: Club = { label: 'art' };

const cases: readonly Case[] = [
  // Lists and documents inside of an embedded object.
  { about: 'Shop', query: 'filters[facts][labels]=crime', finds: [1, 4] },
  { about: 'Shop', query: 'filters[facts][labels][$empty]=true', finds: [3] },
  { about: 'Shop', query: 'filters[facts][details][color]=red&filters[facts][labels]=art', finds: [1] },
  { about: 'Shop', query: 'filters[facts][details][size][width][$gte]=3', finds: [1, 4] },
  { about: 'Shop', query: 'filters[facts][details][$null]=true', finds: [3] },
  { about: 'Shop', query: 'sort=facts.details.size.width:desc:nullsLast,id', finds: [4, 1, 2, 3] },
  { about: 'Shop', query: 'sort[facts][details][color]=asc:nullsLast&sort[id]=desc', finds: [2, 1, 4, 3] },
  { about: 'Shop', query: 'filters[media][shop][facts][labels]=crime', finds: [1] },
  // A virtual column with a transformer: 8 in a request is 800 in the database.
  { about: 'Shop', query: 'filters[turnover][$gte]=4', finds: [2] },
  { about: 'Shop', query: 'filters[turnover][$in][0]=8&filters[turnover][$in][1]=1', finds: [2, 3] },
  { about: 'Medium', query: 'filters[shop][turnover]=8', finds: [3, 11] },
  { about: 'Shop', query: 'sort=turnover:desc,id', finds: [2, 1, 3, 4] },
  // A document of one class of a table.
  { about: 'Book', query: 'filters[words]=dark', finds: [1] },
  { about: 'Book', query: 'filters[words][$empty]=true', finds: [3] },
  { about: 'Book', query: 'filters[words][$null]=true', finds: [4] },
  { about: 'Book', query: 'filters[plot][genre]=crime', finds: [1, 3] },
  { about: 'Book', query: 'filters[plot][pages][$lt]=100&filters[words][$hasSome][0]=Dark', finds: [2] },
  { about: 'Book', query: 'filters[plot][$null]=true', finds: [4] },
  { about: 'Book', query: 'filters[shop][facts][labels]=crime', finds: [1, 2] },
  { about: 'Book', query: 'sort=plot.pages:nullsLast,id', finds: [2, 1, 3, 4] },
  { about: 'Book', query: 'sort=shop.facts.details.color:desc:nullsLast,sales:desc', finds: [1, 2, 3, 4] },
  { about: 'Film', query: 'filters[cast]=Max', finds: [11, 12] },
  { about: 'Film', query: 'filters[cast][$hasEvery][0]=Max&filters[cast][$hasEvery][1]=Liv', finds: [11] },
  { about: 'Medium', query: 'filters[sales][$gte]=300&sort=id', finds: [3, 4, 11] },
  { about: 'Medium', query: 'sort=sales:desc,id', finds: [11, 4, 3, 1, 2, 12] },
  // Scopes of lists, paths and virtual columns, of the row itself and of related ones.
  { about: 'Shop', query: 'sort=id', context: crime, finds: [1] },
  { about: 'Shop', query: 'sort=id', context: art, finds: [1, 2] },
  { about: 'Shop', query: 'sort=media.$count:desc,id', context: art, finds: [1, 2] },
  { about: 'Medium', query: 'sort=id', context: crime, finds: [1, 3, 4, 11] },
  { about: 'Medium', query: 'filters[shop][$exists]=true', context: crime, finds: [1] },
  { about: 'Book', query: 'filters[$not][shop][facts][labels]=art', context: crime, finds: [3, 4] },
  { about: 'Book', query: 'sort=shop.facts.details.color:nullsLast,id:desc', context: art, finds: [3, 2, 1, 4] },
];

describeOn(...drivers)('lists, documents and virtual columns in unusual places on %s', (driver) => {
  const model = unusualModel(engineOf(driver));
  let database: TestDatabase;
  let service: FilterService;

  const entityOf = (name: Name): new () => ObjectLiteral => model[name];
  const builderOf = (name: Name) => database.source.getRepository(entityOf(name)).createQueryBuilder('root');

  beforeAll(async () => {
    database = await openSamples(driver, model.entities);
    const { manager } = database.source;
    for (const row of shops) await manager.insert(entityOf('Shop'), row);
    for (const row of books) await manager.insert(entityOf('Book'), row);
    for (const row of films) await manager.insert(entityOf('Film'), row);
    service = FilterService.forDataSource(database.source, { pagination: { secret: 'sixteen characters or more' } });
  });

  afterAll(() => database.close());

  it.each(cases.map((one) => [`${one.about}: ${one.query}`, JSON.stringify(one.context ?? {}), one] as const))(
    '%s to %s',
    async (_name, _reader, { about, query, context = everything, finds }) => {
      const parse = (text: string) => service.parse(entityOf(about), text, { context });
      const asked = parse(query);
      const found = idsOf(await service.apply(builderOf(about), asked).getMany());
      const inOrder = (ids: readonly number[]) => (query.includes('sort') ? ids : [...ids].sort((a, b) => a - b));

      expect(inOrder(found)).toEqual(finds);
      expect(await service.count(builderOf(about), asked)).toBe(finds.length);
      const { data, meta } = await service.page(builderOf(about), parse(`${query}&pagination[pageSize]=50`));
      expect(inOrder(idsOf(data))).toEqual(finds);
      expect(meta.pagination).toMatchObject({ total: finds.length });
    },
  );

  it.each(
    cases.filter(({ query }) => /^sort=[^&]*$/.test(query)).map((one) => [`${one.about}: ${one.query}`, one] as const),
  )('walks %s', async (_name, { about, query, context = everything, finds }) => {
    const listing = {
      filters: service,
      entity: entityOf(about),
      builder: () => builderOf(about),
      request: { sort: query.slice('sort='.length).split(',') },
      context,
    };
    for (const size of [1, 2]) {
      expect(idsOf((await walks.forwards(listing, size)).flat())).toEqual(finds);
      expect(idsOf((await walks.backwards(listing, size)).flat())).toEqual(finds);
    }
  });

  it('reads and compares a virtual column by its transformer', async () => {
    const input = { filters: { turnover: { $between: [1, 8] } }, sort: { turnover: 'desc' } } as const;
    const rows = await service.filter(entityOf('Shop'), input, { context: everything }).getMany();
    expect(rows.map(({ id, turnover }) => [id as number, turnover as number])).toEqual([
      [2, 8],
      [1, 3.5],
      [3, 1],
    ]);
  });
});
