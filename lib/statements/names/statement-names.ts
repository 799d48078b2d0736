import { AdmittingCache } from '../../caches/index.js';
import type { NamedStatements } from '../../dialects/index.js';
import type { Report } from '../../schema/index.js';
import type { Connection, DriverStatement, Sender } from '../../typeorm/index.js';
import { ConnectionNames } from './connection-names.js';
import { FrequentText } from './frequent-text.js';

/** Limits on the texts whose executions are counted. */
const bounds = { entries: 500, size: 1_000_000 };

/**
 * Names under which the server keeps the statements of one data source. A text gets one at its sixth execution, so that
 * a stranger's made-up texts, each sent once, take no room.
 */
export class StatementNames {
  private readonly texts = new AdmittingCache<FrequentText>(bounds);
  private readonly connections = new WeakMap<object, ConnectionNames>();
  private isOver = false;

  constructor(private readonly facts: NamedStatements) {}

  /** @param report called when named statements stop working */
  reportingTo(report: Report): Sender {
    return { send: (connection, statement) => this.send(connection, statement, report) };
  }

  private async send<Row>(connection: Connection, statement: DriverStatement, report: Report): Promise<readonly Row[]> {
    const text = this.isOver ? undefined : this.textOf(statement);
    if (text === undefined) return connection.send<Row>(statement);
    const names = this.namesOn(connection);
    const name = nameOf(text, names);
    try {
      const rows = await connection.send<Row>(statement, name);
      if (name === undefined) text.wasExecuted();
      return rows;
    } catch (error) {
      if (name === undefined || !this.isAboutName(error, { text, name, report })) throw error;
      names?.giveUp(text.refusedNames);
      // The transaction has failed and lost its work, which its owner must learn.
      if (connection.isInTransaction) throw error;
      const rows = await this.sendOnceMore<Row>(connection, statement, error);
      if (!this.isOver) await this.release(connection, name);
      return rows;
    }
  }

  /** Returns the record of a text, or undefined for an infrequent text when there are too many. */
  private textOf({ text }: DriverStatement): FrequentText | undefined {
    const known = this.texts.get(text);
    if (known !== undefined || !this.texts.admits(text)) return known;
    const frequent = new FrequentText(text);
    this.texts.set(text, frequent, text.length);
    return frequent;
  }

  /** Returns the names of a connection, or undefined where the driver does not identify it. */
  private namesOn({ client }: Connection): ConnectionNames | undefined {
    if (typeof client !== 'object' || client === null) return undefined;
    let names = this.connections.get(client);
    if (names === undefined) this.connections.set(client, (names = new ConnectionNames()));
    return names;
  }

  /** Releases a refused name on the server. This fails if a pool in between has changed the connection. */
  private async release(connection: Connection, name: string): Promise<void> {
    try {
      await connection.send({ text: this.facts.release(name), values: [] });
    } catch {
      // The name only takes server memory until the connection is closed.
    }
  }

  /** Returns true where a statement failed because of its name, and gives up the name, or all names. */
  private isAboutName(
    error: unknown,
    { text, name, report }: { readonly text: FrequentText; readonly name: string; readonly report: Report },
  ): boolean {
    const code = codeOf(error);
    if (this.facts.stale.has(code)) {
      text.refuse(name);
      return true;
    }
    if (!this.facts.lost.has(code)) return false;
    if (!this.isOver) report(lostNames(code), error);
    this.isOver = true;
    return true;
  }

  /** Sends a statement without a name. In a transaction that TypeORM does not know, the first error is reported. */
  private async sendOnceMore<Row>(
    connection: Connection,
    statement: DriverStatement,
    error: unknown,
  ): Promise<readonly Row[]> {
    try {
      return await connection.send<Row>(statement);
    } catch (second) {
      throw codeOf(second) === this.facts.aborted ? error : second;
    }
  }
}

/** Returns the name of a text on a connection, if it has one. */
function nameOf(text: FrequentText, names: ConnectionNames | undefined): string | undefined {
  if (names === undefined) return undefined;
  const { name, refusedNames } = text;
  if (refusedNames.length > 0) names.giveUp(refusedNames);
  return name !== undefined && names.take(name) ? name : undefined;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function lostNames(code: string): string {
  return (
    `forRoot(): \`preparedStatements\` is true, and the server has not kept the prepared statements of a connection (${code}), so no ` +
    'more are sent to it. A pool between this process and the server gives its connections to others meanwhile, as PgBouncer does ' +
    'in the mode transaction before version 1.21 or with max_prepared_statements = 0, or something runs DEALLOCATE or DISCARD ALL; ' +
    'end that, or leave preparedStatements out'
  );
}
