import type { Condition, Moment, PageStyle, Slice, SortTerm } from '../ast/index.js';
import type { Compatibility } from '../compatibility/index.js';
import { type IssueCollector, Location } from '../issues/index.js';
import { Budget, type Limits } from '../limits.js';
import type { AnyOperator } from '../operators/index.js';
import type { View } from '../schema/index.js';
import { type Parameter, type ParameterNames, type RequestTree, nameOf } from '../wire/index.js';
import { ConditionParser } from './conditions/condition-parser.js';
import { isJson, parseJson } from './reading/json-texts.js';
import { surface } from './conditions/name-scope.js';
import { Node } from './reading/node.js';
import { readPagination } from './pagination-parser.js';
import type { NamedFilters, ParseContext } from './reading/parse-context.js';
import { refuse } from './reading/refusals.js';
import { SortParser } from './sort/sort-parser.js';

/** Rules for reading one request: the module's, the handler's, and the client's context. */
export interface ParseOptions {
  readonly params: ParameterNames;
  readonly limits: Limits;
  readonly compatibility: Compatibility;
  readonly operators: ReadonlyMap<string, AnyOperator>;
  readonly context: unknown;
  /** The moment of relative dates. Undefined where the list reads none. */
  readonly moment?: Moment | undefined;
  /** Reads what named filters stand for. Left out where the view has none. */
  readonly named?: NamedFilters | undefined;
  /** The client's names of the parts of a page, where it sent flat ones. */
  readonly pageNames?: ReadonlyMap<string, string> | undefined;
  /** Makes the budget of the request. Default: one with the limits. */
  readonly budget?: ((limits: Limits, issues: IssueCollector) => Budget) | undefined;
  /** True for a query string, where JSON text may stand for an object. */
  readonly isText?: boolean | undefined;
}

/** Returns the node of a parameter, or undefined for one that was not sent. */
export type NodeOf = (parameter: Parameter) => Node | undefined;

/** The nodes of a request's parameters, and the budget that they share. */
export interface Nodes {
  readonly nodeOf: NodeOf;
  readonly budget: Budget;
}

/** Starts reading a request: makes the nodes of its parameters, which share one budget. */
export function nodesOf(tree: RequestTree, options: ParseOptions, issues: IssueCollector): Nodes {
  const { limits, budget: make } = options;
  const budget = make === undefined ? new Budget(limits, issues) : make(limits, issues);
  const nodeOf: NodeOf = (parameter) => {
    // A parameter that is `undefined` in code counts as sent: it is a mistake that a serializer
    // would have silently dropped.
    if (!Object.hasOwn(tree, parameter)) return undefined;
    const root = Location.root(nameOf(parameter, options.params));
    return Node.root(tree[parameter], contextOf(options, issues, { budget, root }));
  };
  return { nodeOf, budget };
}

/** Written out, because spreading the options costs as much as reading a condition. */
function contextOf(
  { compatibility, isText, operators, context, moment, named, pageNames }: ParseOptions,
  issues: IssueCollector,
  { budget, root }: Pick<ParseContext, 'budget' | 'root'>,
): ParseContext {
  const readsJson = isText === true;
  return { issues, budget, compatibility, readsJson, operators, context, moment, named, pageNames, root };
}

/** Parser of all conditions. It has no state. */
const conditions = new ConditionParser();

/** Reads the conditions. An empty `filters` object means no conditions. Anywhere deeper, an empty object is refused. */
export function readFilters(node: Node, view: View): Condition | undefined {
  if (isJson(node)) {
    const parsed = parseJson(node);
    return parsed && readFilters(parsed, view);
  }
  const isEmpty = node.shape === 'object' && node.keys.length === 0;
  return isEmpty ? undefined : conditions.object(node, view, surface);
}

/** Reads the sort keys. An empty sort has none. */
export function readSort(node: Node, view: View): readonly SortTerm[] {
  return new SortParser(node, view).parse();
}

/** Reads the pagination, which a handler without pages refuses. */
export function readSlice(node: Node, styles: readonly PageStyle[], clamps = false): Slice | undefined {
  if (styles.length > 0) return readPagination(node, styles, clamps);
  return refuse.invalidPagination(node, 'is not read here; this list has no pages');
}
