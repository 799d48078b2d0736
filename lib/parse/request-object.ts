import { type IssueCollector, Location } from '../issues/index.js';
import type { FlatRules, ForeignParameters, Parameter, ParameterNames, RequestTree } from '../wire/index.js';
import { foreignNode, isPlainObject, nameOf, namesIn, parameterOf, parameters, usualNames } from '../wire/index.js';
import type { Origin } from './reading/origin.js';
import { refuse } from './reading/refusals.js';
import { refuseUnseen } from './unseen.js';

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
      const text = 'is given by a flat key, as query strings have them; in an object conditions are nested';
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
