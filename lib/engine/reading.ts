import { type Asked, type Declared, type List, type QueryPlan, type Moment, momentBy } from '../ast/index.js';
import { type Profile, profileFor } from './profile.js';
import { checkCursorSort } from './order.js';
import type { OnRamp, RampPlace, RampReading, RampRelation, RampRequest } from './on-ramp.js';
import type { Settings } from './settings.js';
import { type DeprecatedName, type FilterIssue, IssueCollector, Location } from '../issues/index.js';
import { type Limits, exceed } from '../limits.js';
import { type NamedFilters, type ObjectRules, type Origin, nodesOf, origins, treeOf } from '../parse/index.js';
import {
  type Door,
  QueryContent,
  type QueryStringReading,
  RequestBody,
  type RequestTree,
  SentNames,
  type SentPair,
  UnreadInput,
  flatNameIn,
  foreignPair,
  nameOf,
  parameterOf,
  parameterOfGarbled,
  parameters,
  queryIn,
  readPairs,
  readQueryString,
  refuseInUrl,
  refuseUnread,
  refuseWithoutContent,
} from '../wire/index.js';
import type { WorkParts } from '../cost.js';
import { namedConditions } from './trusted.js';
import { describeFeature, readParameters } from './parameters.js';
import { lengthOfName } from '../list/index.js';
import { type Member, type View, findMember, isPathVisible, keyOf, lookUp } from '../schema/index.js';

/** Looks up the list that a request is about, as this requester may use it. */
export function readingOf(
  profile: Profile,
  requester: Requester,
  { relativeDates, clock }: Pick<Settings, 'relativeDates' | 'clock'>,
): Reading {
  const moment = requester.moment ?? (profile.relativeDates || relativeDates ? momentBy(clock) : undefined);
  return { profile, requester, list: profile.list(requester.origin.view === 'client' ? 'client' : 'code'), moment };
}

/** The origin of a request, and the host's context for it. */
export interface Requester {
  readonly origin: Origin;
  /** Value that decides scopes and the visibility of fields. */
  readonly context: unknown;
  /** Names that the client used for parts of the request, by their pointers. A `source` function may tell them. */
  readonly names?: Readonly<Record<string, string>> | undefined;
  /** The moment of the request, where it was read before; by default the present. */
  readonly moment?: Moment | undefined;
}

/** Returns the origin of a client's request by its form: a text is a query string, and the Nest layer wraps bodies. */
export function originOf(input: unknown): Origin {
  if (input instanceof RequestBody || input instanceof QueryContent) return origins.body;
  return isQueryText(input) ? origins.queryString : origins.object;
}

/** Reads a request of any form into a tree, with the names of its parts that were sent by others. */
function requestTree(profile: Profile, input: unknown, origin: Origin, issues: IssueCollector): QueryStringReading {
  const { params, foreign } = profile;
  const flat = profile.flat?.rules;
  if (input instanceof QueryContent && !isReadable(profile, input, issues)) return nothing;
  const text = textOf(profile, input);
  if (text !== undefined)
    return readQueryString(text.text, { params, limits: text.limits, foreign, door: text.door, flat }, issues);
  if (input instanceof QueryContent) {
    const read = bodyTree(profile, input.content, { origin, params, foreign, flat, isOfQuery: true }, issues);
    return { tree: read, sent: undefined };
  }
  if (input instanceof UnreadInput) {
    refuseUnread(params, issues);
    return nothing;
  }
  return { tree: bodyTree(profile, input, { origin, params, foreign }, issues), sent: undefined };
}

const nothing: QueryStringReading = { tree: {}, sent: undefined };

/** Reads a body that was parsed, within its limit, or an object that a program has. */
function bodyTree(
  { limits, params }: Profile,
  input: unknown,
  rules: ObjectRules,
  issues: IssueCollector,
): RequestTree {
  if (!(input instanceof RequestBody)) return treeOf(input, rules, issues);
  if (input.isWithin(limits.bodyBytes)) return treeOf(input.value, rules, issues);
  exceed(issues, limits, 'bodyBytes', Location.root(params.filters));
  return {};
}

/**
 * Returns true where an HTTP QUERY has content, of a form's greatest length at most. Reports where it has not, and what
 * its URL has of the list.
 */
function isReadable(profile: Profile, query: QueryContent, issues: IssueCollector): boolean {
  const { params, limits } = profile;
  refuseInUrl(query, { nameOf: namesOfList(profile), foreign: profile.foreign }, issues);
  const { content } = query;
  if (content === undefined) refuseWithoutContent(params, issues);
  if (typeof content !== 'string' || Buffer.byteLength(content) <= limits.bodyBytes) return content !== undefined;
  exceed(issues, limits, 'bodyBytes', Location.root(params.filters));
  return false;
}

