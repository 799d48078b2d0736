import { useEffect, useState } from 'react';
import { type Statement, askForStatements } from '../server.js';

/** The statements that the server sent to its database for the rows that are shown. */
export function Statements({ path }: { readonly path: string | undefined }) {
  const [statements, setStatements] = useState<readonly Statement[]>([]);
  useEffect(() => {
    if (path === undefined) return;
    const abortion = new AbortController();
    askForStatements(path, abortion.signal).then(
      (list) => !abortion.signal.aborted && setStatements(list),
      () => !abortion.signal.aborted && setStatements([]),
    );
    return () => abortion.abort();
  }, [path]);
  const [rows, ...others] = statements;
  return (
    <section aria-labelledby="sql-heading">
      <h2 id="sql-heading">SQL</h2>
      <ol className="statements">{rows !== undefined && <StatementItem statement={rows} number={1} />}</ol>
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          <ol className="statements" start={2}>
            {others.map((statement, index) => (
              <StatementItem key={index} statement={statement} number={index + 2} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function StatementItem({ statement, number }: { readonly statement: Statement; readonly number: number }) {
  const { sql, parameters } = statement;
  return (
    <li>
      <pre tabIndex={0} role="region" aria-label={`Statement ${number}`}>
        <code>{inLines(sql)}</code>
      </pre>
      {parameters.length > 0 && <code className="parameters">{parameters.map(printed).join(', ')}</code>}
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
