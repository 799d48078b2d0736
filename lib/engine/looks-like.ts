import { type Member, type View, isPathVisible, isShown, nobody } from '../schema/index.js';
import type { ForeignRules, Parameter } from '../wire/index.js';
import type { Lists } from './lists.js';

/** The texts in brackets that tell a parameter from other people's words, beside the fields of the list. */
const options: Readonly<Record<Parameter, readonly string[]>> = {
  filters: ['$and', '$or', '$not'],
  sort: [],
  pagination: ['page', 'pageSize', 'start', 'limit', 'after', 'before', 'withCount'],
  search: [],
  facets: ['limit', 'search'],
  fields: [],
};

/**
 * Makes the test whether the rest of a foreign key is that of a parameter of this list: a bracket that holds a field or an option,
 * or an index of a list that names one. A name with a `when` is none here, because a refusal would tell everyone that it exists.
 */
export function looksLikeOurs(view: View, { facets, selectable }: Lists): ForeignRules['looksLike'] {
  const isField = (name: string) => isOpen(view.members.get(name.split('.')[0] ?? ''));
  const named: Readonly<Record<Parameter, (name: string) => boolean>> = {
    filters: () => false,
    sort: (key) => isField(key.replace(/^-|:.*$/g, '')),
    pagination: () => false,
    search: () => false,
    facets: (name) => isOpenFacet(facets, name),
    fields: (name) => isField(name) || (selectable?.get(name)?.some((column) => isShown(column, nobody)) ?? false),
  };
  return (parameter, { segments, value = '' }) =>
    segments.some((each) => isField(each) || named[parameter](each) || options[parameter].includes(each)) ||
    (segments.every(isIndex) && value.split(',').some((name) => named[parameter](name.trim())));
}

function isOpenFacet(facets: Lists['facets'], name: string): boolean {
  const facet = facets?.get(name);
  return facet !== undefined && isPathVisible(facet, nobody);
}

/** Returns true for a member that every client sees, and for a group with one. */
function isOpen(member: Member | undefined): boolean {
  if (member === undefined) return false;
  return member.type === 'embedded' ? [...member.members.values()].some(isOpen) : isShown(member, nobody);
}

/** Returns true for the text in the brackets of a list: `[0]`, `[]`. */
function isIndex(segment: string): boolean {
  return /^\d*$/.test(segment);
}
