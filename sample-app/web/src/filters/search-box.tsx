import type { FormEvent } from 'react';
import { Refusal, useRefusal } from '../list/refusal.js';
import { useList } from '../list/list-context.js';
import { labelOf } from '../list/labels.js';
import { useSearchText } from './use-search-text.js';

/** A search box that searches while one types, and at once on Enter. */
export function SearchBox() {
  const { description } = useList();
  const { text, type, searchNow } = useSearchText();
  const { id, isRefused } = useRefusal('search');

  function submit(event: FormEvent) {
    event.preventDefault();
    searchNow();
  }

  return (
    <search>
      <form className="search-box" onSubmit={submit}>
        <label htmlFor="search">Search</label>
        <input
          id="search"
          type="search"
          value={text}
          onChange={(event) => type(event.target.value)}
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
