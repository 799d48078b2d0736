import { type FilterModuleOptions, FilterService, type Page, type ParseOverrides } from 'nestjs-filterable';
import type { DataSource, EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import {
  type DatabaseOptions,
  type DriverName,
  type EngineName,
  type TestDatabase,
  describeOn,
  engineOf,
  engines,
  openDatabase,
} from './databases.js';
import { StatementSpy } from './spy.js';

/** What a suite needs of each engine. */
export interface WorldOptions {
  readonly entities: DatabaseOptions['entities'] | ((engine: EngineName) => DatabaseOptions['entities']);
  /** Writes the rows, once for each engine. */
  readonly seed?: (source: DataSource, engine: EngineName) => Promise<unknown>;
  /** Options of `world.filters`. */
  readonly options?: FilterModuleOptions;
  /** The engines, or drivers, on which the suite runs: by default every engine that is here, by its usual driver. */
  readonly on?: readonly DriverName[];
  /** Opens the database, where `openDatabase` does not do. */
  readonly open?: (driver: DriverName, options: DatabaseOptions) => Promise<TestDatabase>;
}

/** A database of an engine, with the library over it. All but the engine exists from `beforeAll` on. */
export class World {
  readonly engine: EngineName;
  /** The statements that are sent. */
  readonly spy = new StatementSpy();
  #database: TestDatabase | undefined;
  #filters: FilterService | undefined;

  constructor(
    readonly driver: DriverName,
    private readonly options: WorldOptions,
  ) {
    this.engine = engineOf(driver);
  }

  async open(): Promise<void> {
    const { entities, seed, open = openDatabase } = this.options;
    const listed = typeof entities === 'function' ? (entities as (engine: EngineName) => never)(this.engine) : entities;
    this.#database = await open(this.driver, { entities: listed, logger: this.spy, logging: true });
    await seed?.(this.source, this.engine);
  }

  async close(): Promise<void> {
    await this.#database?.close();
  }

  get source(): DataSource {
    if (this.#database === undefined) throw new Error('the database is opened in beforeAll');
    return this.#database.source;
  }

  get filters(): FilterService {
    return (this.#filters ??= this.filtersWith(this.options.options ?? {}));
  }

  filtersWith(options: FilterModuleOptions): FilterService {
    return FilterService.forDataSource(this.source, options);
  }

  repository<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.source.getRepository(entity);
  }

  /** A handler's builder of the rows of an entity, whose alias is `root`. */
  builder<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): SelectQueryBuilder<Entity> {
    return this.repository(entity).createQueryBuilder('root');
  }

  /** Reads the page of a request. */
  page<Entity extends ObjectLiteral>(
    entity: EntityTarget<Entity>,
    request: string | object,
    overrides: ParseOverrides<Entity> = {},
  ): Promise<Page<Entity>> {
    return this.filters.page(this.builder(entity), this.filters.parse(entity, request, overrides));
  }

  /** The ids of the rows of SQL that is written by hand. */
  async idsBy(sql: string): Promise<readonly number[]> {
    return idsOf(await this.source.query<readonly ObjectLiteral[]>(sql));
  }

  /** Runs `work`, and returns the statements that it sent. */
  async sent(work: () => Promise<unknown>): Promise<readonly string[]> {
    return (await this.spy.during(work)).statements;
  }
}

/** The ids of rows. */
export function idsOf(rows: readonly ObjectLiteral[]): readonly number[] {
  return rows.map((row) => Number(row['id']));
}

/** Ids in ascending order, for rows that a request leaves in any. */
export function ascending(ids: readonly number[]): readonly number[] {
  return [...ids].sort((a, b) => a - b);
}

/**
 * A suite that runs on each engine that is here, with a database of its own.
 *
 * @example
 * onEngines('deleted rows', { entities: [Owner, Pet], seed }, (world) => {
 *   it('are left out', async () => {
 *     expect((await world.filters.page(world.repository(Owner), world.filters.parse(Owner, ''))).data).toHaveLength(2);
 *   });
 * });
 */
export function onEngines(title: string, options: WorldOptions, tests: (world: World) => void): void {
  describeOn(...(options.on ?? engines))(`${title} on %s`, (driver) => {
    const world = new World(driver, options);
    beforeAll(() => world.open());
    tests(world);
    // Hooks run in the order in which they are written: what a suite opens is closed before the database.
    afterAll(() => world.close());
  });
}
