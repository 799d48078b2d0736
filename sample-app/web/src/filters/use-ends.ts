import { useEffect, useRef, useState } from 'react';
import { ofFacet } from '../list/changes.js';
import { type List, useList } from '../list/list-context.js';
import { useLater } from './use-later.js';

/** The ends of a range, of which '' is open. */
export type Ends = readonly [from: string, to: string];

/** Returns the ends that the address has for a facet. */
export function endsOf({ state }: List, name: string): Ends {
  const [from, to] = state.facets.find(({ id }) => id === name)?.value ?? [];
  return [from ?? '', to ?? ''];
}

/**
 * Returns the ends of a slider, which move at once, and a function that moves them, which the address follows a little
 * later.
 */
export function useEnds(name: string): readonly [Ends, (ends: Ends) => void] {
  const list = useList();
  const [from, to] = endsOf(list, name);
  const [ends, setEnds] = useState<Ends>([from, to]);
  const sent = useRef([from, to].join());
  const later = useLater();

  // Follows the address, unless it has only caught up with the thumbs, which may have moved on since.
  useEffect(() => {
    if ([from, to].join() !== sent.current) setEnds([from, to]);
    sent.current = [from, to].join();
  }, [from, to]);

  function move(next: Ends) {
    setEnds(next);
    later(() => {
      sent.current = next.join();
      list.change(ofFacet(name, next.every((end) => end === '') ? [] : next));
    });
  }

  return [ends, move];
}
