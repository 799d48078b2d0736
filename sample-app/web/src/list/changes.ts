import { printState } from '../address/print.js';
import { type ListForm, readAddress } from '../address/read.js';
import type { ListState } from '../address/state.js';

/** The members of the page's state that change, or a function that makes them of the state at that time. */
export type Change = Partial<ListState> | ((state: ListState) => Partial<ListState>);

/**
 * Returns the query string after a change of the page's state. Unless the change is one of the page, it is the first
 * page.
 */
export function changed(queryString: string, change: Change, form: ListForm): string {
  const { state } = readAddress(queryString, form);
  const patch = typeof change === 'function' ? change(state) : change;
  return printState({ ...state, pagination: firstPage(state.pagination), ...patch }, form);
}

/** Returns a change of one facet, which an empty list of values removes. */
export function ofFacet(id: string, value: readonly (string | null)[]): Change {
  return ({ facets }) => {
    const others = facets.filter((each) => each.id !== id);
    return { facets: value.length === 0 ? others : [...others, { id, value }] };
  };
}

/** Returns a change that turns a named filter on or off. */
export function ofSwitch(name: string, isOn: boolean): Change {
  return ({ switches }) => {
    const others = switches.filter((each) => each !== name);
    return { switches: isOn ? [...others, name] : others };
  };
}

/** Returns the first page in the same style and size. An empty `after` asks for cursors. */
function firstPage(now: ListState['pagination']): ListState['pagination'] {
  const byCursor = 'before' in now || 'after' in now;
  const size = without(now, ['page', 'before', 'after', 'start']);
  return { ...size, ...(byCursor && { after: '' }), ...('start' in now && { start: '0' }) };
}

/** Returns a copy of the members of `pagination`, without some of them. */
export function without(pagination: ListState['pagination'], names: readonly string[]): ListState['pagination'] {
  return Object.fromEntries(Object.entries(pagination).filter(([name]) => !names.includes(name)));
}
