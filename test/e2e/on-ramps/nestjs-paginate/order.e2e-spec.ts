import { Controller, Get } from '@nestjs/common';
import { FilterModule, FilterQuery, type FilterQueryOverrides, FilterService, Filterable } from 'nestjs-filterable';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { type WorldOptions, onEngines } from '../../../support/engines.js';
import { openApp } from '../../../support/http/adapters.js';

const never = () => false;

/** The entity's own order is by a hidden column. */
@Entity({ orderBy: { salary: 'DESC' } })
@Filterable({ fields: ['id', 'name', { name: 'grade', when: never }, { name: 'shelfMark', as: 'shelf' }] })
class Clerk {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() grade!: number;
  @Column() shelfMark!: string;
  @Column({ select: false }) salary!: number;
}

interface Answer {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly sortBy: readonly (readonly string[])[] };
  readonly links: { readonly next?: string };
}

const database: WorldOptions = {
  entities: [Clerk],
  seed: async (source) => {
    const clerks = [2, 4, 1, 3].map((salary, at) => ({
      id: at + 1,
      name: 'n',
      grade: salary,
      shelfMark: `s${salary}`,
      salary,
    }));
    await source.manager.insert(Clerk, clerks);
  },
  on: ['sqlite'],
};

onEngines('the order that answers of nestjs-paginate tell', database, (world) => {
  /** Reads two pages of two rows, the second one by the first one's link. */
  async function pagesOf(overrides: FilterQueryOverrides<Clerk>) {
    @Controller('clerks')
    class Clerks {
      constructor(
        private readonly filters: FilterService,
        private readonly source: DataSource,
      ) {}

      @Get() list(@FilterQuery(Clerk, overrides) query: FilterQuery<Clerk>) {
        return this.filters.page(this.source.getRepository(Clerk), query);
      }
    }
    const app = await openApp('express', {
      imports: [FilterModule.forRoot({ onRamp: nestjsPaginate(), context: () => ({}) })],
      controllers: [Clerks],
      providers: [{ provide: DataSource, useValue: world.source }],
    });
    const read = async (path: string) => JSON.parse((await app.client.get(path)).text) as Answer;
    const first = await read('/clerks?limit=2');
    const { pathname, search } = new URL(first.links.next ?? '');
    const second = await read(pathname + search);
    await app.close();
    return { sortBy: first.meta.sortBy, ids: [...first.data, ...second.data].map(({ id }) => id) };
  }

  it.each<readonly [string, FilterQueryOverrides<Clerk>, { sortBy: readonly string[][]; ids: readonly number[] }]>([
    ['a hidden order of the entity', {}, { sortBy: [], ids: [2, 4, 1, 3] }],
    ['a hidden order where clients may sort by the key', { sort: ['id'] }, { sortBy: [], ids: [2, 4, 1, 3] }],
    ['a hidden default', { defaults: { sort: ['salary', 'name'] } }, { sortBy: [['name', 'ASC']], ids: [3, 1, 4, 2] }],
    ['a default hidden by `when`', { defaults: { sort: 'grade' } }, { sortBy: [], ids: [3, 1, 4, 2] }],
    ['an alias', { defaults: { sort: 'shelfMark:desc' } }, { sortBy: [['shelf', 'DESC']], ids: [2, 4, 1, 3] }],
    ['an order of the key', { defaults: { sort: 'id:desc' } }, { sortBy: [['id', 'DESC']], ids: [4, 3, 2, 1] }],
  ])('has no hidden name, and links keep it: %s', async (_, overrides, expected) => {
    expect(await pagesOf(overrides)).toEqual(expected);
  });
});
