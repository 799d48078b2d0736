import { type IssueCollector, Location } from '../issues/index.js';
import { canonicalNumber } from '../values/index.js';
import {
  type FlatRules,
  type ForeignParameters,
  type Parameter,
  type ParameterNames,
  type RequestTree,
  deepest,
  foreignNode,
  isPlainObject,
  nameOf,
  namesIn,
  parameterOf,
  parameters,
  usualNames,
} from '../wire/index.js';
import { Node, type Origin, type ParseContext, isList, opened, refuse } from './node.js';
import type { Condition, Declared, Slice, SortTerm } from '../ast/index.js';
import { Budget, type Limits } from '../limits.js';
import type { View } from '../schema/index.js';
import { ConditionParser } from './conditions.js';
import { surface } from './fields.js';
import { readPagination } from './pagination.js';
import { SortParser } from './sort.js';

/**
 * Refuses the parts of an object in code that its keys do not show: symbols, properties that are not enumerable, names
 * on a list. Nobody would read them, and their conditions would be lost.
 */
function refuseUnseen(value: unknown, at: Location, issues: IssueCollector): void {
  if (typeof value === 'object' && value !== null) new UnseenParts(issues).look(value, at, 0);
}

class UnseenParts {
  /** Objects that were visited: an object may contain itself, more than once. */
  private readonly seen = new Set<object>();

  constructor(private readonly issues: IssueCollector) {}

  look(value: object, at: Location, depth: number): void {
    const { issues, seen } = this;
    const isOfMembers = isList(value);
    if (issues.isFull || depth === deepest || seen.has(value) || (!isOfMembers && !isPlainObject(value))) return;
    seen.add(value);
    const keys = Object.keys(value);
    if (hasOthers(value, keys)) {
      const text = isOfMembers
        ? 'is a list with names on it'
        : 'has a symbol for a name, or a property that is not enumerable';
      refuse.malformedKey({ issues, at }, text);
      return;
    }
    for (const key of keys) {
      const inner: unknown = isOfMembers ? value[Number(key)] : value[key];
      if (typeof inner === 'object' && inner !== null) this.look(inner, at.child(key), depth + 1);
    }
  }
}

/**
 * Returns true where an object has more than the keys that it shows, or a list more than its members and its length. In
 * the order of keys, names follow the indexes of a list, so that the last one tells.
 */
function hasOthers(owner: object, keys: readonly string[]): boolean {
  if (!isList(owner)) return Reflect.ownKeys(owner).length > keys.length;
  return Reflect.ownKeys(owner).length > keys.length + 1 || !isIndexIn(owner, keys.at(-1));
}

/** Returns true for the index of a member, and for the last key of an empty list, which has none. */
function isIndexIn({ length }: readonly unknown[], key: string | undefined): boolean {
  const index = key === undefined ? -1 : canonicalNumber(key);
  return index !== undefined && index < length;
}

/** Rules for reading an object as a request. */
export interface ObjectRules {
  readonly origin: Origin;
  readonly params: ParameterNames;
  /** Looks for typos among the host's keys. Left out where other keys are refused. */
  readonly foreign?: ForeignParameters;
  /** True for the content of an HTTP QUERY. */
  readonly isOfQuery?: boolean;
  /** The flat names that the list reads in forms, and refuses here. Left out where a list has none beside objects. */
  readonly flat?: FlatRules | undefined;
}

/** Reads an object with `filters`, `sort` and the other parameters into a tree. The values are not copied. */
export function treeOf(input: unknown, rules: ObjectRules, issues: IssueCollector): RequestTree {
  if (isPlainObject(input)) return new ObjectReader(input, rules, issues).tree();
  const place = { issues, at: Location.root(rules.params.filters) };
  refuse.expectedObject(place, 'is not there: the input must be an object');
  return {};
}

const none: readonly string[] = [];

/** Reads one object: takes our parameters from it, and checks every other key, so that none is silently dropped. */
class ObjectReader {
  constructor(
    private readonly input: Readonly<Record<string, unknown>>,
    private readonly rules: ObjectRules,
    private readonly issues: IssueCollector,
  ) {}

  tree(): RequestTree {
    const tree: { [name in Parameter]?: unknown } = {};
    const sent: string[] = [];
    for (const parameter of parameters) {
      const names = this.namesSent(parameter);
      if (names.length > 1) refuse.duplicateKey(this.placeOf(parameter));
      for (const name of names) {
        if (this.rules.flat?.closed.has(parameter) === true) this.rules.foreign?.refuseClosed(name, this.issues);
        else tree[parameter] = this.read(parameter, name);
        sent.push(name);
      }
    }
    for (const key of Object.keys(this.input)) {
      if (this.issues.isFull) break;
      if (!sent.includes(key)) this.lookAt(key);
    }
    return tree;
  }

