import type { Condition, PageStyle, Slice, SortTerm } from '../ast/index.js';
import type { Compatibility } from '../compatibility/index.js';
import { type IssueCollector, Location } from '../issues.js';
import { Budget, type Limits } from '../limits.js';
import type { AnyOperator } from '../operators/index.js';
import type { View } from '../schema/index.js';
import type { ParameterNames, RequestTree } from '../wire/index.js';
import { ConditionParser } from './condition-parser.js';
import { isJson, parseJson } from './json-texts.js';
import { surface } from './name-scope.js';
import { Node } from './node.js';
import { readPagination } from './pagination-parser.js';
import type { ParseContext } from './parse-context.js';
import { refuse } from './refusals.js';
import { SortParser } from './sort-parser.js';

/** The rules by which one request is read: those of the module, of the handler, and of the client's context. */
export interface ParseOptions {
  readonly params: ParameterNames;
  readonly limits: Limits;
  readonly compatibility: Compatibility;
  readonly operators: ReadonlyMap<string, AnyOperator>;
  readonly context: unknown;
  /** The styles of `pagination` that the handler reads; where there is none, sending it is refused. */
  readonly styles: readonly PageStyle[];
  /** True for a query string, in which the JSON text of an object may stand for the object. */
  readonly isText?: boolean | undefined;
}

/** A request as it was understood; a parameter that was not sent is undefined. */
export interface ParsedRequest {
  readonly filters: Condition | undefined;
  readonly sort: readonly SortTerm[] | undefined;
  readonly slice: Slice | undefined;
}

/**
 * Reads a whole request against a view of its entity, and reports everything that is wrong with it. The result means
 * nothing where issues were reported.
 */
export function parseRequest(
  tree: RequestTree,
  view: View,
  options: ParseOptions,
  issues: IssueCollector,
): ParsedRequest {
  const budget = new Budget(options.limits, issues);
  const nodeOf = (parameter: keyof RequestTree): Node | undefined => {
    // A parameter that is `undefined` in code is there: it is a mistake that a serializer would have dropped in silence.
    if (!Object.hasOwn(tree, parameter)) return undefined;
    const root = Location.root(options.params[parameter]);
    return Node.root(tree[parameter], contextOf(options, issues, { budget, root }));
  };
  const filters = nodeOf('filters');
  const sort = nodeOf('sort');
  const pagination = nodeOf('pagination');
  return {
    filters: filters && readFilters(filters, view),
    sort: sort && new SortParser(sort, view).parse(),
    slice: pagination && readSlice(pagination, options.styles),
  };
}

/** Written out, because spreading the options costs as much as reading a condition. */
function contextOf(
  { compatibility, isText, operators, context }: ParseOptions,
  issues: IssueCollector,
  { budget, root }: Pick<ParseContext, 'budget' | 'root'>,
): ParseContext {
  return { issues, budget, compatibility, readsJson: isText === true, operators, context, root };
}

/** The parser of all conditions; it has no state. */
const conditions = new ConditionParser();

/** Reads the conditions. An empty object of filters is no condition; anywhere deeper it is refused. */
function readFilters(node: Node, view: View): Condition | undefined {
  if (isJson(node)) {
    const parsed = parseJson(node);
    return parsed && readFilters(parsed, view);
  }
  const isEmpty = node.shape === 'object' && node.keys.length === 0;
  return isEmpty ? undefined : conditions.object(node, view, surface);
}

/** Reads the pagination, which a handler without pages refuses. */
function readSlice(node: Node, styles: readonly PageStyle[]): Slice | undefined {
  if (styles.length > 0) return readPagination(node, styles);
  return refuse.invalidPagination(node, 'is not read here; this list has no pages');
}
