import type { DataSource, EntityTarget, Logger, ObjectLiteral, Repository } from 'typeorm';
import { FilterException, type FilterQuery, FilterService, type ParseOverrides } from 'nestjs-filterable';
import { Author, Comment, Country, Post, Tag, blogEntities } from '../../support/blog/entities.js';
import {
  type DriverName,
  type EngineName,
  type TestDatabase,
  engineOf,
  openDatabase,
} from '../../support/databases.js';
import type { RootName } from './handlers.js';
import { insertDataset } from './insert-dataset.js';
import type { EntityName } from './expected-model.js';
import type { Reading } from './values.js';
import type { Dataset } from './dataset.js';

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

const classes: Readonly<Record<EntityName, EntityTarget<ObjectLiteral>>> = { Post, Author, Country, Comment, Tag };

/** Posts are reached from authors and tags, too, so that paths go through two to-many relations. */
const fromAuthors: ParseOverrides<Author> = { relations: ['country', 'posts'] };
const fromTags: ParseOverrides<Tag> = { relations: ['posts'] };

const parsers: Readonly<Record<RootName, (service: FilterService, text: string) => FilterQuery<ObjectLiteral>>> = {
  Post: (service, text) => service.parse(Post, text),
  Author: (service, text) => service.parse(Author, text, fromAuthors),
  Tag: (service, text) => service.parse(Tag, text, fromTags),
};

/** Options of the library, in turn for each dataset. In Oslo, clocks go forward on one of the rows' days. */
const setups = [
  { timezone: 'UTC', nulls: 'engine' },
  { timezone: 'Europe/Oslo', nulls: 'first' },
  { timezone: 'UTC', nulls: 'last' },
] as const;

/** An engine, a data set in it, and the library over it. */
export class Laboratory {
  private index = -1;
  private filled: Dataset | undefined;

  private constructor(
    readonly engine: EngineName,
    private readonly database: TestDatabase,
    private readonly spy: Spy,
    private readonly services: readonly FilterService[],
  ) {}

  static async open(driver: DriverName): Promise<Laboratory> {
    const spy = new Spy();
    const database = await openDatabase(driver, { entities: blogEntities, logger: spy, logging: ['query'] });
    const services = setups.map((setup) => FilterService.forDataSource(database.source, setup));
    return new Laboratory(engineOf(driver), database, spy, services);
  }

  /** Replaces whatever is in the tables, and goes to the next setup. */
  async fill(dataset: Dataset): Promise<void> {
    await insertDataset(this.source, dataset);
    this.filled = dataset;
    this.index += 1;
  }

  get source(): DataSource {
    return this.database.source;
  }

  get dataset(): Dataset {
    if (this.filled === undefined) throw new TypeError('there is no data set');
    return this.filled;
  }

  get service(): FilterService {
    const service = this.services[this.index % setups.length];
    if (service === undefined) throw new TypeError('there is no data set');
    return service;
  }

  repository(entity: EntityName): Repository<ObjectLiteral> {
    return this.source.getRepository(classes[entity]);
  }

  /** Reads a query string, and says in a failure why it was refused: here it never should be. */
  parse(root: RootName, text: string): FilterQuery<ObjectLiteral> {
    try {
      return parsers[root](this.service, text);
    } catch (error) {
      const messages = error instanceof FilterException ? error.issues.map(({ message }) => message) : [];
      throw new Error([text, ...messages].join('\n'), { cause: error });
    }
  }

  /** The meaning of requests on this engine, for this dataset. */
  reading({ withDeleted = false } = {}): Reading {
    const { timezone: zone, nulls } = setups[this.index % setups.length] ?? setups[0];
    const nullsAre = nulls === 'engine' ? (this.engine === 'postgres' ? 'largest' : 'smallest') : nulls;
    return { zone, withDeleted, ignoresCase: this.engine === 'mariadb', nullsAre };
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
