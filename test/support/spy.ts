import type { Logger, QueryRunner } from 'typeorm';

/** Records the statements that a data source sends, and the query runner of each. */
export class StatementSpy implements Logger {
  readonly statements: string[] = [];
  readonly parameters: (readonly unknown[])[] = [];
  readonly runners: (QueryRunner | undefined)[] = [];
  /** Called before each statement, with its index since this was set. */
  private before: ((statement: string, index: number) => void) | undefined;
  private sent = 0;

  set beforeStatement(before: ((statement: string, index: number) => void) | undefined) {
    this.before = before;
    this.sent = 0;
  }

  /** Runs `work`, and returns its result and the statements that it sent. */
  async during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly statements: readonly string[] }> {
    this.statements.length = 0;
    this.parameters.length = 0;
    this.runners.length = 0;
    const result = await work();
    return { result, statements: [...this.statements] };
  }

  logQuery(query: string, parameters: unknown[] = [], runner?: QueryRunner) {
    // One that has a name on the server is not quite a text.
    this.before?.(String(query), this.sent++);
    this.statements.push(String(query));
    this.parameters.push(parameters);
    this.runners.push(runner);
  }

  logQueryError() {}
  logQuerySlow() {}
  logSchemaBuild() {}
  logMigration() {}
  log() {}
}
