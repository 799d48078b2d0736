import { AbstractLogger } from 'typeorm';
import { asJson, recording } from './recording.js';

/** A logger of TypeORM that adds each statement to the recording of the request that causes it, and prints nothing. */
export class StatementLogger extends AbstractLogger {
  override logQuery(sql: string, parameters: object = []): void {
    const list: readonly unknown[] = Array.isArray(parameters) ? parameters : [parameters];
    recording.getStore()?.statements.push({ sql, parameters: list.map(asJson) });
  }

  protected override writeLog(): void {
    // TypeORM prints nothing by default either.
  }
}
