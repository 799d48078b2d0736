import { useEffect, useMemo, useState } from 'react';
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

type Settled = Omit<Asked, 'isLoading'> & {
  /** The query string that this is known of. */
  readonly queryString: string | undefined;
};

const nothing = { rows: undefined, refused: undefined, failure: undefined };

/**
 * Asks for rows whenever the query string changes. An answer to a request that is no longer the latest one is left out.
 */
export function useAnswer(queryString: string): Asked {
  const [settled, setSettled] = useState<Settled>({ ...nothing, queryString: undefined });
  useEffect(() => {
    const abortion = new AbortController();
    const settle = (next: Partial<Settled>) => {
      if (!abortion.signal.aborted) setSettled(({ rows }) => ({ ...nothing, rows, ...next, queryString }));
    };
    askForRestaurants(queryString, abortion.signal).then(
      (answer) => settle(answer.outcome === 'rows' ? { rows: answer } : { refused: answer }),
      (error: unknown) => settle({ failure: messageOf(error) }),
    );
    return () => abortion.abort();
  }, [queryString]);
  const { rows, refused, failure } = settled;
  const isLoading = settled.queryString !== queryString;
  return useMemo(() => ({ rows, refused, failure, isLoading }), [rows, refused, failure, isLoading]);
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
