import type { Condition, SortTerm } from '../ast/index.js';
import { compatibilities } from '../compatibility/index.js';
import { IssueCollector } from '../issues.js';
import { type Limits, limitTable } from '../limits.js';
import { type ParseOptions, parseRequest, treeOf } from '../parse/index.js';
import { FilterConfigurationError, type FilterSchema } from '../schema/index.js';
import type { ParameterNames } from '../wire/index.js';
import type { Settings } from './settings.js';

const names: ParameterNames = { filters: 'filters', sort: 'sort', pagination: 'pagination' };

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
  return read(schema, { filters }, settings, where).filters;
}

/** Reads an order that the program wrote, likewise. */
export function trustedSort(
  schema: FilterSchema,
  sort: unknown,
  settings: Settings,
  where: string,
): readonly SortTerm[] {
  return read(schema, { sort }, settings, where).sort ?? [];
}

/** How the program's own conditions are read: by the usual names, without limits, whatever the clients' dialect is. */
export function trustedOptions({ operators }: Settings): ParseOptions {
  const compatibility = compatibilities.default;
  return { params: names, limits: unlimited, compatibility, operators, context: undefined, paginated: false };
}

function read(schema: FilterSchema, tree: { filters?: unknown; sort?: unknown }, settings: Settings, where: string) {
  const issues = new IssueCollector(1);
  const options = trustedOptions(settings);
  const parsed = parseRequest(treeOf(tree, options.params, issues, 'code'), schema.view('all'), options, issues);
  const [first] = issues.issues;
  if (first !== undefined) throw new FilterConfigurationError(`${where}: ${first.message}`);
  return parsed;
}
