import { Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { onEngines } from '../../support/engines.js';
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

onEngines('the deprecated names that an operation tells', { entities: [Inn], on: ['sqlite'] }, (world) => {
  it.each<[request: string, names: readonly object[]]>([
    ['filters[stars]=3', []],
    ['filters[points]=3', []],
    ['filters[rating]=3', told('rating')],
    ['filters[score]=3', told('rating')],
    ['filters[$or][0][rating]=3&filters[$or][1][rating]=4&sort=rating', told('rating')],
    ['sort=score:desc', told('rating')],
  ])('%s', async (request, names) => {
    const events = await toldDuring(() => world.filters.page(world.repository(Inn), world.filters.parse(Inn, request)));
    expect(operationIn(events, 'parse').deprecated).toEqual(names);
    expect(operationIn(events, 'page').deprecated).toEqual(names);
  });

  it('are told of a request that is refused, too', async () => {
    const events = await toldDuring(() => {
      expect(() => world.filters.parse(Inn, 'filters[rating]=3&filters[strs]=1')).toThrow('filters[strs]');
    });
    const { deprecated, issues } = operationIn(events, 'parse');
    expect({ deprecated, issues }).toEqual({ deprecated: told('rating'), issues: ['unknown_field'] });
  });
});
