import type { EntityDescription, FacetDescription } from 'nestjs-filterable';
import { type FacetFilter, facetFilterOf } from './facet-filters.js';
import { type Member, membersOf } from './members.js';
import { type Pair, pairsOf } from './query-string.js';
import { type Part, pointerOf, rulesOf } from './rules.js';
import { sortingOf } from './sorting.js';
import type { ListState, Place } from './state.js';
import { type Plain, isObject, nested } from './tree.js';

/** A description of a list, as far as addresses need it. */
export type ListForm = Pick<EntityDescription, 'parameters' | 'facets' | 'fields' | 'named'>;

/** What an address says, and which control shows which part of it. */
export interface ReadAddress {
  readonly state: ListState;
  readonly places: readonly Place[];
}

/** Reads a query string into the state of the page. What no control can show is kept as it is. */
export function readAddress(queryString: string, form: ListForm): ReadAddress {
  const pairs = pairsOf(queryString);
  const of = (name = '') => pairs.filter(({ path }) => path?.[0] === name);
  const { filters, sort, pagination, search } = form.parameters;
  const searched = textOf(nested(of(search)));
  const sorting = sortingOf(nested(of(sort)));
  const page = textsOf(nested(of(pagination)));
  const tree = nested(of(filters));
  const understood = [
    ...(searched === undefined ? [] : of(search)),
    ...(sorting === undefined ? [] : of(sort)),
    ...(page === undefined ? [] : of(pagination)),
    ...(isObject(tree) ? of(filters) : []),
  ];
  const conditions = sorted(isObject(tree) ? membersOf(tree, [filters]) : [], form);
  const rest = pairs.filter((pair) => !understood.includes(pair));
  return {
    state: { search: searched ?? '', sorting: sorting ?? [], pagination: page ?? {}, rest, ...conditions.state },
    places: [
      { control: 'search', path: [search ?? 'search'] },
      { control: 'sort', path: [sort] },
      { control: 'pagination', path: [pagination] },
      ...conditions.places,
      ...rest.map(restPlace),
    ],
  };
}

/** The control of a part of the address that the page does not understand. */
export function restControl(raw: string): string {
  return `rest:${raw}`;
}

function restPlace({ raw, path }: Pair): Place {
  // Of a key that cannot be read, a refusal names the parameter alone.
  return { control: restControl(raw), path: path ?? [/^\w+/.exec(raw)?.[0] ?? raw] };
}

/** Gives each condition to the first control that can show all of it: a facet, the query builder, or none. */
function sorted(
  members: readonly Member[],
  { facets, fields, named }: ListForm,
): {
  readonly state: Pick<ListState, 'facets' | 'switches' | 'rules' | 'conditions'>;
  readonly places: readonly Place[];
} {
  const own = new Set(fields.map(({ name }) => name));
  const chosen: FacetFilter[] = [];
  const switches: string[] = [];
  const rules: Part[] = [];
  const conditions: Member[] = [];
  const places: Place[] = [];
  for (const member of members) {
    if (isSwitch(member, named) && !switches.includes(member.name)) {
      switches.push(member.name);
      places.push({ control: `switch:${member.name}`, path: member.place });
      continue;
    }
    const filter = filterIn(facets, member, chosen);
    const parts = filter === undefined ? rulesOf(member, (path) => own.has(path.join('.'))) : undefined;
    if (filter !== undefined) chosen.push(filter);
    else if (parts !== undefined) rules.push(...parts);
    else conditions.push(member);
    places.push(...placesOf(member, filter, parts));
  }
  return { state: { facets: chosen, switches, rules: { combinator: 'and', rules }, conditions }, places };
}

/** Returns true for a named filter that is on. One that is off is the negation, which no switch shows. */
function isSwitch({ name, value }: Member, named: ListForm['named']): boolean {
  const said = isObject(value) && Object.keys(value).length === 1 ? value['$eq'] : value;
  return said === 'true' && named.some((filter) => filter.kind === 'boolean' && filter.name === name);
}

function filterIn(facets: readonly FacetDescription[], member: Member, chosen: readonly FacetFilter[]) {
  const free = facets.filter(({ name }) => chosen.every(({ id }) => id !== name));
  return free.map((facet) => facetFilterOf(facet, member)).find((filter) => filter !== undefined);
}

function placesOf(
  { place }: Member,
  filter: FacetFilter | undefined,
  parts: readonly Part[] | undefined,
): readonly Place[] {
  if (filter !== undefined) return [{ control: `facet:${filter.id}`, path: place }];
  if (parts === undefined) return [{ control: `condition:${pointerOf(place)}`, path: place }];
  return parts.flatMap(leavesOf).map(({ id }) => ({ control: `rule:${id}`, path: segmentsOf(id) }));
}

/** Returns the rules of a part of the query builder, those of its groups included. */
function leavesOf(part: Part): readonly Part[] {
  return 'rules' in part ? part.rules.flatMap((each) => (hasId(each) ? leavesOf(each) : [])) : [part];
}

function hasId(part: unknown): part is Part {
  return typeof part === 'object' && part !== null && 'id' in part;
}

/** Splits a JSON pointer. */
export function segmentsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function textOf(value: Plain | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the members of an object that are all texts. */
function textsOf(value: Plain | undefined): Readonly<Record<string, string>> | undefined {
  if (!isObject(value)) return undefined;
  const texts = Object.entries(value).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[name, text]] : [],
  );
  return texts.length === Object.keys(value).length ? Object.fromEntries(texts) : undefined;
}
