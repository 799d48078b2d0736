import {
  type AllParameterNames,
  type FlatRules,
  ForeignParameters,
  type ForeignRules,
  type KnownNames,
  type ParameterNames,
  type UnknownPolicy,
  namesIn,
  unreadNames,
} from '../../wire/index.js';
import { checkUnread } from './allowed-parameters.js';
import { type HandlerFacts, type HostReads, type Overrides, ofHandler } from './overrides.js';
import type { Source } from './source.js';

/** Settings of a module for parameters that it does not read itself. */
export interface ForeignSettings {
  /** The names of the parameters that the library reads. */
  readonly params: AllParameterNames;
  /** Source of the handlers' parameters. */
  readonly source: Source<never>;
  /** Policy for parameters that nobody has named. */
  readonly unknownParameters: UnknownPolicy;
  /** The parameters that the application itself reads. */
  readonly allowParameters: readonly string[];
  readonly compatibility: { readonly names: { readonly search?: string } };
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
  const { overrides, self, params, names, subject, looksLike, namesOf, flat } = owner;
  const { unknownParameters, allowParameters } = overrides;
  if (allowParameters !== undefined)
    checkUnread(allowParameters, [...namesIn(params), ...(flat?.targets.keys() ?? [])], subject);
  const facts = overrides[ofHandler]?.();
  const reads = facts && readsOf(facts, overrides.source ?? settings.source);
  const siblings = (facts?.lists ?? []).filter((list) => list.overrides !== self);
  let others: readonly KnownNames[] | undefined;
  return new ForeignParameters(params, {
    prefix: overrides.prefix,
    policy: unknownParameters ?? settings.unknownParameters,
    allowed: [...(allowParameters ?? settings.allowParameters), ...siblings.flatMap(allowedBy)],
    others: () => (others ??= siblings.map(namesOf)),
    isSoleReader: { ofText: reads?.everything === false, ofObjects: reads?.everything !== true },
    flat,
    freed: reads?.names ?? [],
    unread: unreadNames(params, names),
    search: settings.compatibility.names.search,
    looksLike,
  });
}

function allowedBy({ overrides }: HandlerList): readonly string[] {
  return overrides?.allowParameters ?? [];
}

/** Returns the parts of its source that a handler reads itself. A function may have read any part of the request. */
function readsOf({ query, body, isOfMessages, isOfQueries }: HandlerFacts, source: unknown): HostReads {
  if (typeof source === 'function') {
    return { everything: query.everything || body.everything, names: [...query.names, ...body.names] };
  }
  return isOfMessages || isOfQueries || source === 'body' ? body : query;
}
