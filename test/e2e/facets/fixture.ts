import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Facets, type FilterModuleOptions, FilterService, type Page } from 'nestjs-filterable';
import {
  type DriverName,
  type EngineName,
  type TestDatabase,
  describeOn,
  drivers,
  engineOf,
} from '../../support/databases.js';
import { insertRaw, openSamples } from '../../support/samples/database.js';
import { type FacetsModel, type Guest, facetsModel } from './model.js';
import { facetRows } from './rows.js';

/** An entity of the restaurant guide. */
export type Subject = Exclude<keyof FacetsModel, 'entities'>;

/** A change of the builder that a handler gives. */
export type Prepare = (builder: SelectQueryBuilder<ObjectLiteral>) => SelectQueryBuilder<ObjectLiteral>;

/** A request for facets. */
export interface Asking {
  readonly about?: Subject | undefined;
  readonly prepare?: Prepare | undefined;
  readonly guest?: Guest | undefined;
}

/** State that the tests of one engine share: the restaurant guide, and the library over it. */
export class Fixture {
  private opened: TestDatabase | undefined;
  private service: FilterService | undefined;
  readonly engine: EngineName;
  readonly model: FacetsModel;

  constructor(private readonly driver: DriverName) {
    this.engine = engineOf(driver);
    this.model = facetsModel(this.engine);
  }

  async open(): Promise<void> {
    this.opened = await openSamples(this.driver, this.model.entities);
    for (const [table, rows] of Object.entries(facetRows(this.engine))) {
      await insertRaw(this.opened.source, table, rows);
      if (this.engine === 'postgres') await this.opened.source.query(`ANALYZE ${table}`);
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
    this.service ??= this.filtersWith({ limits: { facets: 20 } });
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
  page(
    query: string,
    { about = 'Place', prepare = (builder) => builder, guest = tenant1 }: Asking = {},
  ): Promise<Page<ObjectLiteral>> {
    const parsed = this.filters.parse(this.classOf(about), query, { context: guest });
    return this.filters.page(prepare(this.builderOf(about)), parsed);
  }

  /** Reads the facets of a request alone. */
  facets(
    query: string,
    { about = 'Place', prepare = (builder) => builder, guest = tenant1 }: Asking = {},
  ): Promise<Facets<ObjectLiteral>> {
    const parsed = this.filters.parse(this.classOf(about), query, { context: guest });
    return this.filters.facets(prepare(this.builderOf(about)), parsed);
  }
}

export const tenant1: Guest = { tenant: 1 };

/** Runs the tests with every driver of every available engine. */
export function onEveryEngine(tests: (fixture: Fixture) => void, on: readonly DriverName[] = drivers): void {
  describeOn(...on)('on %s', (driver) => {
    const fixture = new Fixture(driver);
    beforeAll(() => fixture.open());
    afterAll(() => fixture.close());
    tests(fixture);
  });
}
