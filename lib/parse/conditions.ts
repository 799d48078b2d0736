import {
  type Comparison,
  type Condition,
  always,
  and,
  givenValue,
  mapParts,
  namedCondition,
  not,
  or,
  someCondition,
} from '../ast/index.js';
import { type Node, isJson, isListWithGap, opened, refuse } from './node.js';
import {
  type ConditionReader,
  type Depth,
  type NameScope,
  type OneRow,
  conditionsIn,
  conditionsUnder,
  isUsable,
  namesUnder,
  readField,
  readKey,
  valueOf,
} from './fields.js';
import type { FilterIssue } from '../issues/index.js';
import { type FieldSchema, type NamedFilterSchema, type View, findMember, namesOf } from '../schema/index.js';
import type { FilterValue } from '../values/index.js';
import { isPlainObject } from '../wire/index.js';
import { RelationParser, isVainNull } from './relations.js';

/** Names under a field by which a request asks for NULL. */
const asking: ReadonlySet<string> = new Set(['$null', '$notNull', '$eq']);

/** Returns the place of the operator that asks for NULL. */
function placeOf(node: Node): Node {
  for (const key of node.keys) {
    if (asking.has(key)) return node.child(key);
    if (key === '$not') return placeOf(node.child(key));
  }
  return node;
}

/**
 * Reads a named filter: its values like those of a field, and then the conditions that they stand for. These alone
 * spend the budget of the request.
 *
 * @param depth the groups and `$not`s around it
 */
function readNamed(filter: NamedFilterSchema, node: Node, depth: number): Condition | undefined {
  const said = readField(filter.field, node.apart(), depth);
  return said && withMeaning(said, filter, node);
}

/** Gives each comparison in what the client has said its meaning. */
function withMeaning(said: Condition, filter: NamedFilterSchema, node: Node): Condition {
  if (said.type !== 'comparison') return mapParts(said, (part) => withMeaning(part, filter, node));
  const meanings = meaningsOf(said, filter, node);
  return namedCondition(filter, said, or(meanings) ?? always);
}

/** Returns what each value stands for, as long as the budget lasts. */
function meaningsOf({ values }: Comparison, filter: NamedFilterSchema, node: Node): readonly Condition[] {
  const meanings: Condition[] = [];
  for (const value of new Set(values)) {
    if (node.issues.isFull || !canExpand(node)) break;
    // `false` is the negation of what `true` stands for.
    const meaning = meaningOf(filter, value, node);
    if (meaning !== undefined) meanings.push(value === false ? not(meaning) : meaning);
  }
  return meanings;
}

/** Returns false where no condition is covered any more. The host's function is not asked for a refused request. */
function canExpand({ context: { budget, root } }: Node): boolean {
  return budget.covers('conditions', 1) || budget.spend('conditions', 1, root);
}

function meaningOf(filter: NamedFilterSchema, value: FilterValue, node: Node): Condition | undefined {
  const { budget, root, named: filters } = node.context;
  if (filters === undefined) throw new TypeError(`${filter.propertyPath} was read where no filter has a name`);
  const before = budget.spent('conditions');
  const given = value === false ? true : givenValue(value, filter.field);
  const { condition, refusedBy } = filters.expand(filter, given, node.context);
  if (refusedBy !== undefined) return refuseValue(filter, value, refusedBy, node);
  // Without a condition of its own, a long list of values would cost nothing.
  if (budget.spent('conditions') === before) budget.spend('conditions', 1, root);
  return condition ?? always;
}

/**
 * Refuses a value that a column refuses, where the client has written it. The reason says which values the column
 * takes, never its name; the members of an enum may be hidden with it.
 */
function refuseValue({ field }: NamedFilterSchema, value: FilterValue, issue: FilterIssue, node: Node): undefined {
  const { kind } = field.expression;
  const text = kind.print(value);
  const place = leavesOf(node).find((leaf) => {
    const read = valueOf(field.expression, leaf.value, leaf.context);
    return read !== undefined && kind.print(read) === text;
  });
  const isSaid = issue.code === 'invalid_value' && issue.kind !== 'enum';
  const reason = isSaid ? issue.message.slice(issue.path.length + 1) : 'is not a value that this filter accepts';
  return refuse.invalidValue(place ?? node, kind.name, reason);
}

/** Returns the values under a node, each in its own place. */
function leavesOf(node: Node): readonly Node[] {
  const { keys, members = [] } = node;
  if (keys.length > 0) return keys.flatMap((key) => leavesOf(node.child(key)));
  return node.shape === 'scalar' ? [node] : members.flatMap((_, index) => leavesOf(node.member(index)));
}

/**
 * Reads condition objects: the names and groups of one level, and through them everything below. Fields go to the field
 * parser, and relations to the relation parser, which comes back here for the conditions on its rows. Groups and
 * embedded properties are read here. Each method returns undefined for a refused node, and reports every mistake, not
 * only the first. The parser keeps no state of a request, so that one serves all of them.
 */
export class ConditionParser implements ConditionReader {
  private readonly relations = new RelationParser(this);

  object(node: Node, view: View, depth: Depth): Condition | undefined {
    return this.within(
      { view, members: view.members, groups: true, document: undefined, ofOne: undefined },
      node,
      depth,
    );
  }

