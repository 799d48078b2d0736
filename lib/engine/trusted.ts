import type { DataSource } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import { type Condition, type SortTerm, pageStyles } from '../ast/index.js';
import { compatibilities } from '../compatibility/index.js';
import { IssueCollector } from '../issues.js';
import { type ParseOptions, nodesOf, origins, treeOf } from '../parse/index.js';
import type { FilterSchema } from '../schema/index.js';
import { type Lists, noLists } from './lists.js';
import type { Overrides } from './overrides.js';
import { namesRead } from './parameter-names.js';
import { type ParsedRequest, parametersRead, readParameters } from './parameters.js';
import { type ParameterNames, usualNames } from '../wire/index.js';
import type { Settings } from './settings.js';

/**
 * Reads conditions of the server's own, such as a scope, in property names and on any column.
 *
 * @param subject begins the error: `scope of Post`
 * @throws FilterConfigurationError for any mistake, which is the program's
 */
export function trustedConditions(
  schema: FilterSchema,
  filters: unknown,
  settings: Settings,
  subject: string,
): Condition | undefined {
  return readTrusted(schema, { filters }, { settings, subject }).filters;
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

/** A program's own request: for whom, in which data source, and whose fields it may choose. */
export interface TrustedScope extends Pick<Overrides, 'select'> {
  /** The value that scopes are decided by. */
  readonly context: unknown;
  readonly source: DataSource;
}

/** The circumstances in which the program's own request is read. */
interface TrustedReading {
  readonly settings: Settings;
  /** Begins the error. */
  readonly subject: string;
  /** The declarations of the entity; none where the request has nothing but conditions and an order. */
  readonly lists?: Lists;
}

/** Reads a whole request of the server's own: by the usual names, without limits, in the default compatibility mode. */
export function readTrusted(
  schema: FilterSchema,
  input: unknown,
  { settings, subject, lists = noLists }: TrustedReading,
): ParsedRequest {
  const issues = new IssueCollector(1);
  const origin = origins.trusted;
  const params = namesRead(usualNames, parametersRead(lists), subject);
  const tree = treeOf(input, { origin, params }, issues);
  const list = { view: schema.view(origin.view), lists, styles: pageStyles };
  const parsed = readParameters(nodesOf(tree, optionsOf(settings, params), issues), list);
  const [first] = issues.issues;
  if (first !== undefined) throw new FilterConfigurationError(`${subject}: ${first.message}`);
  return parsed;
}

function optionsOf({ operators }: Settings, params: ParameterNames): ParseOptions {
  const compatibility = compatibilities.default;
  const { limits } = origins.trusted;
  return { params, limits, compatibility, operators, context: undefined };
}

/** Returns the conditions of an `and()`, which also takes a whole input with nothing but `filters` in it. */
export function conditionsIn(input: unknown, schema: FilterSchema): unknown {
  return isWholeInput(input, schema) ? input.filters : input;
}

/** Recognizes a whole input with `filters` in it, which `and()` takes in place of conditions; not where a member has that name. */
function isWholeInput(input: unknown, schema: FilterSchema): input is { readonly filters: unknown } {
  const isWrapped = typeof input === 'object' && input !== null && Object.keys(input).join() === 'filters';
  return isWrapped && !schema.view('all').members.has('filters');
}
