import { type Condition, type Quantifier, and, related, relatedCount } from '../ast/index.js';
import { meaningOf } from '../compatibility/index.js';
import type { Location } from '../issues.js';
import { type FieldSchema, type RelationSchema, type View, keyField, namesOf } from '../schema/index.js';
import { existenceTokens, groupTokens, quantifiers, reservedTokens, toManyTokens } from '../operators/index.js';
import { conditionsOf } from './conditions-of.js';
import { CountParser } from './count-parser.js';
import type { FieldParser } from './field-parser.js';
import { isListWithGap, isPlainObject, shapeOf } from './nodes.js';
import { OperandParser } from './operand-parser.js';
import type { ParseContext } from './parse-context.js';
import { refuse } from './refusals.js';
import type { ConditionsIn, Depth } from './surroundings.js';

/** A relation where it is asked about. */
interface Asked {
  readonly relation: RelationSchema;
  readonly view: View;
  readonly key: FieldSchema | undefined;
  readonly depth: Depth;
}

const quantifierOf: ReadonlyMap<string, Quantifier> = new Map(
  quantifiers.map((quantifier) => [`$${quantifier}`, quantifier]),
);

const toMany: ReadonlySet<string> = new Set(toManyTokens);

/** Whether a true flag says that a related row exists. */
const existence: ReadonlyMap<string, boolean> = new Map([
  ['$exists', true],
  ['$notNull', true],
  ['$null', false],
]);

/** Null is no key: compared with it, the relation is asked whether there is a related row. */
const existenceByNull: ReadonlyMap<string, boolean> = new Map([
  ['$eq', false],
  ['$ne', true],
]);

/** Reads what is said of a relation: conditions on a related row, quantifiers, existence, a count, or its key. */
export class RelationParser {
  private readonly operands: OperandParser;

  constructor(
    private readonly context: ParseContext,
    private readonly fields: FieldParser,
    private readonly conditions: ConditionsIn,
  ) {
    this.operands = new OperandParser(context);
  }

  parse(relation: RelationSchema, view: View, node: unknown, at: Location, outside: Depth): Condition | undefined {
    const depth = this.hop(relation, at, outside);
    if (depth === undefined) return undefined;
    const asked: Asked = { relation, view, key: keyField(view, this.context.context), depth };
    switch (shapeOf(node)) {
      case 'null':
        return this.one(related(relation, 'none'));
      case 'scalar':
        return this.scalar(asked, node, at);
      case 'list':
        return this.byKey(asked, '$in', node, at);
      case 'repeated':
        refuse.duplicateKey(this.context.issues, at);
        return undefined;
      case 'object':
        return this.object(asked, node as Readonly<Record<string, unknown>>, at);
      case 'other':
        refuse.expectedObject(this.context.issues, at, 'takes conditions on the related row');
        return undefined;
    }
  }

  /** A related key, or the JSON text of conditions on the related row. */
  private scalar(asked: Asked, node: unknown, at: Location): Condition | undefined {
    const quoted = this.context.json.readWhere(node, at, (object) => this.object(asked, object, at));
    return quoted === undefined ? this.byKey(asked, '$eq', node, at) : quoted.result;
  }

  private hop(relation: RelationSchema, at: Location, outside: Depth): Depth | undefined {
    const { budget } = this.context;
    const hops = outside.hops + 1;
    const toManyHops = outside.toManyHops + (relation.toMany ? 1 : 0);
    if (!budget.within('relationHops', hops, at) || !budget.within('toManyHops', toManyHops, at)) return undefined;
    return { logical: outside.logical, hops, toManyHops };
  }

  /** Each quantifier is a predicate of its own; the plain keys and the key's operators are about one related row. */
  private object(asked: Asked, node: Readonly<Record<string, unknown>>, at: Location): Condition | undefined {
    const keys = Object.keys(node);
    if (keys.length === 0) {
      refuse.expectedObject(this.context.issues, at, 'takes conditions, and is given an empty object');
      return undefined;
    }
    if (isListWithGap(keys)) {
      refuse.listWithGap(this.context.issues, at);
      return undefined;
    }
    const apart = keys.filter((key) => this.standsApart(asked, key, node[key]));
    if (apart.length === 0) return this.someRow(asked, keys, node, at);
    const predicates = conditionsOf(apart, this.context.issues, (key) =>
      this.predicate(asked, key, node[key], at.child(key)),
    );
    const plain = keys.filter((key) => !apart.includes(key));
    const someRow = plain.length === 0 ? undefined : this.someRow(asked, plain, node, at);
    return and(someRow === undefined ? predicates : [...predicates, someRow]);
  }

