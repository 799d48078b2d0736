import { type IssueCollector, Location } from '../issues/index.js';
import type { ForeignParameters, Parameter, ParameterNames, RequestTree } from '../wire/index.js';
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
}

/** Reads an object with `filters`, `sort` and the other parameters into a tree. The values are not copied. */
export function treeOf(input: unknown, rules: ObjectRules, issues: IssueCollector): RequestTree {
  if (isPlainObject(input)) return new ObjectReader(input, rules, issues).tree();
  const place = { issues, at: Location.root(rules.params.filters) };
  refuse.expectedObject(place, 'is not there: the input must be an object');
  return {};
}

/** Reads one object: takes our parameters from it, and checks every other key, so that none is silently dropped. */
class ObjectReader {
  constructor(
    private readonly input: Readonly<Record<string, unknown>>,
    private readonly rules: ObjectRules,
    private readonly issues: IssueCollector,
  ) {}

  tree(): RequestTree {
    const tree: Record<string, unknown> = {};
    const read = new Set<string>();
    for (const parameter of parameters) {
      const names = this.namesOf(parameter);
      const sent = names.filter((name) => Object.hasOwn(this.input, name));
      if (sent.length > 1) refuse.duplicateKey(this.placeOf(parameter));
      for (const name of sent) tree[parameter] = this.read(parameter, name);
      for (const name of names) read.add(name);
    }
    for (const key of Object.keys(this.input)) {
      if (this.issues.isFull) break;
      if (!read.has(key)) this.lookAt(key);
    }
    return tree;
  }

  /**
   * Returns the names of a parameter, or none where the list does not read it. The host may have given a
   * parameter's usual name to another.
   */
  private namesOf(parameter: Parameter): readonly string[] {
    const { origin, params } = this.rules;
    const name = params[parameter];
    if (name === undefined) return [];
    const isFree = !namesIn(params).includes(parameter);
    return origin.names === 'hostOrUsual' && isFree ? [name, parameter] : [name];
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
    const { origin, params, foreign } = this.rules;
    const flat = this.flatKeyOf(key);
    if (flat !== undefined) {
      const text = 'is given by a flat key, as query strings have them; in an object conditions are nested';
      refuse.malformedKey(this.placeOf(flat), text);
    } else if (origin.otherKeys === 'refused') {
      const names = namesIn(params).join(', ');
      refuse.malformedKey({ issues, at: Location.root(key) }, `is not a part of a query; use one of: ${names}`);
    } else {
      foreign?.look(key, foreignNode(this.input[key]), issues);
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
