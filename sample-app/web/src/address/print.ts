import { fromQueryBuilder, fromTanStackTable, toQueryString } from 'nestjs-filterable/client';
import { filterFnOf } from './facet-filters.js';
import { joined } from './members.js';
import type { ListForm } from './read.js';
import type { ListState } from './state.js';

/**
 * Prints the state of the page as the query string of a request.
 *
 * @throws TypeError for a rule of the query builder that is not complete
 */
export function printState(state: ListState, form: ListForm): string {
  const table = fromTanStackTable(
    { columnFilters: state.facets, sorting: state.sorting, globalFilter: state.search },
    { filterFns: Object.fromEntries(form.facets.map((facet) => [facet.name, filterFnOf(facet)])) },
  );
  const builder = fromQueryBuilder(state.rules);
  const switches = state.switches.map((name) => ({ [name]: { $eq: true } }));
  const others = state.conditions.map(({ name, value }) => ({ [name]: value }));
  const filters = joined([table.filters ?? {}, ...switches, builder.filters ?? {}, ...others]);
  const sort = state.sorting.map(({ id, desc, nulls }) => [id, desc ? 'desc' : 'asc', nulls ?? []].flat().join(':'));
  const query = {
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(sort.length > 0 && { sort }),
    ...(Object.keys(state.pagination).length > 0 && { pagination: state.pagination }),
    ...(table.search !== undefined && { search: table.search }),
  };
  return [toQueryString(query, form.parameters), ...restOf(state, Object.keys(query), form)]
    .filter((text) => text !== '')
    .join('&');
}

/** Returns what the page does not understand, without the parameters that a control has taken over since. */
function restOf({ rest }: ListState, taken: readonly string[], { parameters }: ListForm): readonly string[] {
  const replaced = new Set<string | undefined>(
    (['sort', 'pagination', 'search'] as const).filter((name) => taken.includes(name)).map((name) => parameters[name]),
  );
  return rest.filter(({ path }) => !replaced.has(path?.[0])).map(({ raw }) => raw);
}
