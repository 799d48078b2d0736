import { createHash } from 'node:crypto';
import { AdmittingCache } from '../caches/index.js';
import type { NamedStatements } from '../dialects/index.js';
import type { Report } from '../schema/index.js';
import type { Connection, Sender } from '../typeorm/index.js';

/** Number of executions without a name before a text gets one. */
const executionsWithout = 5;

/** Greatest number of names of one data source. The server keeps tens of kilobytes for each on each connection. */
const mostNames = 50;

const bounds = { entries: 500, size: 1_000_000 };

/**
 * Names under which the server keeps the statements of one data source. A text gets one at its sixth execution, so that
 * a stranger's made-up texts, each sent once, take no room. The first error with a name ends them all.
 */
export class StatementNames implements Sender {
  /** Name of each text that has one: its digest, so that one name never stands for two texts. */
  private readonly names = new Map<string, string>();
  /** Number of executions of each text without a name. */
  private readonly executions = new AdmittingCache<number>(bounds);
  private isOver = false;

  /** @param report called when the names end */
  constructor(
    private readonly facts: NamedStatements,
    private readonly report: Report,
  ) {}

  async send<Row>(connection: Connection, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const name = this.isOver ? undefined : this.names.get(text);
    if (name === undefined) {
      const rows = await connection.send<Row>(text, values);
      this.count(text);
      return rows;
    }
    try {
      return await connection.send<Row>(text, values, name);
    } catch (error) {
      const code = codeOf(error);
      if (!this.facts.errors.has(code)) throw error;
      if (!this.isOver) this.report(endOfNames(code), error);
      this.isOver = true;
      // The transaction has failed and lost its work, which its owner must learn.
      if (connection.isInTransaction) throw error;
      // In a transaction that TypeORM does not know, the second error only says that there was a first one.
      return connection.send<Row>(text, values).catch(() => {
        throw error;
      });
    }
  }

  /** Counts an execution without a name, and gives a frequent text its name. */
  private count(text: string): void {
    if (this.isOver || this.names.size >= mostNames) return;
    const executed = this.executions.get(text);
    if (executed === undefined && !this.executions.admits(text)) return;
    const count = (executed ?? 0) + 1;
    if (count < executionsWithout) this.executions.set(text, count, text.length);
    else this.names.set(text, `nf_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`);
  }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function endOfNames(code: string): string {
  return (
    `forRoot(): \`preparedStatements\` is true, and the server refused a statement by its name (${code}). No more names are ` +
    'sent to it until this process starts again. A migration changes the type of a column, a pool between this process and the server ' +
    'shares its connections, as PgBouncer does in the mode transaction before version 1.21 or with ' +
    'max_prepared_statements = 0, or something runs DEALLOCATE or DISCARD ALL; end that, or leave preparedStatements out'
  );
}
