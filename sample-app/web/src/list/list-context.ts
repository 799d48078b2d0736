import { createContext, use } from 'react';
import type { ReadAddress } from '../address/read.js';
import type { Issue } from '../address/refusals.js';
import type { Change } from './changes.js';
import type { ListDescription, ListFacets } from '../server.js';

/** The list as its controls see it. */
export interface List extends ReadAddress {
  readonly description: ListDescription;
  /** The facets of the last answer; undefined before the first one. */
  readonly facets: ListFacets | undefined;
  /** The texts that the values of facets must contain, by the names of the facets. They are no part of the address. */
  readonly wanted: Readonly<Record<string, string>>;
  /** Shows the values of a facet that contain a text. */
  readonly showValues: (facet: string, containing: string) => void;
  /** Returns the mistakes that the server found in what a control shows. */
  readonly issuesOf: (control: string) => readonly Issue[];
  /** Changes the state of the page, and so its address. Every change but one of the page shows the first page. */
  readonly change: (change: Change) => void;
  /** Returns the address of the page after a change. */
  readonly hrefAfter: (change: Change) => string;
}

export const ListContext = createContext<List | undefined>(undefined);

export function useList(): List {
  const list = use(ListContext);
  if (list === undefined) throw new Error('A control of the list stands outside of it.');
  return list;
}