  private standsApart({ relation }: Asked, key: string, node: unknown): boolean {
    if (existence.has(key) || (node === null && existenceByNull.has(key))) return true;
    return relation.toMany && toMany.has(key);
  }

  private predicate(asked: Asked, key: string, node: unknown, at: Location): Condition | undefined {
    if (key === '$count') return this.count(asked, node, at);
    const isThere = existenceByNull.get(key);
    if (isThere !== undefined) return this.one(related(asked.relation, isThere ? 'some' : 'none'));
    const quantifier = quantifierOf.get(key);
    if (quantifier === undefined) return this.exists(asked.relation, key, node, at);
    const where = this.conditions.object(node, asked.view, at, asked.depth);
    return where && this.one(related(asked.relation, quantifier, where));
  }

  private exists(relation: RelationSchema, token: string, node: unknown, at: Location): Condition | undefined {
    const flag = this.operands.flag(token, node, at);
    if (flag === undefined) return undefined;
    return this.one(related(relation, flag === existence.get(token) ? 'some' : 'none'));
  }

  private someRow(
    asked: Asked,
    keys: readonly string[],
    node: Readonly<Record<string, unknown>>,
    at: Location,
  ): Condition | undefined {
    const where = and(
      conditionsOf(keys, this.context.issues, (key) => this.aboutRow(asked, key, node[key], at.child(key))),
    );
    return where && this.one(related(asked.relation, 'some', where));
  }

  private aboutRow(asked: Asked, key: string, node: unknown, at: Location): Condition | undefined {
    const { view, depth } = asked;
    const isOwn = !key.startsWith('$') || (groupTokens as readonly string[]).includes(key);
    if (isOwn) return this.conditions.key({ view, members: view.members, groups: true }, key, node, at, depth);
    const { operators, compatibility } = this.context;
    if (asked.key !== undefined && operators.has(meaningOf(compatibility, key).token)) {
      return this.fields.operator(asked.key, key, node, at, depth.logical);
    }
    this.refuseKey(key, at, this.allowed(asked));
    return undefined;
  }

  private refuseKey(key: string, at: Location, allowed: readonly string[]): void {
    const { issues, operators } = this.context;
    if (toMany.has(key)) refuse.toManyOnly(issues, at, allowed);
    else if (!operators.has(key) && !reservedTokens.has(key)) refuse.unknownOperator(issues, at, allowed);
    else refuse.operatorNotAllowed(issues, at, allowed, 'this relation');
  }

  private byKey(asked: Asked, token: '$eq' | '$in', node: unknown, at: Location): Condition | undefined {
    const rows = Array.isArray(node) && node.some((entry) => isPlainObject(entry) || Array.isArray(entry));
    if (asked.key === undefined || rows) {
      refuse.expectedObject(this.context.issues, at, 'takes an object of conditions on the related row');
      return undefined;
    }
    if (!this.fields.takes(asked.key, token)) {
      const meant = { token, by: 'operator', who: 'this relation' } as const;
      refuse.meaningNotAllowed(this.context.issues, at, this.allowed(asked), meant);
      return undefined;
    }
    const where = this.fields.operator(asked.key, token, node, at, asked.depth.logical);
    return where && this.one(related(asked.relation, 'some', where));
  }

  private count(asked: Asked, node: unknown, at: Location): Condition | undefined {
    const asking = new CountParser(this.context).parse(node, at, (where, place) =>
      this.conditions.object(where, asked.view, place, asked.depth),
    );
    if (asking === undefined) return undefined;
    const { where, comparisons } = asking;
    const { budget, root } = this.context;
    if (!budget.spend('relationConditions', comparisons.length, root)) return undefined;
    return relatedCount(asked.relation, comparisons, where);
  }

  /** Every predicate on a relation is a subquery. */
  private one(condition: Condition): Condition | undefined {
    return this.context.budget.spend('relationConditions', 1, this.context.root) ? condition : undefined;
  }

  private allowed({ relation, view, key }: Asked): string[] {
    return [
      ...namesOf(view.members, this.context.context),
      ...(relation.toMany ? toManyTokens : []),
      ...existenceTokens,
      ...(key === undefined ? [] : [...key.operators.keys()].filter((token) => !existence.has(token))),
    ];
  }
}
