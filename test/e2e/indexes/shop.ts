import { FilterService } from 'nestjs-filterable';
import type { QueryRunner, Repository } from 'typeorm';
import { type EngineName, type TestDatabase, openDatabase } from '../../support/databases.js';
import { type Product, Review, products, rows } from './products.js';

/** A database with the page's table, on which all statements are run by one connection. */
export class Shop {
  private constructor(
    private readonly database: TestDatabase,
    private readonly runner: QueryRunner,
    private readonly entity: new () => object,
    readonly products: Repository<Product>,
    readonly filters: FilterService,
  ) {}

  static async open(engine: EngineName): Promise<Shop> {
    const entity = products[engine]();
    const database = await openDatabase(engine, { entities: [entity, Review] });
    const { source } = database;
    const runner = source.createQueryRunner();
    const repository = source.getRepository<Product>(entity.name);
    const shop = new Shop(database, runner, entity, repository, FilterService.forDataSource(source));
    await repository.insert([...rows()]);
    if (engine === 'postgres') {
      await shop.run(`SET search_path TO ${repository.metadata.schema}`);
      // PostgreSQL finds a scan of so small a table cheaper than any index.
      await shop.run('SET enable_seqscan = off');
    }
    return shop;
  }

  /** Runs a statement of the page. */
  run(statement: string): Promise<unknown> {
    return this.runner.query(statement);
  }

  /** Returns the plan of a request, as text. */
  async plan(request: string): Promise<string> {
    const [, text = ''] = request.split('?');
    const query = this.filters.parse(this.entity, text);
    const builder = this.products.createQueryBuilder('product').setQueryRunner(this.runner);
    const [sql, parameters] = this.filters.apply(builder, query).getQueryAndParameters();
    const explain = this.database.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    return JSON.stringify(await this.runner.query(`${explain} ${sql}`, parameters));
  }

  /** Lets TypeORM synchronize the schema once more. */
  synchronize(): Promise<void> {
    return this.database.source.synchronize();
  }

  async close(): Promise<void> {
    await this.runner.release();
    await this.database.close();
  }
}
