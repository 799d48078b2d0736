import { Controller, Get } from '@nestjs/common';
import { FilterModule, FilterQuery, Filterable } from 'nestjs-filterable';
import type { AddressInfo } from 'node:net';
import { Column, DataSource, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { type TestApp, adapters, openApp } from '../../support/http/adapters.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';

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

const rating = '@1793491200 Sat, 01 May 2027 00:00:00 GMT';
const rank = '@1768435200';
const owner = '@1735689600';

/** Requests, and their status, Deprecation and Sunset. */
const requests = cases(`
                                        -> 200 - -
  filters[name]=a&sort=stars            -> 200 - -
  # A former name alone is not deprecated.
  filters[grade]=4                      -> 200 - -
  filters[rating]=4                     -> 200 ${rating}
  filters[score]=4                      -> 200 ${rating}
  filters[$or][0][$not][rating]=4       -> 200 ${rating}
  sort=rating                           -> 200 ${rating}
  fields=rating                         -> 200 ${rating}
  aggregates=rating:avg                 -> 200 ${rating}
  # Without days, with an end, and with a beginning; the earliest of several.
  filters[code]=4                       -> 200 - -
  filters[size]=4                       -> 200 - Fri, 01 Jan 2027 00:00:00 GMT
  filters[rank]=4                       -> 200 ${rank} -
  filters[rank]=4&filters[size]=1&sort=rating -> 200 ${rank} Fri, 01 Jan 2027 00:00:00 GMT
  # Relations and facets.
  filters[owner][name]=a                -> 200 ${owner} -
  populate=owner                        -> 200 ${owner} -
  sort=owner.name                       -> 200 ${owner} -
  facets=name                           -> 200 @1717200000 -
  filters[name]=a                       -> 200 - -
  # Refusals of it, beside it, and of what is hidden.
  filters[rating]=x                     -> 400 ${rating}
  filters[rating]=4&filters[nam]=x      -> 400 ${rating}
  filters[score]=4&filters[rating]=4    -> 400 ${rating}
  filters[secret]=4                     -> 400 - -
  filters[rating][$eq]=4&facets=nam     -> 400 ${rating}
`);

describe.each(adapters)('the headers of deprecated names on %s', (adapter) => {
  let app: TestApp;
  const ask = async (path: string) => {
    const { port } = app.app.getHttpServer().address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/${path}`);
    const { headers, status } = response;
    return `${status} ${headers.get('deprecation') ?? '-'} ${headers.get('sunset') ?? '-'}`;
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

  test.each(requests)('%s -> %s', async (query, expected) => {
    expect(await ask(`dishes?${query}`)).toBe(expected);
  });

  test.each(['filters[rank]=4&other_filters[rating]=4', 'filters[rating]=4&other_filters[rank]=4'])(
    'two lists of one handler have the earliest of both: %s',
    async (query) => {
      expect(await ask(`dishes/two?${query}`)).toBe(`200 ${rank} ${rating.slice(rating.indexOf(' ') + 1)}`);
    },
  );
});
