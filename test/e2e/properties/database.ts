import type { DataSource, Logger, ObjectLiteral, Repository } from 'typeorm';
import { FilterException, type FilterQuery, FilterService } from 'nestjs-filterable';
import {
  type DriverName,
  type EngineName,
  type TestDatabase,
  engineOf,
  openDatabase,
} from '../../support/databases.js';
import type { RootName } from './handlers.js';
import { blogWorld } from './blog-world.js';
import type { EntityName } from './expected-model.js';
import type { Reading } from './values.js';
import type { BlogDataset, Dataset } from './dataset.js';
import type { User } from './users.js';
import type { World } from './world.js';
import { limitTable } from '../../../lib/limits.js';

/** Room for every tree within the other limits: what requests cost has tests of its own. */
const roomy = { cost: limitTable.cost.cap, documentConditions: limitTable.documentConditions.cap };

/** Hears the text of every statement. */
class Spy implements Logger {
  readonly texts: string[] = [];

  logQuery(text: string): void {
    this.texts.push(text);
  }

  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

/** Options of the library, in turn for each dataset. In Oslo, clocks go forward on one of the rows' days. */
const setups = [
  { timezone: 'UTC', nulls: 'engine' },
  { timezone: 'Europe/Oslo', nulls: 'first' },
  { timezone: 'UTC', nulls: 'last' },
] as const;

/** An engine, a data set in it, and the library over it. */
export class Laboratory<Data extends Dataset = Dataset> {
  private index = -1;
  private filled: Data | undefined;

  private constructor(
    readonly engine: EngineName,
    private readonly database: TestDatabase,
    private readonly spy: Spy,
    private readonly services: readonly FilterService[],
    private readonly world: World<Data>,
  ) {}

  static open(driver: DriverName): Promise<Laboratory<BlogDataset>> {
    return Laboratory.openWith(driver, blogWorld);
  }

  static async openWith<Data extends Dataset>(driver: DriverName, world: World<Data>): Promise<Laboratory<Data>> {
    const spy = new Spy();
    const database = await openDatabase(driver, { entities: world.entities, logger: spy, logging: ['query'] });
    const services = setups.map((setup) => FilterService.forDataSource(database.source, { ...setup, limits: roomy }));
    return new Laboratory(engineOf(driver), database, spy, services, world);
  }

  /** Replaces whatever is in the tables, and goes to the next setup. */
  async fill(dataset: Data): Promise<void> {
    await this.world.insert(this.source, dataset);
    this.filled = dataset;
    this.index += 1;
  }

  get source(): DataSource {
    return this.database.source;
  }

  get dataset(): Data {
    if (this.filled === undefined) throw new TypeError('there is no data set');
    return this.filled;
  }

  get service(): FilterService {
    const service = this.services[this.index % setups.length];
    if (service === undefined) throw new TypeError('there is no data set');
    return service;
  }

  repository(entity: EntityName): Repository<ObjectLiteral> {
    const target = this.world.classes[entity];
    if (target === undefined) throw new TypeError(`there is no ${entity}`);
    return this.source.getRepository(target);
  }

  /**
   * Reads a query string, or an object in its shape, and says in a failure why it was refused: here it never should be.
   */
  parse(root: RootName, input: string | object, user?: User): FilterQuery<ObjectLiteral> {
    try {
      return this.world.parse(this.service, root, input, user);
    } catch (error) {
      const messages = error instanceof FilterException ? error.issues.map(({ message }) => message) : [];
      throw new Error([typeof input === 'string' ? input : JSON.stringify(input), ...messages].join('\n'), {
        cause: error,
      });
    }
  }

  /** The meaning of requests on this engine, for this dataset. */
  reading({ withDeleted = false } = {}): Reading {
    const { timezone: zone, nulls } = setups[this.index % setups.length] ?? setups[0];
    const nullsAre = nulls === 'engine' ? (this.engine === 'postgres' ? 'largest' : 'smallest') : nulls;
    const decimalsAreDoubles = this.engine === 'sqlite';
    return { zone, withDeleted, decimalsAreDoubles, ignoresCase: this.engine === 'mariadb', nullsAre };
  }

  /** Statements executed in the meantime. */
  async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; executed: readonly string[] }> {
    this.spy.texts.length = 0;
    const result = await work();
    return { result, executed: [...this.spy.texts] };
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
