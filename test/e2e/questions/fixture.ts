import type { SelectQueryBuilder } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import type { FilterModuleOptions } from 'nestjs-filterable';
import { seedBlog } from '../../support/blog/data.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import {
  type DriverName,
  type EngineName,
  type TestDatabase,
  describeOn,
  drivers,
  engineOf,
  openDatabase,
} from '../../support/databases.js';
import { companyEntities, seedCompany } from './company.js';
import { idsByHand } from './hand-written.js';
import { openBlogEntities } from './open-blog.js';

/** A database with the blog, in both of its mappings, and the company. */
async function openBlogAndCompany(driver: DriverName): Promise<TestDatabase> {
  const database = await openDatabase(driver, { entities: [...blogEntities, ...openBlogEntities, ...companyEntities] });
  await seedBlog(database.source);
  await seedCompany(database.source);
  return database;
}

/** Shared state of the tests of one engine: a database, and a service for each set of options. */
export class Fixture {
  private opened: TestDatabase | undefined;
  private readonly services = new Map<string, FilterService>();

  readonly engine: EngineName;
  /** Which of several ways is this driver's to try first. */
  readonly turn: number;

  constructor(private readonly driver: DriverName) {
    this.engine = engineOf(driver);
    this.turn = drivers.indexOf(driver);
  }

  async open(): Promise<void> {
    this.opened = await openBlogAndCompany(this.driver);
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }

  get database(): TestDatabase {
    if (this.opened === undefined) throw new Error('the database is opened in beforeAll');
    return this.opened;
  }

  get filters(): FilterService {
    return this.filtersWith({});
  }

  filtersWith(options: FilterModuleOptions): FilterService {
    const key = JSON.stringify(options);
    const service = this.services.get(key) ?? FilterService.forDataSource(this.database.source, options);
    this.services.set(key, service);
    return service;
  }

  /** A handler's builder of posts. */
  posts(): SelectQueryBuilder<Post> {
    return this.database.source.getRepository(Post).createQueryBuilder('post');
  }

  byHand(sql: string): Promise<readonly number[]> {
    return idsByHand(this.database, sql);
  }
}

/** Runs the tests with every driver of every available engine, or with the given drivers. */
export function onEveryEngine(tests: (fixture: Fixture) => void, on: readonly DriverName[] = drivers): void {
  describeOn(...on)('on %s', (driver) => {
    const fixture = new Fixture(driver);
    beforeAll(() => fixture.open());
    afterAll(() => fixture.close());
    tests(fixture);
  });
}
