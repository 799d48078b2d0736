import { Refusal } from '../list/refusal.js';
import type { Asked } from '../list/use-answer.js';
import { OrderBy } from './order-by.js';
import { Pager } from './pager.js';
import { RestaurantTable } from './restaurant-table.js';
import { summaryOf } from './summary.js';

/** The rows of the list, with what they are sorted by, how many there are, and the way to the others. */
export function Results({ asked }: { readonly asked: Asked }) {
  const { rows, isLoading, refused, failure } = asked;
  return (
    <section id="results" className="results" aria-labelledby="results-heading" aria-busy={isLoading} tabIndex={-1}>
      <div className="results-head">
        <h2 id="results-heading">Restaurants</h2>
        <p role="status" className="summary">
          {summaryOf(asked)}
        </p>
        <OrderBy />
      </div>
      <Refusal control="sort" />
      {failure !== undefined && (
        <p className="notice" role="alert">
          {failure}
        </p>
      )}
      {rows !== undefined && (
        <div className={refused === undefined && failure === undefined ? 'answer' : 'answer outdated'}>
          {rows.data.length === 0 ? <Nothing /> : <RestaurantTable rows={rows.data} meta={rows.meta} />}
          <Pager meta={rows.meta.pagination} />
        </div>
      )}
      <Refusal control="pagination" />
    </section>
  );
}

function Nothing() {
  return (
    <p className="nothing">
      No restaurant is like that. <a href="/">Show all restaurants</a>
    </p>
  );
}
