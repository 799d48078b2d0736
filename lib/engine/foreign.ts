import { FilterConfigurationError, told } from '../configuration-error.js';
import { ForeignParameters, type ParameterNames, type UnknownPolicy, unknownPolicies } from '../wire/index.js';
import { choiceOf, wrongValue } from './checks.js';
import { type Overrides, ofHandler } from './overrides.js';

/** The module's word on parameters that are not ours. */
export interface ForeignSettings {
  readonly unknownParameters: UnknownPolicy;
  readonly allowParameters: readonly string[];
  readonly compatibility: { readonly searchParameter: string | undefined };
}

export function checkPolicy(given: UnknownPolicy, where: string): UnknownPolicy {
  return choiceOf('unknownParameters', given, unknownPolicies, where);
}

/** A list of names; one that is read here anyway would be named by mistake. */
export function checkAllowed(given: unknown, params: ParameterNames, where: string): readonly string[] {
  if (!Array.isArray(given)) throw wrongValue(where, 'allowParameters', 'a list of names', given);
  const names: string[] = [];
  for (const name of given as readonly unknown[]) {
    if (typeof name !== 'string' || name === '') {
      throw new FilterConfigurationError(`${where}: allowParameters lists ${told(name)}, which is no name`);
    }
    if (Object.values(params).includes(name)) {
      throw new FilterConfigurationError(
        `${where}: allowParameters lists ${name}, which is read here; leave it out, or call the parameter otherwise by params`,
      );
    }
    names.push(name);
  }
  return Object.freeze(names);
}

/**
 * How the parameters of a handler are looked at that are not ours.
 *
 * @param namesFor what the parameters are called under other overrides
 */
export function foreignParameters(
  overrides: Overrides,
  params: ParameterNames,
  settings: ForeignSettings,
  where: string,
  namesFor: (overrides: Overrides) => ParameterNames,
): ForeignParameters {
  const { unknownParameters, allowParameters } = overrides;
  const others = (overrides[ofHandler]?.() ?? []).filter((other) => other !== overrides);
  return new ForeignParameters(params, {
    prefix: overrides.prefix,
    policy: unknownParameters === undefined ? settings.unknownParameters : checkPolicy(unknownParameters, where),
    allowed: allowParameters === undefined ? settings.allowParameters : checkAllowed(allowParameters, params, where),
    others: others.map((other) => namesFor(other ?? {})),
    search: settings.compatibility.searchParameter,
  });
}
