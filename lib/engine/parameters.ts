import {
  type Asked,
  type Declared,
  type List,
  type ParameterTable,
  type PrintedQuery,
  type QueryPlan,
  type Server,
  pageStyles,
  printObject,
  printSlice,
  printSort,
  withoutRepetition,
} from '../ast/index.js';
import { type Check, Faults, checkNames } from '../configuration/index.js';
import { answering, features } from '../features/index.js';

import type { Answer } from '../page/index.js';
import type { Limits } from '../limits.js';
import type {
  Audience,
  Described,
  Feature,
  FeatureName,
  ListInTheMaking,
  ListOptions,
  Reach,
  Reached,
  ReadableList,
  ServerInTheMaking,
  TrustedReader,
} from '../list/index.js';
import { type NodeOf, pageKeysOf, readFilters, readSlice, readSort, report } from '../parse/index.js';
import type { FilterSchema, ViewKind } from '../schema/index.js';
import { type Parameter, parameters } from '../wire/index.js';

export { flat } from '../features/index.js';

/*
 * The table of parameters. `filters`, `sort` and `pagination` are the core's, and every list reads them; a feature is a
 * row of `features`. Objects with a member for each parameter are written out, so that every request is an object of
 * one shape.
 */

const names = parameters.filter((name): name is FeatureName => Object.hasOwn(features, name));

/**
 * Reads what a list declares for its features, at boot. A wrong declaration counts as none.
 *
 * @param faults receives the mistakes
 */
export function declareFeatures(
  list: ListInTheMaking,
  faults: Faults,
): (kind: ViewKind) => Pick<Declared, FeatureName> {
  const declare = <P extends FeatureName>(name: P): ((kind: ViewKind) => Declared[P] | undefined) => {
    const row: Feature<P> = features[name];
    const declared = faults.collect(() => row.declare(list));
    return (kind) => declared && faults.collect(() => declared(kind));
  };
  const by: { readonly [P in FeatureName]: (kind: ViewKind) => Declared[P] | undefined } = {
    search: declare('search'),
    facets: declare('facets'),
    aggregates: declare('aggregates'),
    fields: declare('fields'),
    populate: declare('populate'),
    deleted: declare('deleted'),
  };
  return (kind) => ofEach<Pick<Declared, FeatureName>>((name) => by[name](kind));
}

/** Makes an object with a member for each feature, always of one shape. */
function ofEach<Members extends Record<FeatureName, unknown>>(
  make: <P extends FeatureName>(name: P) => Members[P],
): { readonly [P in FeatureName]: Members[P] } {
  return {
    search: make('search'),
    facets: make('facets'),
    aggregates: make('aggregates'),
    fields: make('fields'),
    populate: make('populate'),
    deleted: make('deleted'),
  };
}

export const featureOptions = names.flatMap((name) => {
  const { rules, keepsRows } = features[name];
  return Object.entries<Check>(rules).map(([option, handler]) => [option, { handler, keepsRows }] as const);
});

/**
 * Checks an entity's declarations, even if no handler uses them.
 *
 * @throws FilterConfigurationError with every mistake in the declarations
 */
export function checkDeclaredLists(schema: FilterSchema, limits: Limits, reader: TrustedReader): void {
  const { search, facets, aggregates, populate } = schema.lists;
  const { subject } = schema.declaration;
  checkNames({ subject, name: 'search', value: search });
  const faults = new Faults();
  const options = { search, facets, aggregates, populate };
  const view = (kind: ViewKind) => schema.view(kind);
  declareFeatures({ schema, options, view, subject, limits, reader }, faults)('client');
  faults.throwIfAny();
}

/** The pages of requests of the program itself, in every style. */
const allPages: Declared['pagination'] = { styles: () => pageStyles, clamps: false };

/** What a list without declarations declares, for conditions of the program itself. */
export const bareDeclared: Declared = Object.freeze({
  pagination: allPages,
  ...ofEach<Record<FeatureName, undefined>>(() => undefined),
});

const trusted = new WeakMap<FilterSchema, Declared>();

/**
 * Returns what an entity declares for the program's own requests, without limits and `when`.
 *
 * @throws FilterConfigurationError for a wrong `select`
 */
