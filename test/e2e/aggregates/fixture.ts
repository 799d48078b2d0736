import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Aggregates, type FilterModuleOptions, FilterService, type Page } from 'nestjs-filterable';
import {
  type DriverName,
  type EngineName,
  type TestDatabase,
  describeOn,
  drivers,
  engineOf,
  openDatabase,
} from '../../support/databases.js';
import { insertRaw } from '../../support/samples/database.js';
import { type Guest, type MarketModel, marketModel } from './model.js';
import { marketRows } from './rows.js';

/** An entity of the market. */
export type Subject = Exclude<keyof MarketModel, 'entities'>;

/** A request, and the builder that its handler gives. */
export interface Asking {
  readonly about?: Subject | undefined;
  readonly guest?: Guest | undefined;
  readonly prepare?: ((builder: SelectQueryBuilder<ObjectLiteral>) => SelectQueryBuilder<ObjectLiteral>) | undefined;
}

/** The values as an engine keeps them: PostgreSQL has true and false, the others numbers for them. */
function kept(engine: EngineName, row: Readonly<Record<string, string | null>>) {
  const truth = (name: string) => (name in row && row[name] !== null ? { [name]: String(row[name] === '1') } : {});
  return engine === 'postgres' ? { ...row, ...truth('is_open'), ...truth('secret') } : row;
}

/** State that the tests of one engine share: the market, and the library over it. */
export class Fixture {
  private opened: TestDatabase | undefined;
  private service: FilterService | undefined;
  readonly engine: EngineName;
  readonly model: MarketModel;

  constructor(private readonly driver: DriverName) {
    this.engine = engineOf(driver);
    this.model = marketModel(this.engine);
  }

  async open(): Promise<void> {
    this.opened = await openDatabase(this.driver, { entities: this.model.entities });
    for (const [table, rows] of Object.entries(marketRows)) {
      await insertRaw(
        this.opened.source,
        table,
        rows.map((row) => kept(this.engine, row)),
      );
    }
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }

  get database(): TestDatabase {
    if (this.opened === undefined) throw new Error('the database is opened in beforeAll');
    return this.opened;
  }

  get filters(): FilterService {
    this.service ??= this.filtersWith({ limits: { aggregates: 20 } });
    return this.service;
  }

  filtersWith(options: FilterModuleOptions): FilterService {
    return FilterService.forDataSource(this.database.source, options);
  }

  /** The class of an entity, whose rows these tests read like any others. */
  classOf(subject: Subject): new () => ObjectLiteral {
    return this.model[subject];
  }

  builderOf(subject: Subject): SelectQueryBuilder<ObjectLiteral> {
    return this.database.source.getRepository(this.classOf(subject)).createQueryBuilder('root');
  }

  /** Reads a page through everything that a request passes. */
  page(query: string, { about = 'Stall', prepare = (same) => same, guest }: Asking = {}): Promise<Page<ObjectLiteral>> {
    const parsed = this.filters.parse(this.classOf(about), query, { context: guest });
    return this.filters.page(prepare(this.builderOf(about)), parsed);
  }

  /** Reads the aggregates of a request alone. */
  aggregates(
    query: string,
    { about = 'Stall', prepare = (same) => same, guest }: Asking = {},
  ): Promise<Aggregates<ObjectLiteral>> {
    const parsed = this.filters.parse(this.classOf(about), query, { context: guest });
    return this.filters.aggregates(prepare(this.builderOf(about)), parsed);
  }
}

/** Counts the statements that the driver receives. */
export async function statementsOf({ database: { source } }: Fixture, run: () => Promise<unknown>) {
  const sent: string[] = [];
  const { logger } = source;
  const spy = { ...logger, logQuery: (query: string) => void sent.push(query) };
  Object.assign(source, { logger: Object.setPrototypeOf(spy, Object.getPrototypeOf(logger) as object) as unknown });
  try {
    await run();
  } finally {
    Object.assign(source, { logger });
  }
  return sent;
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
