import type { ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { adviseOnRequest } from '../advice/index.js';
import type { QueryPlan } from '../ast/index.js';
import type { ExplainedStatement, Explanation, StatementPurpose } from '../contract/index.js';
import type { Dialect } from '../dialects/index.js';
import { dataSourceOf, queryRunnerOf, recorded } from '../typeorm/index.js';
import type { PageReading } from '../adaptive/index.js';
import type { PageWatch } from '../page/index.js';

/** Record of one page: its statements with their purposes, and the way in which it was read. */
class PageRecorder implements PageWatch {
  /** The statements that were sent, each with its purpose. */
  readonly statements: Omit<ExplainedStatement, 'unserved' | 'plan'>[] = [];
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

  /** Counts the last statements as a question: their rows have shown that another way is faster. */
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

/**
 * Reads a page as `page()` does, and returns its statements in place of its rows. There is no second path: whether a
 * walk fills the page, whether its total must be counted, and which keys its related rows have, depends on what was
 * read. Nothing is remembered of the page but the answers to its questions.
 *
 * @param builder its query runner is the connection of all statements
 * @param plans true to ask for the database's own plans
 * @param read reads the page, and names the purpose of its statements to the observer
 */
export async function explainPage<E extends ObjectLiteral, Result>(
  builder: SelectQueryBuilder<E>,
  plan: QueryPlan,
  plans: boolean,
  read: (builder: SelectQueryBuilder<E>, plan: QueryPlan, watch: PageWatch) => Promise<Result>,
): Promise<{ readonly explanation: Explanation; readonly result: Result }> {
  const { dialect } = plan.list.schema;
  const runner = queryRunnerOf(builder);
  if (runner === undefined) throw new TypeError('a page is explained on a query runner');
  const watch = new PageRecorder();
  // An executed text would count towards its name on the server.
  const result = await read(
    recorded(builder, watch.record),
    { ...plan, list: { ...plan.list, naming: undefined } },
    watch,
  );
  const { statements, why, reading } = watch;
  const { way = 'usual', window, rows, total, from } = reading ?? {};
  const { unservedIn, missing } = await adviseOnRequest(plan, runner, dataSourceOf(builder));
  const explained: ExplainedStatement[] = [];
  for (const statement of statements) {
    const unserved = unservedIn(statement.for, statement.of);
    const shown = plans ? await planOf(statement, runner, dialect) : undefined;
    explained.push({ ...statement, unserved, ...(shown !== undefined && { plan: shown }) });
  }
  const decided = window && rows && total && from && { window, rows, total, from };
  return { explanation: { statements: explained, way, why, reading: decided, missing }, result };
}

async function planOf(
  { sql, parameters }: Pick<ExplainedStatement, 'sql' | 'parameters'>,
  runner: QueryRunner,
  { plans }: Pick<Dialect, 'plans'>,
): Promise<unknown> {
  // The planner's estimate is asked for by such a statement already.
  if (/^\s*EXPLAIN\b/i.test(sql)) return undefined;
  return plans.planIn(await runner.query(plans.explain(sql), [...parameters]));
}
