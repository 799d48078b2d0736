import type { Issue } from '../address/refusals.js';

/** The mistakes in a refused request, each with its place. */
export function Mistakes({ issues }: { readonly issues: readonly Issue[] }) {
  return (
    <section aria-labelledby="mistakes-heading" className="mistakes">
      <h2 id="mistakes-heading">Refused</h2>
      <ul>
        {issues.map(({ code, path, pointer, message }) => (
          <li key={`${pointer} ${code} ${message}`}>
            <code>{path}</code> <span className="code">{code}</span>
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
