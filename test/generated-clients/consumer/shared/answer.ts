/**
 * What a client makes of a response: the rows that it found, or the codes of the refusal, read by the types that were
 * generated.
 */
export interface Answer {
  readonly status: number;
  readonly ids?: readonly number[] | undefined;
  /** The stars of each row's reviews, and who wrote them. Undefined for a row without reviews in it. */
  readonly reviews?: readonly (readonly string[] | undefined)[] | undefined;
  readonly codes?: readonly string[] | undefined;
  /** The whole body, for what a call says beyond its rows. */
  readonly body: unknown;
}

/** A row as the documents describe it, with related rows that nobody has to ask for. */
interface Reviewed {
  readonly reviews?: readonly ReviewOfRow[] | undefined;
}

interface ReviewOfRow {
  readonly stars?: number | undefined;
  readonly author?: { readonly name?: string | undefined } | null | undefined;
}

/** Reads related rows of related rows, by the types that were generated. */
export function reviewsOf(rows: readonly Reviewed[]): Answer['reviews'] {
  return rows.map(({ reviews }) => reviews?.map(({ stars, author }) => `${stars} by ${author?.name}`));
}
