import { useCallback, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** Returns the query string of the address bar now, without `?`. */
export function currentQueryString(): string {
  return window.location.search.slice(1);
}

/** Goes to another state of the page, which becomes an entry of the browser's history. */
export function goTo(queryString: string): void {
  if (queryString === currentQueryString()) return;
  window.history.pushState(null, '', hrefOf(queryString));
  for (const listener of listeners) listener();
}

/** Returns the address of a state of the page. */
export function hrefOf(queryString: string): string {
  return queryString === '' ? '/' : `/?${queryString}`;
}

/** Follows the address bar. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, useCallback(currentQueryString, []));
}
