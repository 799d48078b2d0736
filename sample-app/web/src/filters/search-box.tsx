import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Refusal, useRefusal } from '../list/refusal.js';
import { useList } from '../list/list-context.js';
import { labelOf } from '../list/labels.js';

/** The wait after the last letter, in milliseconds. */
const pause = 350;

/** A search box that searches while one types, and at once on Enter. */
export function SearchBox() {
  const { state, change, description } = useList();
  const [text, setText] = useState(state.search);
  const sent = useRef(state.search);
  const { id, isRefused } = useRefusal('search');

  // Follows the address, unless it has only caught up with what was typed.
  useEffect(() => {
    if (state.search !== sent.current) setText(state.search);
    sent.current = state.search;
  }, [state.search]);

  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => search(text), pause);
    return () => clearTimeout(timer);
  });

  function search(words: string) {
    sent.current = words;
    change({ search: words });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    search(text);
  }

  return (
    <search>
      <form className="search-box" onSubmit={submit}>
        <label htmlFor="search">Search</label>
        <input
          id="search"
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={description.search.map(labelOf).join(', ')}
          aria-describedby={id}
          aria-invalid={isRefused}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Refusal control="search" />
      </form>
    </search>
  );
}
