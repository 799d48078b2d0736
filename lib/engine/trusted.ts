import { FilterConfigurationError } from '../configuration/index.js';
import { type Condition, type SortTerm, pageStyles } from '../ast/index.js';
import { compatibilities } from '../compatibility/index.js';
import { IssueCollector } from '../issues.js';
import { type Limits, limitTable } from '../limits.js';
import { type ParseOptions, type ParsedRequest, parseRequest, treeOf } from '../parse/index.js';
import type { FilterSchema } from '../schema/index.js';
import { usualNames } from '../wire/index.js';
import type { Settings } from './settings.js';

/** What holds itself by mistake must end somewhere, before the stack does. */
const deepest = 100;

/** The program's own conditions are not limited: it is not going to attack itself. */
const unlimited: Limits = Object.freeze({
  ...(Object.fromEntries(Object.keys(limitTable).map((name) => [name, Infinity])) as Record<keyof Limits, number>),
  logicalDepth: deepest,
  relationHops: deepest,
  toManyHops: deepest,
  issues: limitTable.issues.default,
  pageSize: limitTable.pageSize.default,
  sortHops: limitTable.sortHops.cap,
});

/** Reads conditions that the program wrote, in property names, any column. A mistake is the program's. */
export function trustedConditions(
  schema: FilterSchema,
  filters: unknown,
  settings: Settings,
  where: string,
): Condition | undefined {
  return readTrusted(schema, { filters }, settings, where).filters;
}

/** Reads an order that the program wrote, likewise. */
export function trustedSort(
  schema: FilterSchema,
  sort: unknown,
  settings: Settings,
  where: string,
): readonly SortTerm[] {
  return readTrusted(schema, { sort }, settings, where).sort ?? [];
}

/** A whole request of the program's: by the usual names, without limits, whatever the clients' dialect is. */
export function readTrusted(schema: FilterSchema, input: unknown, settings: Settings, where: string): ParsedRequest {
  const issues = new IssueCollector(1);
  const tree = treeOf(input, usualNames, issues, 'code');
  const parsed = parseRequest(tree, schema.view('all'), optionsOf(settings), issues);
  const [first] = issues.issues;
  if (first !== undefined) throw new FilterConfigurationError(`${where}: ${first.message}`);
  return parsed;
}

function optionsOf({ operators }: Settings): ParseOptions {
  const compatibility = compatibilities.default;
  return { params: usualNames, limits: unlimited, compatibility, operators, context: undefined, styles: pageStyles };
}