  /** Returns the names by which the object gives a parameter. Empty where it does not, or the list does not read it. */
  private namesSent(parameter: Parameter): readonly string[] {
    const { input } = this;
    const name = this.rules.params[parameter];
    if (name === undefined) return none;
    const names = Object.hasOwn(input, name) ? [name] : none;
    const isUsual = name !== parameter && Object.hasOwn(input, parameter) && this.isUsualName(parameter);
    return isUsual ? [...names, parameter] : names;
  }

  /** Returns true where a parameter is also read by its usual name, which the host may have given to another. */
  private isUsualName(parameter: Parameter): boolean {
    const { origin, params } = this.rules;
    return origin.names === 'hostOrUsual' && !namesIn(params).includes(parameter);
  }

  /** Reads the value of a parameter. Only an object from code can have parts that its keys do not show. */
  private read(parameter: Parameter, name: string): unknown {
    const value = this.input[name];
    if (this.rules.origin.isObjectOfCode) refuseUnseen(value, this.placeOf(parameter).at, this.issues);
    return value;
  }

  /** Refuses a flat key of ours, and every other key in code; passes the rest to the host's rules. */
  private lookAt(key: string): void {
    const { issues } = this;
    const { origin, params, foreign, flat } = this.rules;
    const parameter = this.flatKeyOf(key);
    if (parameter !== undefined) {
      const text = 'is a flat key, as in query strings; nest the conditions in an object';
      refuse.malformedKey(this.placeOf(parameter), text);
    } else if (flat?.targets.has(key) === true) {
      foreign?.refuseFlat(key, issues);
    } else if (origin.otherKeys === 'refused') {
      const names = namesIn(params).join(', ');
      refuse.malformedKey({ issues, at: Location.root(key) }, `is not a part of a query; use one of: ${names}`);
    } else {
      const door = origin.isObjectOfCode ? 'object' : 'content';
      foreign?.look(key, foreignNode(this.input[key], door, this.rules.isOfQuery), issues);
    }
  }

  /** Returns the parameter of a key like `filters[title]`, which Express 5 makes from a query string. */
  private flatKeyOf(key: string): Parameter | undefined {
    const { origin, params } = this.rules;
    const own = parameterOf(key, params);
    if (own !== undefined || origin.names === 'host') return own;
    const usual = parameterOf(key, usualNames);
    return usual === undefined || params[usual] === undefined ? undefined : usual;
  }

  /** Returns the place of a parameter under its configured name. */
  private placeOf(parameter: Parameter) {
    return { issues: this.issues, at: Location.root(nameOf(parameter, this.rules.params)) };
  }
}

type Rules = Pick<ParseContext, 'compatibility' | 'operators' | 'context'>;
type RareRules = Pick<ParseContext, 'moment' | 'dates' | 'named' | 'pageNames' | 'narrowed' | 'sortNames'>;

/** Rules for reading one request: the module's, the handler's, and the client's context. */
export interface ParseOptions extends Rules, Partial<RareRules> {
  readonly params: ParameterNames;
  readonly limits: Limits;
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
  const { params, limits, budget: make, isText = false, compatibility, operators, context } = options;
  const { moment, dates, named, pageNames, narrowed } = options;
  const budget = make === undefined ? new Budget(limits, issues) : make(limits, issues);
  const nodeOf: NodeOf = (parameter) => {
    // A parameter that is `undefined` in code counts as sent: it is a mistake that a serializer
    // would have silently dropped.
    if (!Object.hasOwn(tree, parameter)) return undefined;
    const root = Location.root(nameOf(parameter, params));
    const sortNames = parameter === 'sort' ? options.sortNames : undefined;
    const of = {
      issues,
      budget,
      root,
      compatibility,
      operators,
      context,
      readsJson: isText,
      moment,
      dates,
      narrowed,
      named,
      pageNames,
      sortNames,
    };
    return Node.root(tree[parameter], of);
  };
  return { nodeOf, budget };
}

/** Parser of all conditions. It has no state. */
const conditions = new ConditionParser();

/** Reads the conditions. An empty `filters` object means no conditions. Anywhere deeper, an empty object is refused. */
export function readFilters(node: Node, view: View): Condition | undefined {
  const object = opened(node);
  const isEmpty = object?.shape === 'object' && object.keys.length === 0;
  return object === undefined || isEmpty ? undefined : conditions.object(object, view, surface);
}

/** Reads the sort keys. An empty sort has none. */
export function readSort(node: Node, view: View): readonly SortTerm[] {
  return new SortParser(node, view).parse();
}

/** Reads the pagination, which a handler without pages refuses. */
export function readSlice(node: Node, { styles: stylesOf, clamps }: Declared['pagination']): Slice | undefined {
  const styles = stylesOf(node.context.context);
  if (styles.length > 0) return readPagination(node, styles, clamps);
  return refuse.invalidPagination(node, 'is not read here; this list has no pages');
}
