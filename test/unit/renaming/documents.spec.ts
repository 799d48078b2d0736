import { Filterable } from 'nestjs-filterable';
import { filterJsonSchema } from 'nestjs-filterable/openapi';
import { Column, Entity, OneToMany, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { planOf } from '../../../lib/ast/index.js';
import { serviceFor } from '../parse/asking.js';

const days = { since: '2026-11-01', until: '2027-05-01' } as const;

@Entity()
@Filterable({
  fields: [
    'id',
    { name: 'rating', formerly: ['score'], deprecated: { use: 'stars', ...days } },
    { name: 'code', deprecated: 'use id' },
    { name: 'specs', deprecated: 'use tags', paths: { color: 'text' } },
  ],
  relations: [{ name: 'parts', deprecated: 'use pieces', aggregates: true }],
  facets: [{ name: 'id', deprecated: 'use code' }],
})
class Dish {
  @PrimaryGeneratedColumn() id!: number;
  @Column() rating!: number;
  @Column() code!: number;
  @Column('simple-json') specs!: object;
  @ManyToOne(() => Dish) whole!: Relation<Dish>;
  @OneToMany(() => Dish, (dish) => dish.whole) parts!: Relation<Dish>[];
}

const dishes = await serviceFor([Dish]);

test('descriptions tell of the end of a name', () => {
  const { fields, relations, facets } = dishes.describe(Dish);
  const ends = [...fields, ...relations, ...facets].map(({ name, deprecated }) => [name, deprecated]);
  expect(ends).toEqual([
    ['id', undefined],
    ['rating', { text: 'use stars', ...days }],
    ['code', { text: 'use id' }],
    ['specs', { text: 'use tags' }],
    ['specs.color', { text: 'use tags' }],
    ['parts', { text: 'use pieces' }],
    ['id', { text: 'use code' }],
  ]);
});

test('schemas tell of it, and of no former name', () => {
  const text = JSON.stringify(filterJsonSchema(dishes, Dish));
  const marked = (end: string) => text.split(`Deprecated: ${end}","deprecated":true}`).length - 1;
  expect(marked('use stars, since 2026-11-01, until 2027-05-01')).toBeGreaterThan(0);
  expect(marked('use id')).toBeGreaterThan(0);
  expect(marked('use pieces')).toBeGreaterThan(0);
  expect(marked('use code')).toBe(1);
  expect(text).not.toContain('score');
});

test.each([
  ['filters[id]=1', []],
  ['filters[score]=1&sort=rating', ['Dish.rating']],
  ['filters[specs][color]=a', ['Dish.specs']],
  ['filters[parts][code]=1', ['Dish.parts', 'Dish.code']],
  ['filters[parts][$avg][rating]=1', ['Dish.parts', 'Dish.rating']],
  ['sort=parts.$avg.rating', ['Dish.parts', 'Dish.rating']],
  ['sort=parts.$count', ['Dish.parts']],
  ['facets=id', ['Dish.id']],
])('%s has used %j', (request, names) => {
  expect(planOf(dishes.parse(Dish, request)).at.used?.map(({ name }) => name)).toEqual(names);
});
