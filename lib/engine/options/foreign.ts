import {
  type AllParameterNames,
  type Door,
  type FlatRules,
  ForeignParameters,
  type ForeignRules,
  type HostReads,
  type KnownNames,
  type ParameterNames,
  type UnknownPolicy,
  namesIn,
  unreadNames,
} from '../../wire/index.js';
import type { Compatibility } from '../../compatibility/index.js';
import { checkUnread } from './allowed-parameters.js';
import { type HandlerFacts, type Overrides, ofHandler } from './overrides.js';
import type { Source } from './source.js';

/** Settings of a module for parameters that it does not read itself. */
export interface ForeignSettings {
  /** The names of the parameters that the library reads. */
  readonly params: AllParameterNames;
  /** Source of the handlers' parameters. */
  readonly source: Source<never>;
  /** Policy for parameters that nobody has named. Undefined for the default, which depends on the list. */
  readonly unknownParameters: UnknownPolicy | undefined;
  /** The parameters that the application itself reads. */
  readonly allowParameters: readonly string[];
  readonly compatibility: Pick<Compatibility, 'names' | 'foreign'>;
}

/** One list of a handler: its entity and overrides. */
type HandlerList = HandlerFacts['lists'][number];

/** List of a handler, as far as it decides about other parameters. */
export interface ForeignOwner {
  readonly overrides: Overrides;
  /** The overrides object itself, because the handler identifies its lists by it. */
  readonly self: Overrides;
  /** The names of the parameters that the handler reads. */
  readonly params: ParameterNames;
  /** The names of all parameters, read or not. */
  readonly names: AllParameterNames;
  readonly subject: string;
  /** Returns true where the rest of a key fits a parameter of the list. */
  readonly looksLike: ForeignRules['looksLike'];
  /** The names of the fields that every client may ask about. */
  readonly fields: readonly string[];
  /** Returns the names that another list of the handler reads. */
  readonly namesOf: (list: HandlerList) => KnownNames;
  /** The flat names of the list. Undefined where it has none. */
  readonly flat: FlatRules | undefined;
}

/**
 * Makes the judge of the parameters that a handler does not read. It distinguishes the application's own, parameters of
 * other lists in the same URL, misspelled ones of this list, and parameters that nobody would read.
 */
export function foreignParameters(owner: ForeignOwner, settings: ForeignSettings): ForeignParameters {
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
