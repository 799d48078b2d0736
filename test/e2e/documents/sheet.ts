import { type EntitySchemaColumnOptions, EntitySchema, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { type Dialect, dialectOf } from '../../../lib/dialects/index.js';
import type { DocumentKind, DocumentPath, Documents } from '../../../lib/dialects/dialect.js';
import type { Statement } from '../../../lib/sql/statement.js';
import { valueKinds } from '../../../lib/values/index.js';
import { type DriverName, type TestDatabase, drivers, openDatabase } from '../../support/databases.js';
import { statementFor } from '../../support/statements.js';

/** A way to keep documents: a column type of a driver. */
interface Store {
  readonly driver: DriverName;
  readonly column: EntitySchemaColumnOptions;
}

/**
 * A `json` column of SQLite makes a number of a text that looks like one; that of MariaDB is a text that must be JSON.
 */
export const stores = {
  'sqlite text': { driver: 'sqlite', column: { type: 'simple-json' } },
  'sqlite json': { driver: 'sqlite', column: { type: 'json' } },
  'sqlite jsonb': { driver: 'sqlite', column: { type: 'jsonb' } },
  'sqljs text': { driver: 'sqljs', column: { type: 'simple-json' } },
  'postgres jsonb': { driver: 'postgres', column: { type: 'jsonb' } },
  'postgres json': { driver: 'postgres', column: { type: 'json' } },
  'mariadb json': { driver: 'mariadb', column: { type: 'json' } },
  'mariadb text': { driver: 'mariadb', column: { type: 'longtext' } },
  'mariadb latin1': { driver: 'mariadb', column: { type: 'simple-json', charset: 'latin1' } },
} as const satisfies Readonly<Record<string, Store>>;

export type StoreName = keyof typeof stores;

/** Those of sql.js are in the suite of second drivers. */
const names: readonly StoreName[] = [
  ...['sqlite text', 'sqlite json', 'sqlite jsonb', 'postgres jsonb', 'postgres json'],
  ...['mariadb json', 'mariadb text', 'mariadb latin1'],
] as const;

/** The stores of the engines that run here. */
export const runningStores: readonly StoreName[] = names.filter((name) => drivers.includes(stores[name].driver));

/** Writes SQL by the documents of a store, with parameters. */
export type Write = (documents: Documents, path: DocumentPath, statement: Statement) => string;

/** A table of documents in one store. */
export class Sheet {
  private count = 0;

  private constructor(
    readonly name: StoreName,
    readonly dialect: Dialect,
    private readonly database: TestDatabase,
  ) {}

  static async open(name: StoreName): Promise<Sheet> {
    const { driver, column } = stores[name];
    const entity = new EntitySchema({
      name: 'sheet',
      columns: { id: { type: 'int', primary: true }, doc: { ...column, nullable: true } },
    });
    const database = await openDatabase(driver, { entities: [entity] });
    const dialect = dialectOf(database.source.options.type);
    if (dialect === undefined) throw new Error(`no dialect for ${driver}`);
    return new Sheet(name, dialect, database);
  }

  /** Keeps the text of a document, and returns its id; undefined where the column does not take it. */
  async put(text: string | null): Promise<number | undefined> {
    const id = (this.count += 1);
    const isBytes = this.name === 'sqlite jsonb' && text !== null && (await this.isJson(text));
    const [first, second] = this.database.engine === 'postgres' ? ['$1', '$2'] : ['?', '?'];
    const statement = `INSERT INTO ${this.table} (id, doc) VALUES (${first}, ${isBytes ? `jsonb(${second})` : second})`;
    try {
      await this.database.source.query(statement, [id, text]);
      return id;
    } catch {
      return undefined;
    }
  }

  /** The name of the table, with its schema where the engine has one. */
  get table(): string {
    return this.database.source.getMetadata('sheet').tablePath;
  }

  private async isJson(text: string): Promise<boolean> {
    const [row] = await this.database.source.query<{ valid: number }[]>('SELECT json_valid(?) AS valid', [text]);
    return row?.valid === 1;
  }

  /** The values of a path, by the ids of the documents; text that has lost nothing. */
  async values(kind: DocumentKind, keys: readonly string[]): Promise<ReadonlyMap<number, string | null>> {
    const { builder, path } = this.ask(keys);
    const sql = this.dialect.documents.scalar(path, kind);
    const exact = this.dialect.exactValue({ sql, storedAs: storedAs(kind) });
    // A parameter of any name makes TypeORM look for parameters in the whole statement.
    const rows = await builder
      .select('sheet.id', 'id')
      .addSelect(exact, 'value')
      .setParameter('b', 1)
      .getRawMany<Row>();
    return new Map(rows.map(({ id, value }) => [id, value === null ? null : printed(kind, exactText(value))]));
  }

  /** The ids of the documents that satisfy a condition. */
  async find(keys: readonly string[], write: Write): Promise<readonly number[]> {
    const { builder, path, statement } = this.ask(keys);
    builder.where(write(this.dialect.documents, path, statement)).setParameters(statement.parameters);
    const rows = await builder.select('sheet.id', 'id').orderBy('sheet.id').getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }

  /** The plan of a statement with a condition, as text. */
  async plan(keys: readonly string[], write: Write): Promise<string> {
    const { builder, path, statement } = this.ask(keys);
    builder.where(write(this.dialect.documents, path, statement)).setParameters(statement.parameters);
    const [sql, parameters] = builder.select('sheet.id', 'id').getQueryAndParameters();
    const explain = this.database.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const runner = this.database.source.createQueryRunner();
    try {
      await runner.startTransaction();
      // PostgreSQL may find a scan of so small a table cheaper than any index.
      if (this.database.engine === 'postgres') await runner.query('SET LOCAL enable_seqscan = off');
      const plan = JSON.stringify(await runner.query(`${explain} ${sql}`, parameters));
      await runner.rollbackTransaction();
      return plan;
    } finally {
      await runner.release();
    }
  }

  /** Makes an index on the value of a path. */
  async index(name: string, kind: DocumentKind, keys: readonly string[]): Promise<void> {
    const path = { ...this.pathOf(keys), sql: this.database.source.driver.escape('doc') };
    await this.query(`CREATE INDEX ${name} ON ${this.table} ((${this.dialect.documents.scalar(path, kind)}))`);
  }

  /** The ids of the documents in the order of their values. */
  async ordered(kind: DocumentKind, keys: readonly string[]): Promise<readonly number[]> {
    const { builder, path } = this.ask(keys);
    const sql = this.dialect.documents.scalar(path, kind);
    builder.select('sheet.id', 'id').where(`${sql} IS NOT NULL`).orderBy(sql).addOrderBy('sheet.id');
    return (await builder.getRawMany<{ id: number }>()).map(({ id }) => id);
  }

  /** Runs a statement of the test's own. */
  query<T>(sql: string): Promise<T> {
    return this.database.source.query<T>(sql);
  }

  /** The place of a value as a statement without a builder names it. */
  pathOf(keys: readonly string[]): DocumentPath {
    const { driver } = this.database.source;
    const sql = `${driver.escape('sheet')}.${driver.escape('doc')}`;
    return { sql, type: stores[this.name].column.type, keys };
  }

  close(): Promise<void> {
    return this.database.close();
  }

  private ask(keys: readonly string[]): Question {
    const builder = this.database.source.createQueryBuilder<ObjectLiteral>('sheet', 'sheet');
    const statement = statementFor(this.dialect);
    return { builder, statement, path: this.pathOf(keys) };
  }
}

interface Row {
  readonly id: number;
  readonly value: unknown;
}

interface Question {
  readonly builder: SelectQueryBuilder<ObjectLiteral>;
  readonly statement: Statement;
  readonly path: DocumentPath;
}

/** Way in which the values of a kind are kept in a document: dates and uuids are texts there. */
function storedAs(kind: DocumentKind) {
  return kind === 'date' || kind === 'uuid' ? 'text' : valueKinds[kind].storedAs;
}

/** The digits of a whole number, even of one that JavaScript would print with zeros. */
function exactText(raw: unknown): string {
  return typeof raw === 'number' && Number.isInteger(raw) && Math.abs(raw) < 1e21 ? String(BigInt(raw)) : String(raw);
}

/** The text of a value, the same on every engine: without zeros at the end of a decimal. */
function printed(kind: DocumentKind, text: string): string {
  if (kind === 'boolean') return String(text === '1' || text === 'true');
  if (kind === 'float') return String(Number(text) + 0);
  if (kind !== 'decimal') return text;
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}
