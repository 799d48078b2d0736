import type { Condition, PageStyle, Slice, SortTerm } from '../ast/index.js';
import type { Compatibility } from '../compatibility/index.js';
import type { IssueCollector } from '../issues.js';
import { Location } from '../issues.js';
import { Budget, type Limits } from '../limits.js';
import type { Operator } from '../operators/index.js';
import type { View } from '../schema/index.js';
import type { ParameterNames, RequestTree } from '../wire/index.js';
import { ConditionParser } from './condition-parser.js';
import { JsonTexts } from './json-texts.js';
import { isPlainObject } from './nodes.js';
import { PaginationParser } from './pagination-parser.js';
import type { ParseContext } from './parse-context.js';
import { SortParser } from './sort-parser.js';
import { surface } from './surroundings.js';

/** What a request is read with. */
export interface ParseOptions {
  readonly params: ParameterNames;
  readonly limits: Limits;
  readonly compatibility: Compatibility;
  readonly operators: ReadonlyMap<string, Operator>;
  readonly context: unknown;
  /** The styles of `pagination` that the handler reads; where there is none, sending it is refused. */
  readonly styles: readonly PageStyle[];
  /** Whether it came as a query string, in which the JSON text of an object may stand for the object. */
  readonly isText?: boolean | undefined;
}

/** What a request asks for; what it does not mention is undefined. */
export interface ParsedRequest {
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[] | undefined;
  readonly slice: Slice | undefined;
}

/** Reads a whole request against a view, and reports everything that is wrong with it. */
export function parseRequest(
  tree: RequestTree,
  view: View,
  options: ParseOptions,
  issues: IssueCollector,
): ParsedRequest {
  const budget = new Budget(options.limits, issues);
  const json = new JsonTexts(options.limits, issues, options.isText === true);
  const contextAt = (parameter: string): ParseContext => ({
    issues,
    budget,
    compatibility: options.compatibility,
    json,
    operators: options.operators,
    context: options.context,
    root: Location.root(parameter),
  });
  const { params } = options;
  return {
    filters: has(tree, 'filters') ? parseFilters(tree.filters, view, contextAt(params.filters)) : undefined,
    sort: has(tree, 'sort') ? new SortParser(contextAt(params.sort), view).parse(tree.sort) : undefined,
    slice: has(tree, 'pagination') ? parseSlice(tree.pagination, contextAt(params.pagination), options) : undefined,
  };
}

/** An empty object of filters asks for nothing; anywhere deeper it is refused. */
function parseFilters(node: unknown, view: View, context: ParseContext): Condition | undefined {
  const { json, root } = context;
  if (json.isMeant(node)) return json.read(node, root, (meant) => parseFilters(meant, view, context));
  if (isPlainObject(node) && Object.keys(node).length === 0) return undefined;
  return new ConditionParser(context).object(node, view, root, surface);
}

function parseSlice(node: unknown, context: ParseContext, options: ParseOptions): Slice | undefined {
  if (options.styles.length > 0) return new PaginationParser(context, options.styles).parse(node);
  context.issues.add(context.root, { code: 'invalid_pagination' }, 'is not read here; this list has no pages');
  return undefined;
}

/** `undefined` in code is a mistake that a serializer would have dropped in silence, so it is looked at like a value. */
function has(tree: RequestTree, key: keyof RequestTree): boolean {
  return Object.hasOwn(tree, key);
}
