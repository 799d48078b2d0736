import {
  type AllParameterNames,
  type Door,
  type FlatRules,
  ForeignParameters,
  type ForeignRules,
  type HostReads,
  type KnownNames,
  type Parameter,
  type ParameterNames,
  namesIn,
  unreadNames,
} from '../wire/index.js';
import { checkUnread } from './names.js';
import { type HandlerFacts, type Overrides, ofHandler } from './options.js';
import type { Settings } from './settings.js';
import { type Member, type View, isShown, lookUp, nobody } from '../schema/index.js';
import { recognizerOf } from './parameters.js';
import type { List } from '../ast/index.js';

type HandlerList = HandlerFacts['lists'][number];

/** List of a handler, as far as it decides about other parameters. */
export interface ForeignOwner {
  readonly overrides: Overrides;
  /** The overrides object itself, because the handler identifies its lists by it. */
  readonly self: Overrides;
  readonly params: ParameterNames;
  readonly names: AllParameterNames;
  readonly subject: string;
  /** Returns true where the rest of a key fits a parameter of the list. */
  readonly looksLike: ForeignRules['looksLike'];
  /** The names of the fields that every client may ask about. */
  readonly fields: readonly string[];
  readonly namesOf: (list: HandlerList) => KnownNames;
  /** The flat names of the list. Undefined where it has none. */
  readonly flat: FlatRules | undefined;
}

/**
 * Makes the judge of the parameters that a handler does not read. It distinguishes the application's own, parameters of
 * other lists in the same URL, misspelled ones of this list, and parameters that nobody would read.
 */
export function foreignParameters(owner: ForeignOwner, settings: Settings): ForeignParameters {
  const { overrides, self, params, names, subject, looksLike, fields, namesOf, flat } = owner;
  const { unknownParameters, allowParameters, prefix = '' } = overrides;
  if (allowParameters !== undefined)
    checkUnread(allowParameters, [...namesIn(params), ...(flat?.targets.keys() ?? [])], subject);
  const facts = overrides[ofHandler]?.();
  const source = overrides.source ?? settings.source;
  const siblings = (facts?.lists ?? []).filter((list) => list.overrides !== self);
  let others: readonly KnownNames[] | undefined;
  return new ForeignParameters(params, {
    prefix,
    policy: unknownParameters ?? settings.unknownParameters,
    allowed: [...(allowParameters ?? settings.allowParameters), ...siblings.flatMap(allowedBy)],
    others: () => (others ??= siblings.map(namesOf)),
    reads: facts === undefined ? ofPrograms : readsOf(facts, source),
    door: facts === undefined ? 'url' : doorOf(facts, source),
    flat,
    fields: new Set(
      fields.filter((name) => !settings.compatibility.foreign.includes(name)).map((name) => prefix + name),
    ),
    unread: unreadNames(params, names),
    search: settings.compatibility.names.search,
    looksLike,
  });
}

function allowedBy({ overrides }: HandlerList): readonly string[] {
  return overrides?.allowParameters ?? [];
}

/** A text that a program gives may be the query string of a handler with readers of its own. An object has none. */
const ofPrograms: Readonly<Record<Door, HostReads>> = {
  url: { everything: true, names: [] },
  content: { everything: false, names: [] },
  object: { everything: false, names: [] },
};

/** Returns what a handler reads itself of each part of a request. A function may have read any part of it. */
function readsOf({ query, body }: HandlerFacts, source: unknown): Readonly<Record<Door, HostReads>> {
  const any = { everything: query.everything || body.everything, names: [...query.names, ...body.names] };
  return typeof source === 'function'
    ? { url: any, content: any, object: any }
    : { url: query, content: body, object: any };
}

/** Returns the part of a request that a handler's list is read from. A function's may be any; its names are one set. */
function doorOf({ isOfMessages, isOfQueries }: HandlerFacts, source: unknown): Door {
  return isOfMessages || isOfQueries || source === 'body' ? 'content' : 'url';
}

/**
 * Makes the test that the rest of a foreign key fits a parameter of this list: its bracket holds a field or an option,
 * or an index of a list with one. Names with a `when` do not count, because a refusal would reveal them to everyone.
 */
export function looksLikeOurs({ view, declared }: List): ForeignRules['looksLike'] {
  const isField = (name: string) => isOpen(lookUp(view.members, name.split('.')[0] ?? ''));
  const recognize = recognizerOf(declared, isField);
  const isOurs = (parameter: Parameter, text: string): boolean => {
    const { isName, isOption } = recognize(parameter, text);
    return isField(text) || isName || isOption;
  };
  return (parameter, { segments, value = '' }) =>
    segments.some((each) => isOurs(parameter, each)) ||
    (segments.every(isIndex) && value.split(',').some((name) => recognize(parameter, name.trim()).isName));
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

/** Returns true for a member that every client sees, and for a group with one. */
function isOpen(member: Member | undefined): boolean {
  if (member === undefined) return false;
  return member.type === 'embedded' ? [...member.members.values()].some(isOpen) : isShown(member, nobody);
}

/** Returns true for the text in the brackets of a list: `[0]`, `[]`. */
function isIndex(segment: string): boolean {
  return /^\d*$/.test(segment);
}
