import type { IssueCollector, IssueDetails, Location } from '../../issues/index.js';
import { nearestName } from './nearest-name.js';

/** Place of a refusal, and the collector for it. Every node is one. */
export interface Place {
  readonly issues: IssueCollector;
  readonly at: Location;
}

/** Place with a name that was not found there. */
interface NamedPlace extends Place {
  readonly key: string;
}

/** Operator that a shorthand stands for: `$eq` for a bare value, `$in` for a list, `$null` for null. */
export interface ImpliedOperator {
  readonly token: string;
  /** Part whose absence makes it a shorthand. */
  readonly missing: 'operator' | 'value';
  readonly subject: 'this field' | 'this relation';
}

/** Greatest number of names in a message, and in the issue's `allowed`. */
const mostNames = 50;

/** Ends a refusal with the existing names: "; use one of: a, b, c", or with nothing if there are none. */
function oneOf(allowed: readonly string[]): string {
  return allowed.length === 0 ? '' : `; use one of: ${listed(allowed)}`;
}

/** Ends the refusal of an unknown name: "; did you mean 'title'? Use one of: …" if a listed name is near. */
export function didYouMean(unknown: string, allowed: readonly string[]): string {
  const nearest = nearestName(unknown, allowed.slice(0, mostNames));
  return nearest === undefined ? oneOf(allowed) : `; did you mean '${nearest}'? Use one of: ${listed(allowed)}`;
}

function listed(names: readonly string[]): string {
  return names.slice(0, mostNames).join(', ');
}

/** Reports an issue, and returns undefined, the parser's result for a refused node. */
export function report({ issues, at }: Place, details: IssueDetails, text: string): undefined {
  issues.add(at, details, text);
}

/**
 * Refusals of the parser, each worded once, so that equal mistakes read alike. Each returns undefined, the parser's
 * result for a refused node.
 */
export const refuse = {
  /** Refuses a name that does not exist, or that this client may not see; both read alike. */
  unknownField(node: NamedPlace, allowed: readonly string[]): undefined {
    return report(
      node,
      { code: 'unknown_field', allowed },
      `is not a filterable field${didYouMean(node.key, allowed)}`,
    );
  },
  /** Refuses an operator that does not exist here, for any client. */
  unknownOperator(node: NamedPlace, allowed: readonly string[]): undefined {
    return report(
      node,
      { code: 'unknown_operator', allowed },
      `is not an operator here${didYouMean(node.key, allowed)}`,
    );
  },
  /** Refuses an operator that exists, but not for this field. */
  operatorNotAllowed(place: Place, allowed: readonly string[], subject = 'this field'): undefined {
    const text = `is an operator ${subject} does not take${oneOf(allowed)}`;
    return report(place, { code: 'operator_not_allowed', allowed }, text);
  },
  /** Refuses a quantifier or a count on a relation to one row. */
  toManyOnly(place: Place, allowed: readonly string[]): undefined {
    const text = `is an operator for relations to many rows${oneOf(allowed)}`;
    return report(place, { code: 'operator_not_allowed', allowed }, text);
  },
  /** Refuses NULL of a related field that is never NULL. Clients mean rows without a related row by it. */
  neverNull(place: Place, instead: string): undefined {
    const text = `finds nothing, because the field of a related row is never NULL; use ${instead}`;
    return report(place, { code: 'operator_not_allowed', allowed: [] }, text);
  },
  /** Refuses a shorthand, such as a bare value, for an operator that is not allowed here. */
  impliedNotAllowed(place: Place, allowed: readonly string[], implied: ImpliedOperator): undefined {
    const { token, missing, subject } = implied;
    const text = `without ${missing === 'value' ? 'a' : 'an'} ${missing} means ${token}, which ${subject} does not take`;
    return report(place, { code: 'operator_not_allowed', allowed }, `${text}${oneOf(allowed)}`);
  },
  malformedKey(place: Place, text: string): undefined {
    return report(place, { code: 'malformed_key' }, text);
  },
  expectedValue(place: Place, text = 'takes one value'): undefined {
    return report(place, { code: 'expected_value' }, text);
  },
  expectedList(place: Place, text = 'takes a list of values, one or more'): undefined {
    return report(place, { code: 'expected_list' }, text);
  },
  /** Refuses `[0]` and `[2]` without `[1]`: the request has lost a member, or has a wrong index. */
  listWithGap(place: Place): undefined {
    return report(place, { code: 'expected_list' }, 'is a list whose indexes must run from 0 without a gap');
  },
  expectedPair(place: Place): undefined {
    return report(place, { code: 'expected_pair' }, 'takes exactly two values, the lower and then the upper');
  },
  expectedObject(place: Place, text: string): undefined {
    return report(place, { code: 'expected_object' }, text);
  },
  expectedBoolean(place: Place): undefined {
    return report(place, { code: 'expected_boolean' }, 'takes true or false');
  },
  /** @param kind the name of the value kind, which the issue carries as `kind` */
  invalidValue(place: Place, kind: string, text: string): undefined {
    return report(place, { code: 'invalid_value', kind }, text);
  },
  /** @param allowed the parameters that the handler reads, for an unknown one */
  invalidPagination(place: Place, text: string, allowed?: readonly string[]): undefined {
    return report(place, { code: 'invalid_pagination', ...(allowed === undefined ? {} : { allowed }) }, text);
  },
  /** Refuses a name that occurs twice: in the object of a JSON text, or as two spellings of an operator. */
  duplicateName(place: Place): undefined {
    return report(place, { code: 'duplicate_key' }, 'is given more than once');
  },
  /** Refuses a repeated key where one value belongs. */
  duplicateKey(place: Place): undefined {
    return report(place, { code: 'duplicate_key' }, 'is given more than once, but takes one value');
  },
} as const;
