import { AbstractLogger } from 'typeorm';
import { recording } from './recording.js';

/** A logger of TypeORM that adds each statement to the recording of the request that causes it, and prints nothing. */
export class StatementLogger extends AbstractLogger {
  override logQuery(sql: string, parameters: object = []): void {
    const list: readonly unknown[] = Array.isArray(parameters) ? parameters : [parameters];
    recording.getStore()?.push({ sql, parameters: list.map(asJson) });
  }

  protected override writeLog(): void {
    // TypeORM prints nothing by default either.
  }
}

/** SQLite's driver takes whole numbers as bigints, which JSON cannot write. */
function asJson(parameter: unknown): unknown {
  return typeof parameter === 'bigint' ? String(parameter) : parameter;
}
