import { type FieldPath, type Member, type View, isPathVisible, isShown, lookUp, nobody } from '../../schema/index.js';
import type { ForeignRules, Parameter } from '../../wire/index.js';
import type { Lists } from './lists.js';

/** Texts in brackets that identify a parameter, beside the fields of the list. */
const options: Readonly<Record<Parameter, readonly string[]>> = {
  filters: ['$and', '$or', '$not'],
  sort: [],
  pagination: ['page', 'pageSize', 'start', 'limit', 'after', 'before', 'withCount'],
  search: [],
  facets: ['limit', 'search'],
  aggregates: [],
  fields: [],
  populate: ['filters', 'sort', 'limit', 'fields', 'populate'],
  deleted: [],
};

/**
 * Makes the test that the rest of a foreign key fits a parameter of this list: its bracket holds a field or an option,
 * or an index of a list with one. Names with a `when` do not count, because a refusal would reveal them to everyone.
 */
export function looksLikeOurs(view: View, lists: Lists): ForeignRules['looksLike'] {
  const { facets, aggregates, selectable, populate } = lists;
  const isField = (name: string) => isOpen(lookUp(view.members, name.split('.')[0] ?? ''));
  const named: Readonly<Record<Parameter, (name: string) => boolean>> = {
    filters: () => false,
    sort: (key) => isField(key.replace(/^-|:.*$/g, '')),
    pagination: () => false,
    search: () => false,
    facets: (name) => isOpenPath(facets, name),
    aggregates: (pair) => isOpenPath(aggregates, pair.replace(/:.*$/, '')),
    fields: (name) => isField(name) || (found(selectable, name)?.some((column) => isShown(column, nobody)) ?? false),
    populate: (name) => found(populate, name.split('.')[0] ?? name)?.isShown(nobody) ?? false,
    deleted: () => false,
  };
  return (parameter, { segments, value = '' }) =>
    segments.some((each) => isField(each) || named[parameter](each) || options[parameter].includes(each)) ||
    (segments.every(isIndex) && value.split(',').some((name) => named[parameter](name.trim())));
}

/** Returns the names of the fields that every client may ask about, at any depth of embedded objects and documents. */
export function openFields({ members }: Pick<View, 'members'>, before = ''): readonly string[] {
  return [...members].flatMap(([name, member]) => {
    const path = before + name;
    if (member.type === 'relation' || (member.type !== 'embedded' && !isShown(member, nobody))) return [];
    const below =
      'members' in member && member.members !== undefined ? openFields({ members: member.members }, `${path}.`) : [];
    return member.type === 'embedded' || (member.type === 'field' && member.operators.size === 0)
      ? below
      : [path, ...below];
  });
}

function found<Value>(names: ReadonlyMap<string, Value> | undefined, name: string): Value | undefined {
  return names && lookUp(names, name);
}

function isOpenPath(paths: ReadonlyMap<string, FieldPath> | undefined, name: string): boolean {
  const path = found(paths, name);
  return path !== undefined && isPathVisible(path, nobody);
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
