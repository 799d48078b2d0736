import type { RuleGroupType, RuleType } from '@react-querybuilder/core';
import { ruleOperatorOf } from './rule-operators.js';
import type { Member } from './members.js';
import { type Plain, type PlainObject, isList, isObject } from './tree.js';

/** A part of the query builder. Its id is its place in the request, by which a refusal finds it. */
export type Part = (RuleType | RuleGroupType) & { readonly id: string };

/** Tells the fields of the rows themselves, `address.zip` among them, from those of related rows. */
export type IsOwnField = (path: readonly string[]) => boolean;

/** Returns the place of a part of the request as a JSON pointer. */
export function pointerOf(place: readonly string[]): string {
  return place.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Reads a condition as rules of the query builder, the reverse of `fromQueryBuilder`.
 *
 * @returns undefined for a condition that no rules say exactly
 */
export function rulesOf({ name, value, place }: Member, isOwn: IsOwnField): readonly Part[] | undefined {
  if (name === '$and' || name === '$or') return groupOf(name, value, { place, isOwn });
  if (name === '$not') return oppositeOf(value, { place, isOwn });
  return name.startsWith('$') ? undefined : ofField([name], value, { place, isOwn });
}

interface Reading {
  readonly place: readonly string[];
  readonly isOwn: IsOwnField;
}

function below({ place, isOwn }: Reading, name: string): Reading {
  return { place: [...place, name], isOwn };
}

function groupOf(name: '$and' | '$or', list: Plain, reading: Reading): readonly Part[] | undefined {
  if (!isList(list) || list.length === 0) return undefined;
  const rules = list.map((each, index) => oneOf(each, below(reading, String(index))));
  if (!rules.every((each) => each !== undefined)) return undefined;
  return [{ id: pointerOf(reading.place), combinator: name.slice(1), rules }];
}

/** Reads a member of a group, which several conditions make a group in turn. */
function oneOf(conditions: Plain, reading: Reading): Part | undefined {
  const rules = isObject(conditions) ? allOf(conditions, reading) : undefined;
  if (rules === undefined || rules.length === 0) return undefined;
  const [first] = rules;
  return rules.length === 1 ? first : { id: pointerOf(reading.place), combinator: 'and', rules: [...rules] };
}

function allOf(conditions: PlainObject, reading: Reading): readonly Part[] | undefined {
  const parts = Object.entries(conditions).map(([name, value]) =>
    rulesOf({ name, value, place: [...reading.place, name] }, reading.isOwn),
  );
  return parts.every((each) => each !== undefined) ? parts.flat() : undefined;
}

function oppositeOf(conditions: Plain, reading: Reading): readonly Part[] | undefined {
  const rules = isObject(conditions) ? allOf(conditions, reading) : undefined;
  if (rules === undefined || rules.length === 0) return undefined;
  return [{ id: pointerOf(reading.place), combinator: 'and', not: true, rules: [...rules] }];
}

/**
 * Reads what is said of a field. Several conditions on a related row are about one and the same, which no rules say.
 */
function ofField(path: readonly string[], value: Plain, reading: Reading): readonly Part[] | undefined {
  if (!isObject(value)) return ruleOf(path, { $eq: value }, reading);
  const names = Object.keys(value);
  if (names.length > 1 && !reading.isOwn(path)) return undefined;
  const parts = names.map((name) =>
    name.startsWith('$') && name !== '$count'
      ? ruleOf(path, { [name]: value[name] ?? null }, below(reading, name))
      : ofField([...path, name], value[name] ?? null, below(reading, name)),
  );
  return parts.every((each) => each !== undefined) ? parts.flat() : undefined;
}

function ruleOf(path: readonly string[], comparison: PlainObject, { place }: Reading): readonly Part[] | undefined {
  const found = ruleOperatorOf(comparison);
  return found && [{ id: pointerOf(place), field: path.join('.'), ...found }];
}
