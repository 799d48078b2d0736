import { Controller, Get, type LoggerService, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import fc from 'fast-check';
import {
  FilterException,
  FilterModule,
  FilterQuery,
  type FilterQueryOverrides,
  FilterService,
  Filterable,
} from 'nestjs-filterable';
import {
  Column,
  DataSource,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { factor } from '../../support/thorough.js';

const paths = { color: 'text', width: 'integer', weight: 'float', code: 'uuid', day: 'date' } as const;

const facets = [
  ...[
    'status',
    'brand.name',
    'brand.country',
    'tags.name',
    'reviews.stars',
    'reviews.author',
    'reviewCount',
    'averageStars',
  ],
  ...['specs.color', 'specs.width', 'specs.weight', 'specs.day'],
] as const;

@Entity()
@Filterable({
  fields: [
    'id',
    'status',
    'price',
    { name: 'specs', paths },
    { name: 'reviewCount', of: 'reviews', count: true },
    { name: 'averageStars', of: 'reviews', avg: 'stars' },
  ],
  relations: ['brand', { name: 'reviews', aggregates: true }, 'tags'],
  facets,
})
class Ware {
  @PrimaryColumn() id!: number;
  @Column() status!: string;
  @Column() price!: number;
  @Column('simple-json') specs!: object;
  @ManyToOne(() => Brand, { nullable: false }) brand!: Relation<Brand>;
  @OneToMany(() => Review, ({ ware }) => ware) reviews!: Relation<Review>[];
  @ManyToMany(() => Tag) @JoinTable() tags!: Relation<Tag>[];
}

@Entity()
@Filterable({ fields: ['id', 'name', 'country'] })
class Brand {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() country!: string;
}

@Entity()
@Filterable({ fields: ['id', 'stars', 'author'] })
class Review {
  @PrimaryColumn() id!: number;
  @Column() stars!: number;
  @Column() author!: string;
  @ManyToOne(() => Ware, ({ reviews }) => reviews) ware!: Relation<Ware>;
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Tag {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

const entities = [Ware, Brand, Review, Tag];
const three = { relations: 3, documents: 3, counts: 2 };

/** The facets of a page of a shop: of related rows, of documents, and of counts. */
const eight = facets.filter((name) => !['status', 'brand.name', 'brand.country', 'specs.day'].includes(name));

/** Conditions on columns, with one of a dearer kind among them. */
const conditions = {
  'on columns': { status: 'new', price: { $gte: 3, $lt: 9 } },
  'on a related row': { status: 'new', price: { $lt: 9 }, brand: { name: 'a' } },
  'on related rows': { status: 'new', brand: { name: 'a' }, reviews: { stars: 5 } },
  'on a document': { status: 'new', brand: { name: 'a' }, specs: { color: 'red' } },
  'on a count': { status: 'new', brand: { name: 'a' }, reviewCount: { $gte: 3 } },
} as const;

describe('facets that a list declares', () => {
  let source: DataSource;
  let filters: FilterService;
  beforeAll(async () => {
    source = await new DataSource({ type: 'better-sqlite3', database: ':memory:', entities }).initialize();
    filters = FilterService.forDataSource(source);
  });
  afterAll(() => source.destroy());

  /** The limits that a request exceeds. */
  function refusedBy(request: object, overrides?: FilterQueryOverrides<Ware>): readonly (string | undefined)[] {
    try {
      filters.parse(Ware, request, overrides);
      return [];
    } catch (error) {
      if (error instanceof FilterException) return error.issues.map(({ limit }) => limit);
      throw error;
    }
  }

  it.each(Object.entries(conditions))('are accepted all eight beside three conditions %s', (_, given) => {
    expect(eight).toHaveLength(three.relations + three.documents + three.counts);
    expect(refusedBy({ filters: given, facets: eight })).toEqual([]);
  });

  it('are accepted, any eight of them, beside any three comparisons of columns and related rows', () => {
    const each = [{ status: 'new' }, { price: { $gt: 3 } }, { brand: { name: 'a' } }, { brand: { country: 'b' } }];
    const property = fc.property(
      fc.shuffledSubarray([...facets], { minLength: 8, maxLength: 8 }),
      fc.shuffledSubarray(each, { minLength: 3, maxLength: 3 }),
      (names, and) => {
        expect(refusedBy({ filters: { $and: and }, facets: names })).toEqual([]);
      },
    );
    fc.assert(property, { numRuns: 200 * factor });
  });
});

const said: string[] = [];
const logger: LoggerService = {
  log: (text: unknown) => said.push(String(text)),
  warn: () => undefined,
  error: () => undefined,
};

function listing(overrides: FilterQueryOverrides<Ware>): Type<unknown> {
  @Controller('wares')
  class WaresController {
    @Get() list(@FilterQuery(Ware, overrides) query: FilterQuery<Ware>) {
      return query;
    }
  }
  return WaresController;
}

describe('the log of a boot', () => {
  async function linesOf(overrides: FilterQueryOverrides<Ware>): Promise<readonly string[]> {
    said.length = 0;
    const database = TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', entities });
    const testing = await Test.createTestingModule({
      imports: [database, FilterModule.forRoot()],
      controllers: [listing(overrides)],
    })
      .setLogger(logger)
      .compile();
    const app = await testing.createNestApplication().init();
    await app.close();
    return said.filter((line) => line.includes('facets of'));
  }

  it('has one line where all facets of a list cost more than its limit, with the limits that admit them', async () => {
    const lines = await linesOf({ limits: { cost: 300 } });
    expect(lines).toEqual([
      expect.stringMatching(
        /^WaresController\.list: all 12 facets of Ware with one filter cost (\d+), more than limits\.cost \(300\); `limits: \{ facets: 12, cost: \1 \}` admits them in one request$/,
      ),
    ]);
  });

  it('names the limits that do admit them', async () => {
    const [line = ''] = await linesOf({ limits: { cost: 300 } });
    const [, count, cost] = /facets: (\d+), cost: (\d+)/.exec(line) ?? [];
    const source = await new DataSource({ type: 'better-sqlite3', database: ':memory:', entities }).initialize();
    const filters = FilterService.forDataSource(source);
    const all = { filters: { status: 'new' }, facets: [...facets] };
    const limits = { facets: Number(count), cost: Number(cost) };
    expect(() => filters.parse(Ware, all, { limits })).not.toThrow();
    expect(() => filters.parse(Ware, all, { limits: { ...limits, cost: limits.cost - 1 } })).toThrow(FilterException);
    await source.destroy();
  });

  it.each([[{}], [{ facets: ['status', 'brand.name'] }], [{ facets: false }]] satisfies [FilterQueryOverrides<Ware>][])(
    'has none where the limit covers them: %j',
    async (overrides) => {
      expect(await linesOf(overrides)).toEqual([]);
    },
  );
});
