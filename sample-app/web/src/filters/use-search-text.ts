import { useEffect, useRef, useState } from 'react';
import { useList } from '../list/list-context.js';

/** The wait after the last letter, in milliseconds. */
const pause = 350;

interface SearchText {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Searches at once, without the wait. */
  readonly searchNow: () => void;
}

/** Returns the text of the search box, which the address follows when one stops typing. */
export function useSearchText(): SearchText {
  const { state, change } = useList();
  const [text, setText] = useState(state.search);
  const sent = useRef(state.search);

  // Follows the address, unless it has only caught up with what was typed.
  useEffect(() => {
    if (state.search !== sent.current) setText(state.search);
    sent.current = state.search;
  }, [state.search]);

  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(searchNow, pause);
    return () => clearTimeout(timer);
  });

  function searchNow() {
    sent.current = text;
    change({ search: text });
  }

  return { text, type: setText, searchNow };
}
