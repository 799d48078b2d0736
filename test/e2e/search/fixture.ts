import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { FilterService, type FilterQuery } from 'nestjs-filterable';
import {
  type DriverName,
  type EngineName,
  type TestDatabase,
  describeOn,
  drivers,
  engineOf,
  openDatabase,
} from '../../support/databases.js';
import { type Hand, hands } from './hand.js';
import { type Reader, type SearchModel, searchModel } from './model.js';
import { seedShops } from './rows.js';

/** What a search is asked under. */
export interface Asking {
  readonly fields?: readonly string[] | undefined;
  readonly context?: Reader | undefined;
}

/** State that the tests of one engine share: the shops, and the library over them. */
export class Fixture {
  private opened: TestDatabase | undefined;
  private service: FilterService | undefined;

  readonly engine: EngineName;
  readonly model: SearchModel;
  /** The hand-written SQL of the engine. */
  readonly hand: Hand;

  constructor(private readonly driver: DriverName) {
    this.engine = engineOf(driver);
    this.model = searchModel(this.engine);
    this.hand = hands[this.engine];
  }

  async open(): Promise<void> {
    this.opened = await openDatabase(this.driver, { entities: this.model.entities });
    await seedShops(this.opened, this.model);
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }

  get database(): TestDatabase {
    if (this.opened === undefined) throw new Error('the database is opened in beforeAll');
    return this.opened;
  }

  get filters(): FilterService {
    this.service ??= FilterService.forDataSource(this.database.source);
    return this.service;
  }

  /** A handler's builder of shops. */
  shops(): SelectQueryBuilder<ObjectLiteral> {
    return this.database.source.getRepository<ObjectLiteral>(this.model.Shop).createQueryBuilder('root');
  }

  parse(query: string | object, { fields, context }: Asking = {}): FilterQuery<ObjectLiteral> {
    const overrides = fields === undefined ? {} : { search: fields };
    return this.filters.parse<ObjectLiteral>(this.model.Shop, query, { ...overrides, context });
  }

  /** The ids of the first page, in its order, and the total that it tells. */
  async page(query: FilterQuery<ObjectLiteral>): Promise<readonly [ids: readonly number[], total: unknown]> {
    const { data, meta } = await this.filters.page(this.shops(), query);
    return [idsOf(data), 'total' in meta.pagination ? meta.pagination.total : undefined];
  }

  async byHand(sql: string): Promise<readonly number[]> {
    return idsOf(await this.database.source.query<readonly ObjectLiteral[]>(sql));
  }
}

/** Returns the ids of rows. */
export function idsOf(rows: readonly ObjectLiteral[]): readonly number[] {
  return rows.map((row) => Number(row['id']));
}

/** Runs the tests with every driver of every available engine. */
export function onEveryEngine(tests: (fixture: Fixture) => void, on: readonly DriverName[] = drivers): void {
  describeOn(...on)('on %s', (driver) => {
    const fixture = new Fixture(driver);
    beforeAll(() => fixture.open());
    afterAll(() => fixture.close());
    tests(fixture);
  });
}
