import { FilterConfigurationError } from '../configuration/index.js';
import { type Condition, type SortTerm, pageStyles } from '../ast/index.js';
import { compatibilities } from '../compatibility/index.js';
import { IssueCollector } from '../issues.js';
import { type ParseOptions, type ParsedRequest, origins, parseRequest, treeOf } from '../parse/index.js';
import type { FilterSchema } from '../schema/index.js';
import { usualNames } from '../wire/index.js';
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
  return readTrusted(schema, { filters }, settings, subject).filters;
}

/** Reads a default order in property names, as {@link trustedConditions} reads conditions. */
export function trustedSort(
  schema: FilterSchema,
  sort: unknown,
  settings: Settings,
  subject: string,
): readonly SortTerm[] {
  return readTrusted(schema, { sort }, settings, subject).sort ?? [];
}

/** Reads a whole request of the server's own: by the usual names, without limits, in the default compatibility mode. */
export function readTrusted(schema: FilterSchema, input: unknown, settings: Settings, subject: string): ParsedRequest {
  const issues = new IssueCollector(1);
  const origin = origins.trusted;
  const tree = treeOf(input, { origin, params: usualNames }, issues);
  const parsed = parseRequest(tree, schema.view(origin.view), optionsOf(settings), issues);
  const [first] = issues.issues;
  if (first !== undefined) throw new FilterConfigurationError(`${subject}: ${first.message}`);
  return parsed;
}

function optionsOf({ operators }: Settings): ParseOptions {
  const compatibility = compatibilities.default;
  const { limits } = origins.trusted;
  return { params: usualNames, limits, compatibility, operators, context: undefined, styles: pageStyles };
}
