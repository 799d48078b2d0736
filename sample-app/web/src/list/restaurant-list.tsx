import { type ListDescription } from '../server.js';
import { FilterPanel } from '../filters/filter-panel.js';
import { SearchBox } from '../filters/search-box.js';
import { Conditions } from '../filters/conditions.js';
import { ConditionBuilder } from '../filters/condition-builder.js';
import { Results } from '../results/results.js';
import { Inspector } from '../inspector/inspector.js';
import { ListContext } from './list-context.js';
import { useListState } from './use-list-state.js';

/** The list with everything that narrows it, and with what happens behind it. */
export function RestaurantList({ description }: { readonly description: ListDescription }) {
  const { list, asked, sent } = useListState(description);
  return (
    <ListContext value={list}>
      <div className="layout">
        <div className="filters">
          <SearchBox />
          <FilterPanel />
        </div>
        <main className="list">
          <ConditionBuilder />
          <Conditions />
          <Results asked={asked} />
        </main>
        <Inspector asked={asked} sent={sent} />
      </div>
    </ListContext>
  );
}
