import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type FilterModuleOptions, FilterService } from 'nestjs-filterable';
import {
  type DriverName,
  type EngineName,
  type TestDatabase,
  describeOn,
  drivers,
  engineOf,
} from '../../support/databases.js';
import { openSamples } from '../../support/samples/database.js';
import { type Hand, hands } from './hand/index.js';
import { type ColumnsModel, columnsModel } from './model.js';
import { type Question, type Subject, idsOf, statementOf } from './question.js';
import { seedColumns } from './seed.js';

/** State that the tests of one engine share: the product list, and the library over it. */
export class Fixture {
  private opened: TestDatabase | undefined;
  private service: FilterService | undefined;

  readonly engine: EngineName;
  readonly model: ColumnsModel;
  /** The hand-written SQL of the engine. */
  readonly hand: Hand;
  /** Which of several ways is this driver's to try first. */
  readonly turn: number;

  constructor(private readonly driver: DriverName) {
    this.engine = engineOf(driver);
    this.model = columnsModel(this.engine);
    this.hand = hands[this.engine];
    this.turn = drivers.indexOf(driver);
  }

  async open(): Promise<void> {
    this.opened = await openSamples(this.driver, this.model.entities);
    await seedColumns(this.opened);
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }

  get database(): TestDatabase {
    if (this.opened === undefined) throw new Error('the database is opened in beforeAll');
    return this.opened;
  }

  /** The service, with limits that no question meets. */
  get filters(): FilterService {
    this.service ??= this.filtersWith({ limits: { unanchoredNeedles: 16, relationConditions: 32 } });
    return this.service;
  }

  filtersWith(options: FilterModuleOptions): FilterService {
    return FilterService.forDataSource(this.database.source, options);
  }

  /** The class of an entity, whose rows these tests read like any others. */
  classOf(subject: Subject): new () => ObjectLiteral {
    return this.model[subject];
  }

  /** A handler's builder of an entity. */
  builderOf(subject: Subject): SelectQueryBuilder<ObjectLiteral> {
    return this.database.source.getRepository(this.classOf(subject)).createQueryBuilder('root');
  }

  /** The ids that the hand-written statement of a question gives, in its order. */
  async byHand(question: Question): Promise<readonly number[]> {
    return idsOf(await this.database.source.query<readonly ObjectLiteral[]>(statementOf(question, this.hand)));
  }
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