/** Returns what tells the list's own parameters, by any of their names and however garbled, from the host's. */
function namesOfList({ params, flat, onRamp }: Profile): (pair: SentPair) => string | undefined {
  const rules = flat?.rules;
  return (pair) => {
    const parameter = parameterOfGarbled(pair.key, params);
    if (parameter !== undefined) return nameOf(parameter, params);
    return (rules && flatNameIn(pair.key, rules)) ?? (onRamp?.claims(pair) === true ? pair.key : undefined);
  };
}

export interface RequestText {
  readonly text: string;
  readonly door: Door;
  readonly limits: Limits;
}

/**
 * Returns the text of a query string, or of a form in the content of an HTTP QUERY, which may be as long as a body.
 * Undefined for any other input.
 */
function textOf({ params, limits }: Profile, input: unknown): RequestText | undefined {
  if (!(input instanceof QueryContent)) {
    const text = queryTextOf(input);
    return text === undefined ? undefined : { text: queryIn(text, params), door: 'url', limits };
  }
  const { content } = input;
  if (typeof content !== 'string') return undefined;
  return { text: content, door: 'content', limits: { ...limits, queryBytes: Infinity } };
}

/** Returns true for a query string, and for anything that contains one: a URL, or its search parameters. */
function isQueryText(input: unknown): boolean {
  return queryTextOf(input) !== undefined || (input instanceof QueryContent && typeof input.content === 'string');
}

/** Returns the text of a string, a `URL` or a `URLSearchParams`, or undefined for any other input. */
function queryTextOf(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (input instanceof URL) return input.href;
  return input instanceof URLSearchParams ? input.toString() : undefined;
}

/** One reading of a request: by a profile, for one requester. */
export interface Reading {
  readonly profile: Profile;
  readonly requester: Requester;
  readonly list: List;
  /** The moment of its relative dates, and of the program's own beside it. Undefined where neither are read. */
  readonly moment: Moment | undefined;
}

/** A request in the form from which its parameters are read. */
interface Unread {
  readonly tree: RequestTree;
  /** True for a query string, whose values are texts. */
  readonly isText: boolean;
  readonly sent?: SentNames | undefined;
  readonly nullOfRelated?: RampReading['nullOfRelated'];
  readonly dates?: RampReading['dates'];
}

/** A request as it was understood. */
export interface ReadRequest {
  readonly asked: Asked;
  /** The work that it asks for, as its budget counted it. */
  readonly work: WorkParts;
  readonly sent: SentNames | undefined;
  readonly used: readonly DeprecatedName[];
  /** True where it has named filters. */
  readonly isNamed: boolean;
}

/** Reads requests. After an issue, the result must not be used. */
export class RequestReader {
  /** @param expand reads what a named filter stands for; left out where that does not matter */
  constructor(
    private readonly settings: Settings,
    private readonly expand: NamedFilters['expand'] = namedConditions(settings),
  ) {}

  read(reading: Reading, input: unknown, issues: IssueCollector): ReadRequest {
    const { tree, sent } = requestTree(reading.profile, input, reading.requester.origin, issues);
    return this.readTree(reading, { tree, isText: isQueryText(input), sent }, issues);
  }

  readTree(
    { profile, requester, list, moment: ofAll }: Reading,
    { tree, isText, sent, nullOfRelated, dates }: Unread,
    issues: IssueCollector,
  ): ReadRequest {
    const { params, limits } = profile;
    const { compatibility: usual, operators } = this.settings;
    const compatibility = nullOfRelated === undefined ? usual : { ...usual, nullOfRelated };
    const { context } = requester;
    const named = { expand: this.expand, moment: ofAll, used: false };
    const moment = profile.relativeDates ? ofAll : undefined;
    const pageNames = sent?.hasBelow(params.pagination) === true ? profile.flat?.rules.pageNames : undefined;
    const sortNames = sent === undefined ? undefined : profile.flat?.sortNamesBy(sent.at(`/${params.sort}`));
    const options = {
      params,
      limits,
      compatibility,
      operators,
      context,
      moment,
      dates,
      named,
      isText,
      pageNames,
      sortNames,
      narrowed: sent === undefined ? undefined : profile.flat?.narrowedBy(sent),
    };
    const { nodeOf, budget } = nodesOf(tree, options, issues);
    const asked = readParameters(nodeOf, list);
    checkCursorSort(asked, params, issues);
    return { asked, work: budget.parts, sent, used: issues.deprecated, isNamed: named.used };
  }
}

