import {
  type AllParameterNames,
  ForeignParameters,
  type ForeignRules,
  type ParameterNames,
  type UnknownPolicy,
} from '../wire/index.js';
import { checkUnread } from './allowed-parameters.js';
import { type Overrides, ofHandler } from './overrides.js';
import { resolveParams } from './parameter-names.js';

/** The settings of a module about parameters that it does not read itself. */
export interface ForeignSettings {
  /** The names of the parameters that the library reads. */
  readonly params: AllParameterNames;
  /** The decision about parameters that nobody has named. */
  readonly unknownParameters: UnknownPolicy;
  /** The parameters that the application itself reads. */
  readonly allowParameters: readonly string[];
  readonly compatibility: { readonly names: { readonly search?: string } };
}

/** The list of a handler, as far as it decides about other parameters. */
interface ForeignOwner {
  readonly overrides: Overrides;
  /** The names of the parameters that the handler reads. */
  readonly params: ParameterNames;
  readonly subject: string;
  /** Tells whether the rest of a key is that of a parameter of the list. */
  readonly looksLike: ForeignRules['looksLike'];
}

/**
 * Makes the judge of the parameters that a handler does not read. It tells those of the application, and of other lists in
 * the same URL, from misspelled ones of this list.
 */
export function foreignParameters(
  { overrides, params, subject, looksLike }: ForeignOwner,
  settings: ForeignSettings,
): ForeignParameters {
  const { unknownParameters, allowParameters } = overrides;
  if (allowParameters !== undefined) checkUnread(allowParameters, params, subject);
  const others = overrides[ofHandler]?.() ?? [];
  return new ForeignParameters(params, {
    prefix: overrides.prefix,
    policy: unknownParameters ?? settings.unknownParameters,
    allowed: allowParameters ?? settings.allowParameters,
    others: others.map((other) => resolveParams(settings.params, other ?? {}, subject)),
    search: settings.compatibility.names.search,
    looksLike,
  });
}
