import type { PageReading } from '../adaptive/index.js';
import type { StatementPurpose } from '../contract/index.js';
import type { PageWatch } from '../page/index.js';

/** A statement that was sent, and its purpose. */
export interface RecordedStatement {
  readonly for: StatementPurpose;
  readonly of: string | undefined;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Record of one page: its statements with their purposes, and the way in which it was read. */
export class PageRecorder implements PageWatch {
  readonly statements: RecordedStatement[] = [];
  readonly why: string[] = [];
  reading: PageReading | undefined;
  private purpose: StatementPurpose = 'page';
  private of: string | undefined;
  /** Number of the statements before the present purpose. */
  private before = 0;

  begins(purpose: StatementPurpose, of?: string): void {
    Object.assign(this, { purpose, of, before: this.statements.length });
  }

  reads(reading: PageReading): void {
    this.reading = reading;
  }

  because(step: string): void {
    this.why.push(step);
  }

  /** Counts the last statements as a question: their rows told that another way is faster. */
  isShort(): void {
    const tried = this.statements.splice(this.before);
    this.statements.push(...tried.map((statement) => ({ ...statement, for: 'question' as const })));
    this.begins('question');
  }

  /** Takes a statement before it is sent. */
  readonly record = (sql: string, parameters: readonly unknown[]): void => {
    this.statements.push({ for: this.purpose, of: this.of, sql, parameters: [...parameters] });
  };
}
