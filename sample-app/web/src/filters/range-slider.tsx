import { useEffect, useState } from 'react';
import type { FacetDescription } from 'nestjs-filterable';
import { type List, useList } from '../list/list-context.js';
import { ofFacet } from '../list/changes.js';
import { labelOf } from '../list/labels.js';
import { Refusal, useRefusal } from '../list/refusal.js';
import { type Scale, scaleOf } from './range-scale.js';
import { useLater } from './use-later.js';

type Ends = readonly [from: string, to: string];

const open: Ends = ['', ''];

/** A slider with two thumbs. A thumb at the end of the scale is no condition. */
export function RangeSlider({ facet }: { readonly facet: FacetDescription }) {
  const list = useList();
  const control = `facet:${facet.name}`;
  const { id, isRefused } = useRefusal(control);
  const label = labelOf(facet.name);
  const said = endsOf(list, facet.name);
  const [ends, setEnds] = useState<Ends>(said);
  const [from, to] = said;
  useEffect(() => setEnds([from, to]), [from, to]);
  const later = useLater();
  const scale = scaleIn(list, facet.name, said);
  if (scale === undefined) return null;

  function move(next: Ends) {
    setEnds(next);
    later(() => list.change(ofFacet(facet.name, next.every((end) => end === '') ? [] : next)));
  }

  const lower = ends[0] === '' ? scale.min : Number(ends[0]);
  const upper = ends[1] === '' ? scale.max : Number(ends[1]);
  return (
    <fieldset className="range" aria-describedby={id} data-refused={isRefused}>
      <legend>{label}</legend>
      <span className="ends">
        {lower} to {upper}
      </span>
      <div className="thumbs">
        <input
          type="range"
          aria-label={`${label}, at least`}
          {...scale}
          value={lower}
          onChange={({ target }) => move([lowerEnd(Math.min(target.valueAsNumber, upper), scale), ends[1]])}
        />
        <input
          type="range"
          aria-label={`${label}, at most`}
          {...scale}
          value={upper}
          onChange={({ target }) => move([ends[0], upperEnd(Math.max(target.valueAsNumber, lower), scale)])}
        />
      </div>
      <Refusal control={control} />
    </fieldset>
  );
}

function lowerEnd(value: number, { min }: Scale): string {
  return value <= min ? '' : String(value);
}

function upperEnd(value: number, { max }: Scale): string {
  return value >= max ? '' : String(value);
}

function endsOf({ state }: List, name: string): Ends {
  const [from, to] = state.facets.find(({ id }) => id === name)?.value ?? open;
  return [from ?? '', to ?? ''];
}

/** Returns the scale: from the least to the greatest value of the rows, and as far as the ends that are set. */
function scaleIn({ facets }: List, name: string, ends: Ends): Scale | undefined {
  const facet = facets?.[name];
  const found = facet !== undefined && 'min' in facet && facet.min !== null ? [facet.min, facet.max] : [];
  const values = [...found, ...ends.filter((end) => end !== '')].map(Number);
  return values.length === 0 ? undefined : scaleOf(Math.min(...values), Math.max(...values));
}
