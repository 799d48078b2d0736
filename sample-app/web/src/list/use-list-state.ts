import { useMemo, useState } from 'react';
import { toQueryString } from 'nestjs-filterable/client';
import { pairsOf } from '../address/query-string.js';
import { readAddress } from '../address/read.js';
import { byControl } from '../address/refusals.js';
import type { ListDescription } from '../server.js';
import { changed } from './changes.js';
import type { List } from './list-context.js';
import { type Asked, useAnswer, useFacetsOfAll } from './use-answer.js';
import { currentQueryString, goTo, hrefOf, useAddress } from './use-address.js';

/** Makes the list of the address: what it says, what the server answers, and how controls change it. */
export function useListState(description: ListDescription): {
  readonly list: List;
  readonly asked: Asked;
  /** The query string that was sent: that of the address, the facets, and the averages of the list. */
  readonly sent: string;
} {
  const address = useAddress();
  const [wanted, setWanted] = useState<List['wanted']>({});
  const facets = useMemo(() => facetsParameter(description, wanted), [description, wanted]);
  const sent = useMemo(() => withOthers(address, facets, description), [address, facets, description]);
  const asked = useAnswer(sent);
  const isUnknown = asked.refused !== undefined && asked.rows === undefined;
  const facetsOfAll = useFacetsOfAll(isUnknown, facets);
  const list = useMemo((): List => {
    const read = readAddress(address, description);
    // While there is no answer yet, mistakes are those of another address.
    const issues = byControl(asked.isLoading ? [] : (asked.refused?.issues ?? []), read.places);
    return {
      ...read,
      description,
      wanted,
      showValues: (facet, containing) => setWanted((before) => ({ ...before, [facet]: containing })),
      facets: asked.rows?.meta.facets ?? facetsOfAll,
      issuesOf: (control) => issues.get(control) ?? [],
      // A control that waits before it changes the page must not undo what another one has done meanwhile.
      change: (change) => goTo(changed(currentQueryString(), change, description)),
      hrefAfter: (change) => hrefOf(changed(address, change, description)),
    };
  }, [address, description, asked, facetsOfAll, wanted]);
  return { list, asked, sent };
}

/** Prints the parameter that asks for the facets of the list, as many as a request may. */
function facetsParameter({ facets, limits, parameters }: ListDescription, wanted: List['wanted']): string {
  const names = facets.slice(0, limits.facets).map(({ name }) => name);
  if (names.length === 0) return '';
  const search = (name: string) => wanted[name]?.trim() ?? '';
  if (names.every((name) => search(name) === '')) return toQueryString({ facets: names }, parameters);
  const asked = names.map((name) => [name, search(name) === '' ? true : { search: search(name) }] as const);
  return toQueryString({ facets: Object.fromEntries(asked) }, parameters);
}

/** Prints the parameter that asks for the averages below the table. */
function aggregatesParameter({ aggregates, parameters }: ListDescription): string {
  const averages = aggregates.filter(({ functions }) => functions.includes('avg')).map(({ name }) => name);
  if (averages.length === 0) return '';
  return toQueryString({ aggregates: Object.fromEntries(averages.map((name) => [name, ['avg']])) }, parameters);
}

/** Adds facets and averages to an address that asks for none itself. */
function withOthers(address: string, facets: string, description: ListDescription): string {
  const { parameters } = description;
  const asked = new Set(pairsOf(address).map(({ path }) => path?.[0]));
  const others = [
    asked.has(parameters.facets) ? '' : facets,
    asked.has(parameters.aggregates) ? '' : aggregatesParameter(description),
  ];
  return [address, ...others].filter((text) => text !== '').join('&');
}
