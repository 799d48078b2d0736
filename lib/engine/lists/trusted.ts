import type { DataSource } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import { type Condition, type Moment, type SortTerm, pageStyles } from '../../ast/index.js';
import { compatibilities } from '../../compatibility/index.js';
import { type FilterIssue, IssueCollector } from '../../issues/index.js';
import { type ParseOptions, nodesOf, origins, treeOf } from '../../parse/index.js';
import type { FilterSchema } from '../../schema/index.js';
import { type Lists, noLists } from './lists.js';
import type { Overrides } from '../options/overrides.js';
import { namesRead } from '../options/parameter-names.js';
import { type ParsedRequest, parametersRead, readParameters } from './parameters.js';
import { type ParameterNames, usualNames } from '../../wire/index.js';
import { type Settings, momentOf } from '../options/settings.js';

/** A mistake in conditions of the program's, with its place in them. */
export class TrustedMistake extends FilterConfigurationError {
  constructor(
    subject: string,
    readonly issue: FilterIssue,
  ) {
    super(`${subject}: ${issue.message}`);
  }
}

/**
 * Reads conditions of the server's own, such as a scope, in property names and on any column.
 *
 * @throws TrustedMistake for any mistake, which is the program's
 */
export function trustedConditions(
  schema: FilterSchema,
  filters: unknown,
  reading: TrustedReading,
): Condition | undefined {
  return readTrusted(schema, { filters }, reading).filters;
}

/** Reads a default order in property names, as {@link trustedConditions} reads conditions. */
export function trustedSort(
  schema: FilterSchema,
  sort: unknown,
  settings: Settings,
  subject: string,
): readonly SortTerm[] {
  return readTrusted(schema, { sort }, { settings, subject }).sort ?? [];
}

/** A program's own request: its context, its data source, and whether its fields may be chosen. */
export interface TrustedScope extends Pick<Overrides, 'select'> {
  /** Value that decides scopes. */
  readonly context: unknown;
  readonly source: DataSource;
  /** The moment of its relative dates, where it was read before; by default the present. */
  readonly moment?: Moment | undefined;
}

/** Circumstances of reading the program's own request. */
export interface TrustedReading {
  readonly settings: Settings;
  /** Begins the error. */
  readonly subject: string;
  /** Declarations of the entity. Left out for a request with only conditions and an order. */
  readonly lists?: Lists;
  /** Makes the budget that it spends. Default: one without limits. */
  readonly budget?: ParseOptions['budget'];
  /** The moment of its relative dates; by default the present, unless the module does not read them. */
  readonly moment?: Moment | undefined;
}

/** Names of the parameters that every list reads: of scopes and conditions of the program, which each request has. */
const namesOfAll = namesRead(usualNames, parametersRead(noLists), 'a request of the program');

/** Reads a whole request of the server's own: by the usual names, without limits, in the default compatibility mode. */
export function readTrusted(
  schema: FilterSchema,
  input: unknown,
  { settings, subject, lists = noLists, moment = momentOf(settings), budget }: TrustedReading,
): ParsedRequest {
  const issues = new IssueCollector(1);
  const origin = origins.trusted;
  const params = lists === noLists ? namesOfAll : namesRead(usualNames, parametersRead(lists), subject);
  const tree = treeOf(input, { origin, params }, issues);
  const list = { view: schema.view(origin.view), lists, styles: pageStyles };
  const { nodeOf } = nodesOf(tree, { ...optionsOf(settings, params), moment, budget }, issues);
  const parsed = readParameters(nodeOf, list);
  const [first] = issues.issues;
  if (first !== undefined) throw new TrustedMistake(subject, first);
  return parsed;
}

function optionsOf({ operators }: Settings, params: ParameterNames): ParseOptions {
  const compatibility = compatibilities.default;
  const { limits } = origins.trusted;
  return { params, limits, compatibility, operators, context: undefined };
}

/** Returns the conditions of an `and()`, which also takes a whole input with only `filters`. */
export function conditionsIn(input: unknown, schema: FilterSchema): unknown {
  return isWholeInput(input, schema) ? input.filters : input;
}

/** Recognizes a whole input with `filters` instead of conditions, unless a member has that name. */
function isWholeInput(input: unknown, schema: FilterSchema): input is { readonly filters: unknown } {
  const isWrapped = typeof input === 'object' && input !== null && Object.keys(input).join() === 'filters';
  return isWrapped && !schema.view('all').members.has('filters');
}
