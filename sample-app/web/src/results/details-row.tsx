import { useEffect, useState } from 'react';
import { type AnsweredDetails, type RestaurantDetails, type Review, askForDetails } from '../server.js';

/** What is known of a restaurant's related rows: the answer, or why there is none; undefined before it is there. */
type Known = AnsweredDetails | { readonly failure: string } | undefined;

/** Asks for the related rows of a restaurant once its row is open. */
function useDetails(id: number): Known {
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    const abortion = new AbortController();
    askForDetails(id, abortion.signal).then(setKnown, () => {
      if (!abortion.signal.aborted) setKnown({ failure: 'The related rows cannot be read.' });
    });
    return () => abortion.abort();
  }, [id]);
  return known;
}

/** The row below a restaurant that is open: its chef, its tags and its newest reviews. */
export function DetailsRow({ id, columns }: { readonly id: number; readonly columns: number }) {
  const known = useDetails(id);
  return (
    <tr className="details" id={detailsId(id)}>
      <td colSpan={columns} aria-busy={known === undefined}>
        {known === undefined ? 'Loading …' : 'failure' in known ? known.failure : <Answered {...known} />}
      </td>
    </tr>
  );
}

/** Returns the id of the row that is open below a restaurant, for its button's `aria-controls`. */
export function detailsId(id: number): string {
  return `details-${id}`;
}

function Answered({ details, hasMoreReviews }: AnsweredDetails) {
  if (details === undefined) return 'The restaurant is not there any more.';
  return (
    <>
      <Facts {...details} />
      <ul className="reviews" aria-label="Newest reviews">
        {details.reviews.map((review) => (
          <ReviewItem key={review.id} {...review} />
        ))}
      </ul>
      {details.reviews.length === 0 && <p>No reviews yet.</p>}
      {hasMoreReviews && <p className="more">There are more reviews.</p>}
    </>
  );
}

function Facts({ chef, tags }: RestaurantDetails) {
  return (
    <dl>
      <dt>Chef</dt>
      <dd>{chef === null ? 'None' : `${chef.name}, ${chef.michelinStars} Michelin stars`}</dd>
      <dt>Tags</dt>
      <dd>{tags.length === 0 ? 'None' : tags.map(({ name }) => name).join(', ')}</dd>
    </dl>
  );
}

function ReviewItem({ stars, text, createdAt, author }: Review) {
  return (
    <li>
      <span role="img" aria-label={`${stars} stars`}>
        {'★'.repeat(stars)}
      </span>{' '}
      {text ?? 'No text.'}{' '}
      <small>
        {author?.name ?? 'Somebody'}, {createdAt.slice(0, 10)}
      </small>
    </li>
  );
}