export function trustedDeclared(schema: FilterSchema, select: ListOptions['select'], subject: string): Declared {
  const existing = select === undefined ? trusted.get(schema) : undefined;
  if (existing !== undefined) return existing;
  const faults = new Faults();
  const limits = { searchTerms: Infinity };
  const view = (kind: ViewKind) => schema.view(kind);
  const list = { schema, options: { select }, view, subject, limits, reader: undefined };
  const declared = { pagination: allPages, ...declareFeatures(list, faults)('all') };
  faults.throwIfAny();
  if (select === undefined) trusted.set(schema, declared);
  return declared;
}

/** Lists the parameters that a list reads. The others are the host's. */
export function parametersRead(declared: Declared): readonly Parameter[] {
  return ['filters', 'sort', 'pagination', ...names.filter((name) => isRead(name, declared))];
}

function isRead<P extends FeatureName>(name: P, declared: Declared): boolean {
  const row: Feature<P> = features[name];
  const own: Declared[P] = declared[name];
  return row.isRead?.(own) ?? own !== undefined;
}

/** Lists the features of a list that do not exist for a context. */
export function hiddenFeatures(declared: Declared, context: unknown): readonly FeatureName[] {
  const isHidden = <P extends FeatureName>(name: P): boolean => {
    const row: Feature<P> = features[name];
    return row.isShown?.(declared[name], context) === false;
  };
  return names.filter((name) => isHidden(name));
}

/** Describes what a client may ask for by a feature. */
export function describeFeature<P extends FeatureName>(name: P, declared: Declared, audience: Audience): Described<P> {
  const row: Feature<P> = features[name];
  return row.describe(declared[name], audience);
}

/** Returns the sentences that boot logs of a list's declarations. */
export function warningsOf(list: List, handler: string): readonly string[] {
  const warning = <P extends FeatureName>(name: P): string | undefined => {
    const row: Feature<P> = features[name];
    return row.warning?.(list.declared[name], list, handler);
  };
  return names.flatMap((name) => warning(name) ?? []);
}

/**
 * Reads all parameters of a request. After an issue, the result must not be used.
 *
 * @param nodeOf returns the node of a parameter, or undefined for one that was not sent
 */
export function readParameters(nodeOf: NodeOf, list: ReadableList): Asked {
  const { view, declared } = list;
  const filters = nodeOf('filters');
  const sort = nodeOf('sort');
  const slice = nodeOf('pagination');
  const conditions = filters && readFilters(filters, view);
  const terms = sort === undefined ? unsorted : readSort(sort, view);
  const pagination = slice && readSlice(slice, declared.pagination);
  const read = <P extends FeatureName>(name: P): Asked[P] => {
    const row: Feature<P> = features[name];
    const node = nodeOf(name);
    if (node === undefined) return row.none;
    if (isRead(name, declared)) return row.read(node, list, pagination) ?? row.none;
    // Other requests of the list read it: a builder has no place for related rows.
    const allowed = parametersRead(declared);
    report(node, { code: 'unknown_parameter', allowed }, 'is not read here; only pages have related rows');
    return row.none;
  };
  return {
    filters: conditions,
    sort: terms,
    pagination,
    search: read('search'),
    facets: read('facets'),
    aggregates: read('aggregates'),
    fields: read('fields'),
    populate: read('populate'),
    deleted: read('deleted'),
  };
}

const unsorted: Asked['sort'] = Object.freeze([]);

/**
 * Returns true where a request has a part of a feature: the client asked for it, or the list adds it to every request.
 * No function of any other feature is called.
 */
function isIn<P extends FeatureName>(name: P, { declared }: Pick<ReadableList, 'declared'>, asked: Asked): boolean {
  const row: Feature<P> = features[name];
  const own: Declared[P] = declared[name];
  return asked[name] !== row.none || (own !== undefined && row.isAlways?.(own) === true);
}

/** Prints the client's part of a request: equal requests give equal objects, and parsing one gives an equal request. */
function print({ list, asked }: Pick<QueryPlan, 'list' | 'asked'>): PrintedQuery {
  const { filters, sort, pagination } = asked;
  const { kind } = list.view;
  const printed: PrintedQuery = {};
  if (filters !== undefined) printed.filters = printObject(withoutRepetition(filters));
  if (sort.length > 0) printed.sort = sort.map((term) => printSort(term, kind));
  if (pagination !== undefined) printed.pagination = printSlice(pagination);
  for (const name of names) if (isIn(name, list, asked)) printInto(printed, name, asked, kind);
  return printed;
}

