import { FilterService, type FilterModuleOptions, type FilterQueryOverrides } from 'nestjs-filterable';
import type { DataSource } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';
import { renumbered } from '../../support/parameters.js';
import { Book, library } from './library.js';

/** The SQL of a search, and what is bound in it. */
export type Written = readonly [where: string, bound: readonly unknown[]];

/** A service without a database, that says what it would send for a search of books. */
export class Desk {
  private constructor(
    readonly source: DataSource,
    readonly filters: FilterService,
  ) {}

  static async on(engine: EngineName, options?: FilterModuleOptions): Promise<Desk> {
    const source = await describeEntities(engine, library);
    return new Desk(source, FilterService.forDataSource(source, options));
  }

  /** The WHERE for words that are looked for in some fields. */
  where(search: string, fields: readonly string[], context?: object): Written {
    const overrides: FilterQueryOverrides<Book> = { search: fields as never[] };
    const query = this.filters.parse(Book, { search }, { ...overrides, context });
    return this.written(this.filters.apply(this.source.createQueryBuilder(Book, 'b').select('b.id'), query));
  }

  written(builder: { getQuery(): string; getParameters(): object }): Written {
    const [, where = ''] = / FROM "?`?book"?`? \S+(?: WHERE (.*))?$/s.exec(renumbered(builder.getQuery())) ?? [];
    return [where, Object.values(builder.getParameters())];
  }
}
