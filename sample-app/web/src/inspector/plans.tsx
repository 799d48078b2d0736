import type { Explanation } from 'nestjs-filterable';

/** The way in which the rows were read, and the steps to it. */
export function Way({ explanation: { way, why } }: { readonly explanation: Explanation }) {
  const steps = why.filter((step) => step !== way);
  return (
    <p className="way">
      Way: <strong>{way}</strong>
      {steps.length > 0 && ` (${steps.join(' → ')})`}
    </p>
  );
}

/** The plan of a statement, as the database shows it. */
export function Plan({ plan, unserved }: { readonly plan: unknown; readonly unserved: readonly string[] }) {
  return (
    <details>
      <summary>Plan</summary>
      <pre tabIndex={0} role="region" aria-label="Plan">
        <code>{linesOf(plan)}</code>
      </pre>
      {unserved.length > 0 && <p className="way">No index serves {unserved.join(', ')}.</p>}
    </details>
  );
}

/** A row of SQLite's plan. */
interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** Prints SQLite's plan as a tree, and any other as JSON. */
function linesOf(plan: unknown): string {
  if (!Array.isArray(plan)) return JSON.stringify(plan, undefined, 1);
  const depths = new Map<number, number>();
  return (plan as readonly Step[])
    .map(({ id, parent, detail }) => {
      const depth = (depths.get(parent) ?? -1) + 1;
      depths.set(id, depth);
      return `${'  '.repeat(depth)}${detail}`;
    })
    .join('\n');
}
