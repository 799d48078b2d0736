import { Controller, Get } from '@nestjs/common';
import { FilterModule, FilterQuery, Filterable } from 'nestjs-filterable';
import type { AddressInfo } from 'node:net';
import { Column, DataSource, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';

@Entity()
@Filterable({
  fields: [
    'id',
    'name',
    { name: 'rating', formerly: ['score'], deprecated: { use: 'stars', since: '2026-11-01', until: '2027-05-01' } },
    { name: 'rank', formerly: ['place'], deprecated: { use: 'rating', since: '2026-01-15' } },
    { name: 'size', deprecated: { use: 'width', until: '2027-01-01' } },
    { name: 'code', deprecated: 'use id' },
    { name: 'secret', deprecated: { use: 'id', since: '2020-01-01' }, when: () => false },
    { name: 'stars', formerly: ['grade'] },
  ],
  relations: [{ name: 'owner', deprecated: { use: 'boss', since: '2025-01-01' } }],
  facets: [{ name: 'name', deprecated: { use: 'stars', since: '2024-06-01' } }],
  aggregates: { rating: ['avg'] },
  populate: ['owner'],
})
class Dish {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column() rating!: number;
  @Column() rank!: number;
  @Column() size!: number;
  @Column() code!: number;
  @Column() secret!: number;
  @Column() stars!: number;
  @ManyToOne(() => Dish) owner!: Relation<Dish>;
}

@Controller('dishes')
class DishesController {
  @Get() list(@FilterQuery(Dish, { select: true }) query: FilterQuery<Dish>) {
    return query.toJSON();
  }

  @Get('two') two(
    @FilterQuery(Dish) one: FilterQuery<Dish>,
    @FilterQuery(Dish, { prefix: 'other_' }) two: FilterQuery<Dish>,
  ) {
    return [one.toJSON(), two.toJSON()];
  }
}

const rating = ['@1793491200', 'Sat, 01 May 2027 00:00:00 GMT'] as const;
const none = [null, null] as const;

const cases: readonly (readonly [string, number, readonly [string | null, string | null], string])[] = [
  ['', 200, none, 'nothing'],
  ['filters[name]=a&sort=stars', 200, none, 'names that are not deprecated'],
  ['filters[grade]=4', 200, none, 'a former name alone'],
  ['filters[rating]=4', 200, rating, 'a field'],
  ['filters[score]=4', 200, rating, 'its former name'],
  ['filters[$or][0][$not][rating]=4', 200, rating, 'in groups'],
  ['sort=rating', 200, rating, 'a sort key'],
  ['fields=rating', 200, rating, 'fields'],
  ['aggregates=rating:avg', 200, rating, 'an aggregate'],
  ['filters[code]=4', 200, none, 'one without days'],
  ['filters[size]=4', 200, [null, 'Fri, 01 Jan 2027 00:00:00 GMT'], 'one with an end'],
  ['filters[rank]=4', 200, ['@1768435200', null], 'one with a beginning'],
  [
    'filters[rank]=4&filters[size]=1&sort=rating',
    200,
    ['@1768435200', 'Fri, 01 Jan 2027 00:00:00 GMT'],
    'the earliest',
  ],
  ['filters[owner][name]=a', 200, ['@1735689600', null], 'a relation'],
  ['populate=owner', 200, ['@1735689600', null], 'a populated one'],
  ['sort=owner.name', 200, ['@1735689600', null], 'a sort through one'],
  ['facets=name', 200, ['@1717200000', null], 'a facet'],
  ['filters[name]=a', 200, none, 'the field of a facet'],
  ['filters[rating]=x', 400, rating, 'a refused value'],
  ['filters[rating]=4&filters[nam]=x', 400, rating, 'a refusal of something else'],
  ['filters[score]=4&filters[rating]=4', 400, rating, 'a contradiction'],
  ['filters[secret]=4', 400, none, 'a hidden one'],
  ['filters[rating][$eq]=4&facets=nam', 400, rating, 'a refused facet'],
];

describe.each(adapters)('the headers of deprecated names on %s', (adapter) => {
  let app: TestApp;
  const ask = async (path: string) => {
    const { port } = app.app.getHttpServer().address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/${path}`);
    return [response.status, [response.headers.get('deprecation'), response.headers.get('sunset')]];
  };

  beforeAll(async () => {
    const source = await describeEntities('sqlite', [Dish]);
    app = await openApp(adapter, {
      imports: [FilterModule.forRoot({ context: () => undefined })],
      controllers: [DishesController],
      providers: [{ provide: DataSource, useValue: source }],
    });
  });
  afterAll(() => app.close());

  test.each(cases)('%s: %s %j, %s', async (query, status, headers) => {
    expect(await ask(`dishes?${query}`)).toEqual([status, headers]);
  });

  test('two lists of one handler tell the earliest of both', async () => {
    expect(await ask('dishes/two?filters[rank]=4&other_filters[rating]=4')).toEqual([200, ['@1768435200', rating[1]]]);
    expect(await ask('dishes/two?filters[rating]=4&other_filters[rank]=4')).toEqual([200, ['@1768435200', rating[1]]]);
  });
});
