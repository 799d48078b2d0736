import { type Condition, and, not, or } from '../ast/index.js';
import type { Location } from '../issues.js';
import { type View, findMember, namesOf } from '../schema/index.js';
import { conditionsOf } from './conditions-of.js';
import { FieldParser } from './field-parser.js';
import { isListWithGap, isPlainObject } from './nodes.js';
import type { ParseContext } from './parse-context.js';
import { refuse } from './refusals.js';
import { RelationParser } from './relation-parser.js';
import type { ConditionsIn, Depth, Surroundings } from './surroundings.js';

/** Reads condition objects: the names and groups of one level, and through them everything below. */
export class ConditionParser implements ConditionsIn {
  private readonly fields: FieldParser;
  private readonly relations: RelationParser;

  constructor(private readonly context: ParseContext) {
    this.fields = new FieldParser(context);
    this.relations = new RelationParser(context, this.fields, this);
  }

  /** An object of conditions, all of which must hold. */
  object(node: unknown, view: View, at: Location, depth: Depth): Condition | undefined {
    return this.within({ view, members: view.members, groups: true }, node, at, depth);
  }

  /** One key of such an object. */
  key(around: Surroundings, key: string, node: unknown, at: Location, depth: Depth): Condition | undefined {
    if (key.startsWith('$')) return this.group(around, key, node, at, depth);
    const member = findMember(around.members, key, this.context.context);
    switch (member?.type) {
      case 'field':
        return this.fields.parse(member, node, at, depth.logical);
      case 'relation':
        return this.relations.parse(member, member.view(around.view.kind), node, at, depth);
      case 'embedded':
        return this.within({ ...around, members: member.members, groups: false }, node, at, depth);
      case undefined:
        refuse.unknownField(this.context.issues, at, this.allowed(around));
        return undefined;
    }
  }

  private within(around: Surroundings, node: unknown, at: Location, depth: Depth): Condition | undefined {
    const { issues, json } = this.context;
    // An object in code may hold itself, and then has many more ends than it has nodes.
    if (issues.isFull) return undefined;
    if (json.isMeant(node)) return json.read(node, at, (meant) => this.within(around, meant, at, depth));
    if (!isPlainObject(node)) {
      refuse.expectedObject(issues, at, 'takes an object of conditions');
      return undefined;
    }
    const keys = Object.keys(node);
    if (keys.length === 0) refuse.expectedObject(issues, at, 'takes conditions, and is given an empty object');
    return and(
      conditionsOf(keys, this.context.issues, (key) => this.key(around, key, node[key], at.child(key), depth)),
    );
  }

  private group(around: Surroundings, key: string, node: unknown, at: Location, outside: Depth): Condition | undefined {
    if (!around.groups || !isGroup(key)) {
      refuse.unknownOperator(this.context.issues, at, this.allowed(around));
      return undefined;
    }
    const depth = this.deeper(outside, at);
    if (depth === undefined) return undefined;
    if (key === '$not') {
      const condition = this.within(around, node, at, depth);
      return condition && not(condition);
    }
    const alternatives = this.alternatives(around, key, node, at, depth);
    return key === '$or' ? or(alternatives) : and(alternatives);
  }

  /** The members of `$and` and `$or`: a list of objects, or for `$or` an object with an alternative a key. */
  private alternatives(
    around: Surroundings,
    key: '$and' | '$or',
    node: unknown,
    at: Location,
    depth: Depth,
  ): Condition[] {
    const { issues, json } = this.context;
    if (json.isMeant(node))
      return json.read(node, at, (meant) => this.alternatives(around, key, meant, at, depth)) ?? [];
    if (Array.isArray(node)) return this.list(around, node, at, depth);
    const keys = isPlainObject(node) ? Object.keys(node) : [];
    if (!isPlainObject(node) || keys.length === 0) {
      refuse.expectedList(issues, at, 'takes a list of condition objects, one or more');
    } else if (isListWithGap(keys)) {
      refuse.listWithGap(issues, at);
    } else if (key === '$or') {
      return conditionsOf(keys, this.context.issues, (inner) =>
        this.key(around, inner, node[inner], at.child(inner), depth),
      );
    } else {
      refuse.expectedList(issues, at, 'takes a list of condition objects');
    }
    return [];
  }

  private list(around: Surroundings, list: readonly unknown[], at: Location, depth: Depth): Condition[] {
    if (list.length === 0) {
      refuse.expectedList(this.context.issues, at, 'takes a list of condition objects, one or more');
    }
    if (!this.isWithinLimits(list, at)) return [];
    return conditionsOf(list, this.context.issues, (entry, index) => this.entry(around, entry, at.child(index), depth));
  }

  /** Every entry is a condition at least, so where there are too many for both limits, it is the conditions that are told. */
  private isWithinLimits(list: readonly unknown[], at: Location): boolean {
    const { budget, root } = this.context;
    const { members, conditions } = budget.limits;
    if (list.length > members && list.length > conditions) return budget.spend('conditions', list.length, root);
    return budget.within('members', list.length, at);
  }

  /** An entry that is itself a list means all of its members. */
  private entry(around: Surroundings, entry: unknown, at: Location, depth: Depth): Condition | undefined {
    const { json } = this.context;
    if (json.isMeant(entry)) return json.read(entry, at, (meant) => this.entry(around, meant, at, depth));
    if (!Array.isArray(entry)) return this.within(around, entry, at, depth);
    const deeper = this.deeper(depth, at);
    return deeper && and(this.list(around, entry, at, deeper));
  }

  private deeper(depth: Depth, at: Location): Depth | undefined {
    const logical = depth.logical + 1;
    return this.context.budget.within('logicalDepth', logical, at)
      ? { logical, hops: depth.hops, toManyHops: depth.toManyHops }
      : undefined;
  }

  private allowed(around: Surroundings): string[] {
    return namesOf(around.members, this.context.context, around.groups);
  }
}

function isGroup(key: string): key is '$and' | '$or' | '$not' {
  return key === '$and' || key === '$or' || key === '$not';
}
