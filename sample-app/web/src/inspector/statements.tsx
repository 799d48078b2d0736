import { useEffect, useState } from 'react';
import type { Explanation } from 'nestjs-filterable';
import { type Statement, askForExplanation, askForStatements } from '../server.js';
import { Plan, Way } from './plans.js';

/** The statements that the server sent to its database for the rows that are shown. */
export function Statements({ path }: { readonly path: string | undefined }) {
  const [statements, setStatements] = useState<readonly Statement[]>([]);
  const [explanation, setExplanation] = useState<Explanation>();
  useEffect(() => {
    if (path === undefined) return;
    const abortion = new AbortController();
    setExplanation(undefined);
    askForExplanation(path, abortion.signal).then(
      (explained) => !abortion.signal.aborted && setExplanation(explained),
      () => undefined,
    );
    askForStatements(path, abortion.signal).then(
      (list) => !abortion.signal.aborted && setStatements(list),
      () => !abortion.signal.aborted && setStatements([]),
    );
    return () => abortion.abort();
  }, [path]);
  const [rows, ...others] = statements;
  const of = (statement: Statement) => explanation?.statements.find(({ sql }) => sql === statement.sql);
  return (
    <section aria-labelledby="sql-heading">
      <h2 id="sql-heading">SQL</h2>
      {explanation !== undefined && <Way explanation={explanation} />}
      <ol className="statements">
        {rows !== undefined && <StatementItem statement={rows} number={1} explained={of(rows)} />}
      </ol>
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          <ol className="statements" start={2}>
            {others.map((statement, index) => (
              <StatementItem key={index} statement={statement} number={index + 2} explained={of(statement)} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

interface StatementItemProps {
  readonly statement: Statement;
  readonly number: number;
  /** Undefined until the plan is there, and for a statement that only the first request sent. */
  readonly explained: Explanation['statements'][number] | undefined;
}

function StatementItem({ statement, number, explained }: StatementItemProps) {
  const { sql, parameters } = statement;
  return (
    <li>
      <pre tabIndex={0} role="region" aria-label={`Statement ${number}`}>
        <code>{inLines(sql)}</code>
      </pre>
      {parameters.length > 0 && <code className="parameters">{parameters.map(printed).join(', ')}</code>}
      {explained?.plan !== undefined && <Plan plan={explained.plan} unserved={explained.unserved} />}
    </li>
  );
}

/** Breaks a statement before its clauses. */
function inLines(sql: string): string {
  return sql.replaceAll(/ (?=(?:FROM|LEFT JOIN|INNER JOIN|WHERE|GROUP BY|ORDER BY|LIMIT) )/g, '\n');
}

function printed(parameter: unknown): string {
  return JSON.stringify(parameter) ?? String(parameter);
}
