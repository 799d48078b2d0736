import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { type TestDatabase, openDatabase } from '../../support/databases.js';
import { operationIn, toldDuring } from './told.js';

@Entity()
@Filterable({
  fields: [
    'id',
    {
      name: 'rating',
      formerly: ['score'],
      deprecated: { use: 'stars', since: '2026-11-01', until: '2027-05-01' },
    },
    { name: 'stars', formerly: ['points'] },
  ],
})
class Inn {
  @PrimaryGeneratedColumn() id!: number;
  @Column('integer') rating!: number;
  @Column('integer') stars!: number;
}

const told = (name: string) => [{ name: `Inn.${name}`, text: 'use stars', since: '2026-11-01', until: '2027-05-01' }];

describe('the deprecated names that an operation tells', () => {
  let database: TestDatabase;
  let filters: FilterService;
  beforeAll(async () => {
    database = await openDatabase('sqlite', { entities: [Inn] });
    filters = FilterService.forDataSource(database.source);
  });
  afterAll(() => database.close());

  it.each<[request: string, names: readonly object[]]>([
    ['filters[stars]=3', []],
    ['filters[points]=3', []],
    ['filters[rating]=3', told('rating')],
    ['filters[score]=3', told('rating')],
    ['filters[$or][0][rating]=3&filters[$or][1][rating]=4&sort=rating', told('rating')],
    ['sort=score:desc', told('rating')],
  ])('%s', async (request, names) => {
    const events = await toldDuring(() =>
      filters.page(database.source.getRepository(Inn), filters.parse(Inn, request)),
    );
    expect(operationIn(events, 'parse').deprecated).toEqual(names);
    expect(operationIn(events, 'page').deprecated).toEqual(names);
  });

  it('are told of a request that is refused, too', async () => {
    const events = await toldDuring(() => {
      expect(() => filters.parse(Inn, 'filters[rating]=3&filters[strs]=1')).toThrow('filters[strs]');
    });
    const { deprecated, issues } = operationIn(events, 'parse');
    expect({ deprecated, issues }).toEqual({ deprecated: told('rating'), issues: ['unknown_field'] });
  });
});
