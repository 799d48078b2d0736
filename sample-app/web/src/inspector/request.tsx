import { pairsOf, readable } from '../address/query-string.js';
import { useList } from '../list/list-context.js';
import { exportAddress } from './export-address.js';

/** The query string that is sent, a line for each part. */
export function Request({ sent }: { readonly sent: string }) {
  const { state, description } = useList();
  return (
    <section aria-labelledby="request-heading">
      <h2 id="request-heading">Request</h2>
      <pre tabIndex={0} role="region" aria-label="Query string">
        <code>
          {['GET /api/restaurants', ...pairsOf(sent).map((pair, i) => `${i === 0 ? '?' : '&'}${readable(pair)}`)].join(
            '\n',
          )}
        </code>
      </pre>
      <p className="links">
        <a href={`/api/restaurants?${sent}`}>The answer as JSON</a>
        <a href={exportAddress(state, description, 'csv')}>All rows as CSV</a>
        <a href={exportAddress(state, description, 'ndjson')}>as NDJSON</a>
      </p>
    </section>
  );
}