function printInto<P extends FeatureName>(printed: PrintedQuery, name: P, asked: Asked, kind: ViewKind): void {
  const row: Feature<P> = features[name];
  const value = asked[name];
  if (value !== row.none && value !== undefined) printed[name] = row.print(value, kind);
}

/** The table of parameters, for the lists below this layer. */
export const parameterTable: ParameterTable = {
  print,
  answersTo: ({ list, asked }) => {
    const answers: Answer[] = [];
    for (const name of answering) {
      const { answer } = features[name];
      if (answer !== undefined && isIn(name, list, asked)) answers.push(answer);
    }
    return answers;
  },
  identify: (plan) =>
    names
      .filter((name) => isIn(name, plan.list, plan.asked))
      .map((name) => [name, features[name].identify(plan)] as const),
};

export function answerOf(name: 'facets' | 'aggregates' | 'populate'): Answer {
  const { answer } = features[name];
  if (answer === undefined) throw new TypeError(`${name} answers nothing`);
  return answer;
}

/**
 * Returns what a request asks for where a program names it in place of the client.
 *
 * @throws FilterConfigurationError for an unknown name
 */
export function askedByName(plan: QueryPlan, name: 'facets' | 'aggregates', names: readonly string[]): Asked {
  return { ...plan.asked, [name]: features[name].named?.(plan, names) };
}

/** Returns what the server adds to a request, without scopes: its own part, and what the parameters add. */
export function serve(
  list: ReadableList,
  asked: Asked,
  {
    context,
    moment,
    added,
    defaultSort,
  }: Pick<Server, 'added' | 'defaultSort'> & Pick<QueryPlan['at'], 'context' | 'moment'>,
): ServerInTheMaking {
  const server: ServerInTheMaking = {
    added,
    defaultSort,
    order: undefined,
    scopes: noScopes,
    aggregated: undefined,
    selected: undefined,
    populate: noRelations,
    answered: undefined,
  };
  const request = { context, moment, server };
  const serveOne = <P extends FeatureName>(name: P): void => {
    const row: Feature<P> = features[name];
    row.serve?.(asked[name], list.declared[name], request);
  };
  for (const name of names) if (isIn(name, list, asked)) serveOne(name);
  return server;
}

const noScopes: Server['scopes'] = new Map();
const noRelations: Server['populate'] = Object.freeze([]);

export function collectFeatures(reach: Reach, into: Reached): void {
  for (const name of names) if (isIn(name, reach.list, reach.asked)) features[name].reaches(reach, into);
}

/** Names what was read from the canonical form of another request as that request did. */
export function renamed(asked: Asked, given: Asked): Asked {
  const rename = <P extends FeatureName>(name: P): Asked[P] => {
    const row: Feature<P> = features[name];
    return asked[name] === row.none ? row.none : (row.renamed?.(asked[name], given[name]) ?? asked[name]);
  };
  return { ...asked, ...ofEach<Pick<Asked, FeatureName>>(rename) };
}

/**
 * Returns the test that a text can stand after the name of a parameter: an option in its brackets, or a name by which
 * every client may ask for something.
 */
export function recognizerOf(
  declared: Declared,
  isField: (name: string) => boolean,
): (parameter: Parameter, text: string) => { readonly isName: boolean; readonly isOption: boolean } {
  const ofFeature = <P extends FeatureName>(name: P, text: string) => {
    const row: Feature<P> = features[name];
    const isName = row.recognizes?.(text, declared[name], isField) ?? false;
    return { isName, isOption: row.options?.includes(text) ?? false };
  };
  return (parameter, text) => {
    switch (parameter) {
      case 'filters':
        return { isName: false, isOption: ['$and', '$or', '$not'].includes(text) };
      case 'sort':
        return { isName: isField(text.replace(/^-|:.*$/g, '')), isOption: false };
      case 'pagination':
        return { isName: false, isOption: pageKeys.includes(text) };
      default:
        return ofFeature(parameter, text);
    }
  };
}

const pageKeys: readonly string[] = pageKeysOf(pageStyles);