/** The result of reading a request: the plan of a query, or everything that is wrong with it. */
export type ReadResult =
  | { readonly ok: true; readonly plan: QueryPlan; readonly ramp?: RampReading }
  | { readonly ok: false; readonly issues: readonly FilterIssue[]; readonly used: readonly DeprecatedName[] };

/** A value that one data source can hold and another cannot: a client's mistake, found where the query is applied. */
export class RefusedElsewhere extends Error {
  override readonly name = 'RefusedElsewhere';

  constructor(readonly issues: readonly FilterIssue[]) {
    super(issues.map(({ message }) => message).join('; '));
  }
}

/** Adds the names that a `source` function returns to those of flat parameters. */
export function namesSent(
  { params }: Profile,
  { names }: Requester,
  sent: SentNames | undefined,
): SentNames | undefined {
  if (names === undefined) return sent;
  const all = sent ?? new SentNames();
  for (const [pointer, name] of Object.entries(names)) {
    const [, root = '', ...rest] = pointer.split('/');
    const parameter = parameters.find((each) => each === root);
    const place = ['', parameter === undefined ? root : nameOf(parameter, params), ...rest].join('/');
    all.add({ pointer: place, name, from: 2, members: 'by index' });
  }
  return all;
}

/** Lists every mistake in a client's request. It calls no scope, and not the function of a named filter. */
export function issuesOf(
  whole: Profile,
  settings: Settings,
  { input, context }: { readonly input: unknown; readonly context: unknown },
): readonly FilterIssue[] {
  const profile = profileFor(whole, context);
  const issues = new IssueCollector(profile.limits.issues);
  const reading = readingOf(profile, { origin: originOf(input), context }, settings);
  const { sent } = new RequestReader(settings, () => ({ condition: undefined })).read(reading, input, issues);
  return sent === undefined ? issues.issues : issues.issues.map((issue) => sent.rename(issue));
}

/** A request that may be in the spelling of another library, and the list that it is about. */
interface RampInput {
  readonly input: unknown;
  readonly ramp: OnRamp;
  readonly profile: Profile;
  readonly list: List;
  /** Context that decides which names exist for this client. */
  readonly context: unknown;
}

const nothingOfRamp: RampReading = { tree: {}, names: new Map(), echo: undefined };

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
  if (input instanceof QueryContent && !isReadable(profile, input, issues)) return nothingOfRamp;
  const { text, limits, door } = request;
  const pairs = readPairs(text, { params, limits, foreign, door }, issues);
  if (issues.count > 0) return nothingOfRamp;
  const flat = profile.flat?.rules;
  const isOurs = ({ key }: SentPair) =>
    parameterOf(key, params) !== undefined || (flat && flatNameIn(key, flat)) !== undefined;
  const ours = pairs.filter((pair) => isOurs(pair) && !ramp.claims(pair));
  const theirs = pairs.filter((pair) => ramp.claims(pair));
  if (ours.length > 0) {
    const mixed = theirs.find((pair) => !isOurs(pair));
    if (mixed === undefined) return undefined;
    const text = `is not read beside ${mixed.key}; send the parameters of only one library`;
    for (const { key } of ours) issues.add(Location.root(key), { code: 'unknown_parameter', allowed: [] }, text);
    return nothingOfRamp;
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
  const { declared } = list;
  return {
    pairs,
    place: placeOf(list.view, context),
    limits: profile.limits,
    dialect: profile.schema.dialect.name,
    search: declared.search?.filter((path) => isPathVisible(path, context)).map((path) => keyOf('client', path)),
    selects:
      declared.fields?.selectable && selects(describeFeature('fields', declared, { limits: profile.limits, context })),
    populated: declared.populate && populatedPlace(declared.populate, context),
    deletes: declared.deleted !== undefined,
    paginated: declared.pagination.styles(context).length > 0,
    refuse: (key, details, text) => issues.add(Location.root(key), details, text),
  };
}

function selects(selectable: readonly string[]): RampRequest['selects'] {
  const names = new Set(selectable);
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
function populatedPlace(populatables: NonNullable<Declared['populate']>, context: unknown): RampPlace {
  return {
    relation: (path) => {
      const names = lengthOfName(populatables, path, context);
      const found = lookUp(populatables, path.slice(0, names).join('.'));
      return found && { names, toMany: found.relation.toMany, place: populatedPlace(found.below, context) };
    },
  };
}
