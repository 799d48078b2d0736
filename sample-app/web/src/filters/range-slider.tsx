import type { FacetDescription } from 'nestjs-filterable';
import { type List, useList } from '../list/list-context.js';
import { labelOf } from '../list/labels.js';
import { Refusal, useRefusal } from '../list/refusal.js';
import { type Scale, scaleOf } from './range-scale.js';
import { type Ends, endsOf, useEnds } from './use-ends.js';

/** A slider with two thumbs. A thumb at the end of the scale is not a condition. */
export function RangeSlider({ facet }: { readonly facet: FacetDescription }) {
  const list = useList();
  const control = `facet:${facet.name}`;
  const { id, isRefused } = useRefusal(control);
  const [ends, move] = useEnds(facet.name);
  const scale = scaleIn(list, facet.name);
  if (scale === undefined) return null;
  const lower = ends[0] === '' ? scale.min : Number(ends[0]);
  const upper = ends[1] === '' ? scale.max : Number(ends[1]);
  return (
    <fieldset className="range" aria-describedby={id} data-refused={isRefused}>
      <legend>{labelOf(facet.name)}</legend>
      <span className="ends">
        {lower} to {upper}
      </span>
      <Thumbs label={labelOf(facet.name)} scale={scale} values={[lower, upper]} ends={ends} move={move} />
      <Refusal control={control} />
    </fieldset>
  );
}

interface ThumbsProps {
  readonly label: string;
  readonly scale: Scale;
  readonly values: readonly [lower: number, upper: number];
  readonly ends: Ends;
  readonly move: (ends: Ends) => void;
}

function Thumbs({ label, scale, values: [lower, upper], ends, move }: ThumbsProps) {
  const from = (value: number) => (value <= scale.min ? '' : String(Math.min(value, upper)));
  const to = (value: number) => (value >= scale.max ? '' : String(Math.max(value, lower)));
  return (
    <div className="thumbs">
      <input
        type="range"
        aria-label={`${label}, at least`}
        {...scale}
        value={lower}
        // Where the thumbs meet at the upper end, only this one can move.
        data-above={lower > (scale.min + scale.max) / 2}
        onChange={({ target }) => move([from(target.valueAsNumber), ends[1]])}
      />
      <input
        type="range"
        aria-label={`${label}, at most`}
        {...scale}
        value={upper}
        onChange={({ target }) => move([ends[0], to(target.valueAsNumber)])}
      />
    </div>
  );
}

/** Returns the scale: from the least to the greatest value of the rows, and as far as the ends that are set. */
function scaleIn(list: List, name: string): Scale | undefined {
  const facet = list.facets?.[name];
  const found = facet !== undefined && 'min' in facet && facet.min !== null ? [facet.min, facet.max] : [];
  const values = [...found, ...endsOf(list, name).filter((end) => end !== '')].map(Number);
  return values.length === 0 ? undefined : scaleOf(Math.min(...values), Math.max(...values));
}
