import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type FilterQueryOverrides, FilterService, type Page } from 'nestjs-filterable';
import {
  type DriverName,
  type EngineName,
  type TestDatabase,
  drivers,
  engineOf,
  openDatabase,
} from '../../support/databases.js';
import { type GuideModel, guideModel } from './model.js';
import { guideRows } from './rows.js';

/** An entity of the guide. */
export type Subject = Exclude<keyof GuideModel, 'entities'>;

/** A request: its list, its context, and what its handler overrides. */
export interface Asking {
  readonly about?: Subject | undefined;
  readonly context?: unknown;
  readonly overrides?: FilterQueryOverrides<ObjectLiteral> | undefined;
}

/** State that the tests of one engine share: the guide, and the library over it. */
export class Fixture {
  private opened: TestDatabase | undefined;
  private service: FilterService | undefined;
  readonly engine: EngineName;
  readonly model: GuideModel;
  /** The statements that the driver has received since it was emptied. */
  readonly sent: string[] = [];

  constructor(private readonly driver: DriverName) {
    this.engine = engineOf(driver);
    this.model = guideModel(this.engine);
  }

  async open(): Promise<void> {
    this.opened = await openDatabase(this.driver, { entities: this.model.entities });
    await guideRows(this.opened.source);
    const { logger } = this.opened.source;
    const spy = { ...logger, logQuery: (query: string) => void this.sent.push(query) };
    Object.assign(this.opened.source, {
      logger: Object.setPrototypeOf(spy, Object.getPrototypeOf(logger) as object) as unknown,
    });
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }

  get database(): TestDatabase {
    if (this.opened === undefined) throw new Error('the database is opened in beforeAll');
    return this.opened;
  }

  get filters(): FilterService {
    this.service ??= FilterService.forDataSource(this.database.source, {
      limits: { aggregatedRelations: 10, pageSize: 50 },
    });
    return this.service;
  }

  /** The class of an entity, whose rows these tests read like any others. */
  classOf(subject: Subject): new () => ObjectLiteral {
    return this.model[subject];
  }

  builderOf(subject: Subject): SelectQueryBuilder<ObjectLiteral> {
    return this.database.source.getRepository(this.classOf(subject)).createQueryBuilder('root');
  }

  parse(query: string, { about = 'Restaurant', context, overrides = { select: true } }: Asking = {}) {
    return this.filters.parse(this.classOf(about), query, { ...overrides, context });
  }

  /** Reads a page through everything that a request passes. */
  page(query: string, asking: Asking = {}): Promise<Page<ObjectLiteral>> {
    return this.filters.page(this.builderOf(asking.about ?? 'Restaurant'), this.parse(query, asking));
  }

  async ids(query: string, asking: Asking = {}): Promise<readonly unknown[]> {
    const { data } = await this.page(query, asking);
    return data.map((row) => row['id'] as unknown);
  }

  /** Sends SQL by hand, and returns the first column of its rows. */
  async byHand(sql: string): Promise<readonly unknown[]> {
    const rows = await this.database.source.query<Record<string, unknown>[]>(sql);
    return rows.map((row) => Object.values(row)[0]);
  }
}

/** Runs the tests with every driver of every available engine. */
export function onEveryEngine(tests: (fixture: Fixture) => void, on: readonly DriverName[] = drivers): void {
  describe.each(on)('on %s', (driver) => {
    const fixture = new Fixture(driver);
    beforeAll(() => fixture.open());
    afterAll(() => fixture.close());
    tests(fixture);
  });
}
