import type { FacetDescription } from 'nestjs-filterable';
import type { TanStackFilterFn } from 'nestjs-filterable/client';
import type { Member } from './members.js';
import { type Plain, isList, isObject } from './tree.js';

/** A filter of a facet, as the table keeps it: the values chosen, or the ends of a range, of which '' is open. */
export interface FacetFilter {
  readonly id: string;
  readonly value: readonly (string | null)[];
}

/** Returns the function of the table that a facet filters by. */
export function filterFnOf({ type, list }: FacetDescription): TanStackFilterFn {
  if (type === 'range') return 'inNumberRange';
  return list === true ? 'arrIncludesSome' : 'arrHas';
}

/**
 * Reads a condition as a filter of a facet. Undefined where it is about something else, or says what no facet can show.
 */
export function facetFilterOf(facet: FacetDescription, member: Member): FacetFilter | undefined {
  const [first, ...rest] = facet.name.split('.');
  if (member.name !== first) return undefined;
  const operand = rest.reduce<Plain | undefined>((value, name) => onlyMember(value, name), member.value);
  if (operand === undefined) return undefined;
  const value = facet.type === 'range' ? rangeOf(operand) : choicesOf(facet, operand);
  return value && { id: facet.name, value };
}

function onlyMember(value: Plain | undefined, name: string): Plain | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function choicesOf({ name, list }: FacetDescription, operand: Plain): readonly (string | null)[] | undefined {
  const read = (operator: string) => onlyMember(operand, operator);
  const one = list === true ? read('$has') : typeof operand === 'string' ? operand : read('$eq');
  if (typeof one === 'string') return [one];
  const several = read(list === true ? '$hasSome' : '$in');
  if (isList(several) && several.every((each) => typeof each === 'string')) return several;
  return list !== true && !name.includes('.') && read('$null') === 'true' ? [null] : undefined;
}

/** Reads `$gte` and `$lte`. A range that is upside down, or ends in no number, is no range that a slider could show. */
function rangeOf(operand: Plain): readonly string[] | undefined {
  if (!isObject(operand) || Object.keys(operand).some((name) => name !== '$gte' && name !== '$lte')) return undefined;
  const { $gte: from = '', $lte: to = '' } = operand;
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  const isEnd = (end: string) => end === '' || (Number.isFinite(Number(end)) && end.length < 16 && end.trim() === end);
  const isUpright = from === '' || to === '' || Number(from) <= Number(to);
  // An empty text in the address is no open end, which has no key at all.
  const isSaid = operand['$gte'] !== '' && operand['$lte'] !== '';
  return isEnd(from) && isEnd(to) && isUpright && isSaid ? [from, to] : undefined;
}
