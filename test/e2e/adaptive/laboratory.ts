import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type FilterModuleOptions, FilterService, type Page, type ParseOverrides } from 'nestjs-filterable';
import type { SelectQueryBuilder } from 'typeorm';
import { type EngineName, type TestDatabase, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';
import { Article, catalogue, fillCatalogue } from './model.js';

/** Sizes that make a table of eighty rows a large one. */
const adaptive = { few: 5, walk: 12 };

/** What a page answered, by which way, and how many statements it took. */
interface Answer {
  readonly page: Page<Article>;
  readonly ways: readonly string[];
  readonly statements: readonly string[];
}

/** A catalogue on an engine, and the library over it. */
export class Laboratory {
  readonly spy: StatementSpy;
  private readonly heard: string[] = [];
  private readonly listening: { mockRestore(): void };

  private constructor(
    readonly database: TestDatabase,
    spy: StatementSpy,
  ) {
    this.spy = spy;
    this.listening = jest.spyOn(Logger.prototype, 'debug').mockImplementation((text: unknown) => {
      // Where a total is counted depends on the page before, and is told whatever the way.
      if (!String(text).endsWith('total within')) this.heard.push(String(text));
    });
  }

  static async open(engine: EngineName): Promise<Laboratory> {
    const spy = new StatementSpy();
    const database = await openDatabase(engine, { entities: catalogue, logger: spy });
    await fillCatalogue(database.source);
    return new Laboratory(database, spy);
  }

  /** Makes a service that remembers nothing yet. */
  service(options: FilterModuleOptions = {}): FilterService {
    return FilterService.forDataSource(this.database.source, { adaptive, context: undefined, ...options });
  }

  builder(): SelectQueryBuilder<Article> {
    return this.database.source.createQueryBuilder(Article, 'article');
  }

  async ask(
    query: string,
    {
      service = this.service(),
      builder = this.builder(),
      ...overrides
    }: ParseOverrides<Article> & { service?: FilterService; builder?: SelectQueryBuilder<Article> } = {},
  ): Promise<Answer> {
    const { context, ...settings } = overrides;
    const request = service.parse(Article, encodeURI(query), settings, context);
    this.heard.length = 0;
    const { result, statements } = await this.spy.during(() => service.page(builder, request));
    return { page: result, ways: [...this.heard], statements };
  }

  /** Returns what was logged since this was last called, or since the last request. */
  heardNow(): readonly string[] {
    return this.heard.splice(0);
  }

  async close(): Promise<void> {
    this.listening.mockRestore();
    await this.database.close();
  }
}