  key(names: NameScope, node: Node, depth: Depth): Condition | undefined {
    const { key, context } = node;
    if (key.startsWith('$')) return this.token(names, node, depth);
    const member = findMember(names.members, key, context.context);
    if (member !== undefined && !isUsable(names.members, member, node)) return undefined;
    switch (member?.type) {
      case 'field':
        return this.field(names, member, node, depth);
      case 'relation':
        return this.relations.parse(member, names.view.kind, node, depth);
      case 'embedded':
        return this.within(
          { view: names.view, members: member.members, groups: false, ofOne: names.ofOne },
          node,
          depth,
        );
      case 'named':
        return readNamed(member, node, depth.logical);
      case undefined:
        return refuse.unknownField(node, allowedIn(names, node));
    }
  }

  /**
   * Reads the conditions on a field. For a document, operators of its own and conditions on its paths share one object.
   */
  private field({ view, ofOne }: NameScope, field: FieldSchema, node: Node, depth: Depth): Condition | undefined {
    const { members } = field;
    if (members === undefined || !(node.shape === 'object' || isJson(node))) {
      const condition = readField(field, node, depth.logical);
      return condition && ofOne ? withoutVainNull(condition, ofOne, node) : condition;
    }
    return this.within({ view, members, groups: false, document: field }, node, depth);
  }

  /** Reads a token about the whole level: an operator of a document, or a group. */
  private token(names: NameScope, node: Node, depth: Depth): Condition | undefined {
    const { document } = names;
    return document === undefined ? this.group(names, node, depth) : readKey(document, node, depth.logical);
  }

  /**
   * Reads an object whose names are looked up in a scope: the entity's, or an embedded property's. In
   * `{ title: 'a', views: 1 }` both must hold.
   */
  private within(names: NameScope, node: Node, depth: Depth): Condition | undefined {
    // An object in code may contain itself; without this, the traversal would multiply.
    if (node.issues.isFull) return undefined;
    const object = opened(node);
    if (object === undefined) return undefined;
    if (!isPlainObject(object.value)) return refuse.expectedObject(object, 'must be an object of conditions');
    const keys = Object.keys(object.value);
    if (keys.length === 0) return refuse.expectedObject(object, 'must have at least one condition');
    return and(conditionsUnder(object, keys, (child) => this.key(names, child, depth)));
  }

  /** Reads `$and`, `$or` and `$not`, each one level deeper. */
  private group(outer: NameScope, node: Node, outside: Depth): Condition | undefined {
    const { key } = node;
    if (!outer.groups || !isGroup(key)) return refuse.unknownOperator(node, allowedIn(outer, node));
    const names = outer.ofOne?.canBeAbsent ? { ...outer, ofOne: { ...outer.ofOne, canBeAbsent: false } } : outer;
    const depth = deeper(node, outside);
    if (depth === undefined) return undefined;
    if (key === '$not') {
      const condition = this.within(names, node, { ...depth, negated: !depth.negated });
      return condition && not(condition);
    }
    const alternatives = this.alternatives(names, node, depth);
    return key === '$or' ? or(alternatives) : and(alternatives);
  }

  /**
   * Reads the members of `$and` and `$or`: a list of objects. `$or` also takes an object, in which
   * each name is an alternative.
   */
  private alternatives(names: NameScope, closed: Node, depth: Depth): Condition[] {
    const node = opened(closed);
    if (node === undefined) return [];
    if (Array.isArray(node.value)) return this.list(names, node, depth);
    const { keys } = node;
    if (keys.length === 0) refuse.expectedList(node, 'must be a list of condition objects, one or more');
    else if (isListWithGap(keys)) refuse.listWithGap(node);
    else if (node.key === '$or') return conditionsUnder(node, keys, (child) => this.key(names, child, depth));
    else refuse.expectedList(node, 'must be a list of condition objects');
    return [];
  }

  /** Reads a list of condition objects, within the limits on its length. */
  private list(names: NameScope, node: Node, depth: Depth): Condition[] {
    const length = node.members?.length ?? 0;
    if (length === 0) refuse.expectedList(node, 'must be a list of condition objects, one or more');
    return areWithinLimits(node, length) ? conditionsIn(node, (entry) => this.entry(names, entry, depth)) : [];
  }

  /** Reads a member of a list: an object, or an inner list with all of its members. */
  private entry(names: NameScope, closed: Node, depth: Depth): Condition | undefined {
    const node = opened(closed);
    if (node === undefined) return undefined;
    if (!Array.isArray(node.value)) return this.within(names, node, depth);
    const inner = deeper(node, depth);
    return inner && and(this.list(names, node, inner));
  }
}

/** Every member is at least one condition, so a list beyond both limits is refused for its conditions. */
function areWithinLimits(node: Node, length: number): boolean {
  const { members, conditions } = node.context.budget.limits;
  if (length > members && length > conditions) return node.spend('conditions', length);
  return node.isWithin('members', length);
}

/** Returns the depth inside a group, or refuses the group for its depth. */
function deeper(node: Node, { logical, hops, toManyHops, negated }: Depth): Depth | undefined {
  return node.isWithin('logicalDepth', logical + 1) ? { logical: logical + 1, hops, toManyHops, negated } : undefined;
}

/** Lists the names for a refusal, if this client may see them. */
function allowedIn({ members, groups, document }: NameScope, { context }: Node): string[] {
  return document === undefined ? namesOf(members, context.context, groups) : namesUnder(document, context);
}

function isGroup(key: string): key is '$and' | '$or' | '$not' {
  return key === '$and' || key === '$or' || key === '$not';
}

/** Returns the condition on a field of a related row, unless it can never hold. */
function withoutVainNull(condition: Condition, { node: relation, canBeAbsent }: OneRow, node: Node) {
  if (canBeAbsent && isVainNull(condition)) return condition;
  if (!someCondition(condition, isVainNull)) return condition;
  return refuse.neverNull(placeOf(node), `${relation.at.path}[$null]=true`);
}
