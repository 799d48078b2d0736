import type { Condition, PageStyle, Slice, SortTerm } from '../ast/index.js';
import type { Compatibility } from '../compatibility/index.js';
import { type IssueCollector, Location } from '../issues.js';
import type { WorkParts } from '../cost.js';
import { Budget, type Limits } from '../limits.js';
import type { AnyOperator } from '../operators/index.js';
import type { View } from '../schema/index.js';
import { type Parameter, type ParameterNames, type RequestTree, nameOf } from '../wire/index.js';
import { ConditionParser } from './condition-parser.js';
import { isJson, parseJson } from './json-texts.js';
import { surface } from './name-scope.js';
import { Node } from './node.js';
import { readPagination } from './pagination-parser.js';
import type { OperandLog } from './operand-log.js';
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
  /** True for a query string, in which the JSON text of an object may stand for the object. */
  readonly isText?: boolean | undefined;
  /** The work of the parts that were read before, of a request whose shape is known. */
  readonly spent?: WorkParts | undefined;
  /** Receives every operand that is read, where the shape of the request is to be learned. */
  readonly operands?: OperandLog | undefined;
}

/** The parameters of one request while they are read. */
export interface RequestNodes {
  /** Gives the node of a parameter; undefined for one that was not sent. */
  readonly nodeOf: (parameter: Parameter) => Node | undefined;
  /** The budget that all of them spend. */
  readonly budget: Budget;
}

/** Starts the reading of a request: gives the nodes of its parameters, which spend one budget. */
export function nodesOf(tree: RequestTree, options: ParseOptions, issues: IssueCollector): RequestNodes {
  const budget = new Budget(options.limits, issues, options.spent);
  const nodeOf = (parameter: Parameter): Node | undefined => {
    // A parameter that is `undefined` in code is there: it is a mistake that a serializer would have dropped in silence.
    if (!Object.hasOwn(tree, parameter)) return undefined;
    const root = Location.root(nameOf(parameter, options.params));
    return Node.root(tree[parameter], contextOf(options, issues, { budget, root }));
  };
  return { nodeOf, budget };
}

/** Written out, because spreading the options costs as much as reading a condition. */
function contextOf(
  { compatibility, isText, operators, context, operands }: ParseOptions,
  issues: IssueCollector,
  { budget, root }: Pick<ParseContext, 'budget' | 'root'>,
): ParseContext {
  return { issues, budget, compatibility, readsJson: isText === true, operators, context, root, operands };
}

/** The parser of all conditions; it has no state. */
const conditions = new ConditionParser();

/** Reads the conditions. An empty object of filters is no condition; anywhere deeper it is refused. */
export function readFilters(node: Node, view: View): Condition | undefined {
  if (isJson(node)) {
    const parsed = parseJson(node);
    return parsed && readFilters(parsed, view);
  }
  const isEmpty = node.shape === 'object' && node.keys.length === 0;
  return isEmpty ? undefined : conditions.object(node, view, surface);
}

/** Reads the sort keys; a sort that is empty has none. */
export function readSort(node: Node, view: View): readonly SortTerm[] {
  return new SortParser(node, view).parse();
}

/** Reads the pagination, which a handler without pages refuses. */
export function readSlice(node: Node, styles: readonly PageStyle[]): Slice | undefined {
  if (styles.length > 0) return readPagination(node, styles);
  return refuse.invalidPagination(node, 'is not read here; this list has no pages');
}
