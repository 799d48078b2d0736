import { useState } from 'react';
import type { FacetDescription } from 'nestjs-filterable';
import { type List, useList } from '../list/list-context.js';
import { ofFacet } from '../list/changes.js';
import { labelOf, valueLabel } from '../list/labels.js';
import { Refusal, useRefusal } from '../list/refusal.js';
import { useLater } from './use-later.js';

interface Choice {
  readonly value: string | null;
  readonly count: number | undefined;
}

/** The values of a facet to choose from, each with the number of restaurants that have it. */
export function Choices({ facet }: { readonly facet: FacetDescription }) {
  const list = useList();
  const control = `facet:${facet.name}`;
  const { id, isRefused } = useRefusal(control);
  const chosen = chosenOf(list, facet.name);

  function toggle(value: string | null, isChosen: boolean) {
    const values = isChosen ? [...chosen, value] : chosen.filter((each) => each !== value);
    list.change(ofFacet(facet.name, values));
  }

  return (
    <fieldset className="choices" aria-describedby={id} data-refused={isRefused}>
      <legend>{labelOf(facet.name)}</legend>
      <ul>
        {choicesOf(list, facet.name).map(({ value, count }) => (
          <li key={String(value)}>
            <label>
              <input
                type="checkbox"
                name={facet.name}
                value={value ?? ''}
                checked={chosen.includes(value)}
                onChange={(event) => toggle(value, event.target.checked)}
              />
              <span className="choice-name">{valueLabel(facet.name, facet.kind, value)}</span>
              <span className="count">{count ?? 0}</span>
            </label>
          </li>
        ))}
      </ul>
      {facet.search && (hasMore(list, facet.name) || list.wanted[facet.name] !== undefined) && <Find facet={facet} />}
      <Refusal control={control} />
    </fieldset>
  );
}

/** A box that finds values beyond those that are answered at once. */
function Find({ facet: { name } }: { readonly facet: FacetDescription }) {
  const { wanted, showValues } = useList();
  const [text, setText] = useState(wanted[name] ?? '');
  const later = useLater();
  return (
    <input
      type="search"
      className="find"
      aria-label={`Find: ${labelOf(name)}`}
      placeholder="Find others"
      value={text}
      onChange={({ target: { value } }) => {
        setText(value);
        later(() => showValues(name, value));
      }}
    />
  );
}

function chosenOf({ state }: List, name: string): readonly (string | null)[] {
  return state.facets.find(({ id }) => id === name)?.value ?? [];
}

/** Returns the values that the rows have, and below them those that are chosen all the same. */
function choicesOf(list: List, name: string): readonly Choice[] {
  const facet = list.facets?.[name];
  const values = facet !== undefined && 'values' in facet ? facet.values : [];
  const found = values.map(({ value, count }): Choice => ({ value: value === null ? null : textOf(value), count }));
  const missing = chosenOf(list, name).filter((value) => found.every((each) => each.value !== value));
  return [...found, ...missing.map((value): Choice => ({ value, count: undefined }))];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function hasMore({ facets }: List, name: string): boolean {
  const facet = facets?.[name];
  return facet !== undefined && 'values' in facet && facet.hasMore;
}
