import { type FilterIssue, type IssueCollector, Location } from '../../issues/index.js';
import { type Populatables, lengthOfName } from '../../populate/index.js';
import { type Selectable, selectableNames } from '../../selection/index.js';
import { type Member, type View, findMember, isPathVisible, keyOf, lookUp } from '../../schema/index.js';
import { QueryContent, type SentPair, flatNameIn, foreignPair, parameterOf, readPairs } from '../../wire/index.js';
import type { Profile } from '../lists/profile.js';
import type { OnRamp, RampPlace, RampReading, RampRelation, RampRequest } from '../options/on-ramp.js';
import type { ReadableList } from '../lists/parameters.js';
import { isReadable, textOf } from './request.js';

/** A request that may be in the spelling of another library, and the list that it is about. */
interface RampInput {
  readonly input: unknown;
  readonly ramp: OnRamp;
  readonly profile: Profile;
  readonly list: ReadableList;
  /** Context that decides which names exist for this client. */
  readonly context: unknown;
}

const nothing: RampReading = { tree: {}, names: new Map(), echo: undefined };

/**
 * Reads a query string, or the form of an HTTP QUERY, by an on-ramp.
 *
 * @returns undefined for JSON, and for a text in the list's own spelling: brackets, as `toString()` and links print
 *   it, or flat names
 */
export function readByRamp(ramped: RampInput, issues: IssueCollector): RampReading | undefined {
  const { input, ramp, profile } = ramped;
  const { params, foreign } = profile;
  const request = textOf(profile, input);
  if (request === undefined) return undefined;
  if (input instanceof QueryContent && !isReadable(profile, input, issues)) return nothing;
  const { text, limits, door } = request;
  const pairs = readPairs(text, { params, limits, foreign, door }, issues);
  if (issues.count > 0) return nothing;
  const flat = profile.flat?.rules;
  const isOurs = ({ key }: SentPair) =>
    parameterOf(key, params) !== undefined || (flat && flatNameIn(key, flat)) !== undefined;
  const ours = pairs.filter((pair) => isOurs(pair) && !ramp.claims(pair));
  const theirs = pairs.filter((pair) => ramp.claims(pair));
  if (ours.length > 0) {
    const mixed = theirs.find((pair) => !isOurs(pair));
    if (mixed === undefined) return undefined;
    const text = `is not read beside ${mixed.key}; send the parameters of one of both libraries alone`;
    for (const { key } of ours) issues.add(Location.root(key), { code: 'unknown_parameter', allowed: [] }, text);
    return nothing;
  }
  for (const pair of pairs) if (!theirs.includes(pair)) foreign.look(pair.key, foreignPair(pair, door), issues);
  return ramp.read(requestOf(ramped, theirs, issues));
}

/** Tells an on-ramp its parameters of a request, and what the list has for this client. */
function requestOf(
  { profile, list, context }: RampInput,
  pairs: readonly SentPair[],
  issues: IssueCollector,
): RampRequest {
  return {
    pairs,
    place: placeOf(list.view, context),
    limits: profile.limits,
    dialect: profile.schema.dialect.name,
    search: list.lists.search?.filter((path) => isPathVisible(path, context)).map((path) => keyOf('client', path)),
    selects: list.lists.selectable && selects(list.lists.selectable, context),
    populated: list.lists.populate && populatedPlace(list.lists.populate, context),
    deletes: list.lists.deleted !== undefined,
    paginated: list.styles.length > 0,
    refuse: (key, details, text) => issues.add(Location.root(key), details, text),
  };
}

function selects(selectable: Selectable, context: unknown): RampRequest['selects'] {
  const names = new Set(selectableNames(selectable, context));
  return (name) => names.has(name);
}

function placeOf(view: View, context: unknown): RampPlace {
  const relationIn = (
    members: ReadonlyMap<string, Member>,
    names: number,
    path: readonly string[],
  ): RampRelation | undefined => {
    const [name = '', ...rest] = path;
    const member = findMember(members, name, context);
    if (member?.type === 'embedded') return relationIn(member.members, names + 1, rest);
    if (member?.type !== 'relation') return undefined;
    return { names, toMany: member.toMany, place: placeOf(member.view('client'), context) };
  };
  return { relation: (path) => relationIn(view.members, 1, path) };
}

/** Relations that may be populated: one that nobody may filter by may be among them. */
function populatedPlace(populatables: Populatables, context: unknown): RampPlace {
  return {
    relation: (path) => {
      const names = lengthOfName(populatables, path, context);
      const found = lookUp(populatables, path.slice(0, names).join('.'));
      return found && { names, toMany: found.relation.toMany, place: populatedPlace(found.below, context) };
    },
  };
}

/** Names the keys that were sent in issues about what an on-ramp made of them. */
export function asSent(issues: readonly FilterIssue[], { names }: Pick<RampReading, 'names'>): readonly FilterIssue[] {
  return issues.map((issue) => {
    const key = keyAt(issue.pointer, names);
    if (key === undefined) return issue;
    const { path, pointer } = Location.root(key);
    return { ...issue, path, pointer, message: path + issue.message.slice(issue.path.length) };
  });
}

/** Returns the key at a pointer, of what is below it, or of the nearest above it. */
function keyAt(pointer: string, names: RampReading['names']): string | undefined {
  const own = names.get(pointer);
  if (own !== undefined) return own;
  for (const [each, key] of names) if (each.startsWith(`${pointer}/`)) return key;
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    const key = names.get(pointer.slice(0, end));
    if (key !== undefined) return key;
  }
  return undefined;
}
