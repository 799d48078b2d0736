import { useEffect, useState } from 'react';
import { type Answer, type ListFacets, askForRestaurants } from '../server.js';

export type Rows = Extract<Answer, { outcome: 'rows' }>;

/** What is known of a request: its answer, or why there is none, and what was answered before. */
export interface Asked {
  readonly isLoading: boolean;
  /** The rows that were answered last, which stay until there are others. */
  readonly rows: Rows | undefined;
  readonly refused: Extract<Answer, { outcome: 'refused' }> | undefined;
  readonly failure: string | undefined;
}

const nothing: Asked = { isLoading: true, rows: undefined, refused: undefined, failure: undefined };

/** Asks for rows whenever the query string changes. An answer to a request that is no longer the latest one is left out. */
export function useAnswer(queryString: string): Asked {
  const [asked, setAsked] = useState<Asked>(nothing);
  useEffect(() => {
    const abortion = new AbortController();
    const settle = (next: (before: Asked) => Asked) => {
      if (!abortion.signal.aborted) setAsked(next);
    };
    setAsked((before) => ({ ...before, isLoading: true }));
    askForRestaurants(queryString, abortion.signal).then(
      (answer) => settle(({ rows }) => afterAnswer(answer, rows)),
      (error: unknown) => settle(({ rows }) => ({ ...nothing, rows, isLoading: false, failure: messageOf(error) })),
    );
    return () => abortion.abort();
  }, [queryString]);
  return asked;
}

function afterAnswer(answer: Answer, before: Rows | undefined): Asked {
  const settled = { ...nothing, isLoading: false };
  return answer.outcome === 'rows' ? { ...settled, rows: answer } : { ...settled, rows: before, refused: answer };
}

function messageOf(error: unknown): string {
  return error instanceof TypeError
    ? 'The server cannot be reached.'
    : String(error instanceof Error ? error.message : error);
}

/** Returns the facets of the list as a whole, for a page whose first request is refused. */
export function useFacetsOfAll(isNeeded: boolean, queryString: string): ListFacets | undefined {
  const [facets, setFacets] = useState<ListFacets>();
  useEffect(() => {
    if (!isNeeded) return;
    const abortion = new AbortController();
    askForRestaurants(queryString, abortion.signal).then(
      (answer) => answer.outcome === 'rows' && setFacets(answer.meta.facets),
      // The page says already that the server cannot be reached.
      () => undefined,
    );
    return () => abortion.abort();
  }, [isNeeded, queryString]);
  return facets;
}
