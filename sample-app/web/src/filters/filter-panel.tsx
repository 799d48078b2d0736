import { useState } from 'react';
import { useList } from '../list/list-context.js';
import { Choices } from './choices.js';
import { RangeSlider } from './range-slider.js';
import { Switches } from './switches.js';

/** The facets of the list. On a narrow screen they are behind a button. */
export function FilterPanel() {
  const { description, state } = useList();
  const [isOpen, setIsOpen] = useState(false);
  const chosen = state.facets.length + state.switches.length;
  return (
    <>
      <button
        type="button"
        className="filters-button"
        aria-expanded={isOpen}
        aria-controls="facets"
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters{chosen > 0 && ` (${chosen})`}
      </button>
      <form id="facets" className="facets" data-open={isOpen} aria-label="Filters" onSubmit={(e) => e.preventDefault()}>
        <Switches />
        {description.facets.map((facet) =>
          facet.type === 'range' ? (
            <RangeSlider key={facet.name} facet={facet} />
          ) : (
            <Choices key={facet.name} facet={facet} />
          ),
        )}
      </form>
    </>
  );
}
