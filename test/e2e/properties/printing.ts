import fc from 'fast-check';
import { type Conditions, type Node, isList, isObject } from './evaluator.js';
import { type Entity, type Field, type Kind, entities } from './model.js';

/** A parameter before it is encoded; null is a key without `=`. */
interface Parameter {
  readonly key: string;
  readonly value: string | null;
}

/** The ways to write a list of values. Only operators of lists may be repeated. */
export type ListStyle = 'indexes' | 'brackets' | 'repeated';

/** A tree as parameters, printed here and not by the library, so that the two can disagree. */
export function parametersOf(filters: Conditions, styleOf: () => ListStyle = () => 'indexes'): Parameter[] {
  return parametersUnder('filters', filters, styleOf);
}

function parametersUnder(key: string, node: Node, styleOf: () => ListStyle): Parameter[] {
  if (isList(node)) return listUnder(key, node, styleOf);
  if (!isObject(node)) return [{ key, value: node }];
  return Object.entries(node).flatMap(([name, inner]) => parametersUnder(`${key}[${name}]`, inner, styleOf));
}

function listUnder(key: string, list: readonly Node[], styleOf: () => ListStyle): Parameter[] {
  const isOfValues = list.every((member) => typeof member === 'string');
  const style = isOfValues ? styleOf() : 'indexes';
  const isRepeatable = ['[$in]', '[$notIn]', '[$hasEvery]', '[$hasSome]'].some((end) => key.endsWith(end));
  if (style === 'repeated' && isRepeatable) return list.flatMap((member) => parametersUnder(key, member, styleOf));
  return list.flatMap((member, index) =>
    parametersUnder(`${key}[${style === 'indexes' ? index : ''}]`, member, styleOf),
  );
}

/** A query string of parameters; `mustEncode` says of each character that may stay as it is whether it stays. */
export function queryStringOf(parameters: readonly Parameter[], mustEncode: () => boolean = () => false): string {
  const pieces = parameters.map(({ key, value }) => {
    const name = encoded(key, readableInKeys, mustEncode);
    return value === null ? name : `${name}=${encoded(value, readableInValues, mustEncode)}`;
  });
  return pieces.join('&');
}

const readableInKeys = /^[A-Za-z0-9$[\]_.~-]$/;
const readableInValues = /^[A-Za-z0-9$:,'"[\]()*!_.~=-]$/;

function encoded(text: string, readable: RegExp, mustEncode: () => boolean): string {
  return Array.from(text, (character) =>
    readable.test(character) && !mustEncode() ? character : percentEncoded(character),
  ).join('');
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Numbers to decide by, one after the other. */
export type Dice = (sides: number) => number;

/** As many throws as anyone wants; a throw of a long series comes again. */
export const dice: fc.Arbitrary<() => Dice> = fc
  .array(fc.nat({ max: 9_999 }), { minLength: 97, maxLength: 97 })
  .map((throws) => () => {
    let count = 0;
    return (sides) => (throws[(count += 1) % throws.length] ?? 0) % sides;
  });

/** The members of a list in another order. */
export function shuffled<Member>(list: readonly Member[], roll: Dice): Member[] {
  const rest = [...list];
  return list.flatMap(() => rest.splice(roll(rest.length), 1));
}

/** Shuffles the keys and the lists of conditions; the two members of a range keep their order. */
export function permuted(node: Conditions, roll: Dice): Conditions {
  const entries = Object.entries(node).map(([key, inner]) => [key, permutedNode(key, inner, roll)] as const);
  return Object.fromEntries(shuffled(entries, roll));
}

function permutedNode(key: string, node: Node, roll: Dice): Node {
  if (isObject(node)) return permuted(node, roll);
  if (!isList(node) || key === '$between' || key === '$notBetween') return node;
  return shuffled(
    node.map((member) => permutedNode('', member, roll)),
    roll,
  );
}

const other: Readonly<Record<string, string>> = {
  ...{ true: 'false', false: 'true', 1: '0', 0: '1' },
  ...{ draft: 'published', published: 'archived', archived: 'draft' },
};

/** Values of each kind that nothing else in a statement looks like. */
const values: Readonly<Record<Kind, (text: string, count: number) => string>> = {
  // A text that begins like JSON is printed as a list of one.
  text: (text, count) => `${/^\s*[[{]/.test(text) ? '{' : ''}zq${count}`,
  tinyint: (_, count) => String(count % 100),
  smallint: (_, count) => `7340${count}`.slice(0, 4),
  integer: (_, count) => `7340${count}`,
  bigint: (_, count) => `7340000000000${count}`,
  decimal: (_, count) => `7340${count}.5`,
  float: (_, count) => `7340${count}.5`,
  boolean: (text) => other[text] ?? text,
  date: (_, count) => day(count),
  // A day is another shape than a moment.
  datetime: (text, count) => (text.length === 10 ? day(count) : `${day(count)}T10:11:12Z`),
  uuid: (_, count) => `73407340-7340-4340-8340-${String(count).padStart(12, '0')}`,
  enum: (text) => other[text] ?? text,
  json: (text) => text,
};

function day(count: number): string {
  return new Date(Date.UTC(2077, 0, 1 + (count % 300))).toISOString().slice(0, 10);
}

/** Replaces every value by another of its kind: the result is a different request of the same shape. */
export function replaceValues(entity: Entity, filters: Conditions): Conditions {
  return new ValueReplacer().conditions(entity, filters);
}

class ValueReplacer {
  private count = 0;

  conditions(entity: Entity, node: Conditions): Conditions {
    return each(node, (key, inner) => this.condition(entity, key, inner));
  }

  private condition(entity: Entity, key: string, node: Node): Node {
    if (['$and', '$or', '$not', '$some', '$every', '$none', '$where'].includes(key)) return this.group(entity, node);
    if (key === '$count') return this.counted(entity, node);
    if (key.startsWith('$')) return this.operand(entity.fields[entity.key]?.kind ?? 'integer', key, node);
    const relation = entity.relations[key];
    if (relation === undefined) return this.fieldAt(entity, key, node);
    const target = entities[relation.target];
    return isObject(node)
      ? this.conditions(target, node)
      : this.field(target.fields[target.key]?.kind ?? 'integer', node);
  }

  /** A field of its own, or a part of a document, whose members are fields under its name. */
  private fieldAt(entity: Entity, at: string, node: Node): Node {
    const field: Field | undefined = entity.fields[at];
    if (field !== undefined && field.kind !== 'json') return this.field(field.kind, node);
    if (!isObject(node)) throw new TypeError(`there is no ${at}`);
    return each(node, (key, inner) => (key.startsWith('$') ? inner : this.fieldAt(entity, `${at}.${key}`, inner)));
  }

  private group(entity: Entity, node: Node): Node {
    if (isList(node)) return node.map((entry) => this.group(entity, entry));
    return isObject(node) ? this.conditions(entity, node) : node;
  }

  private counted(entity: Entity, node: Node): Node {
    if (!isObject(node)) return this.field('integer', node);
    return each(node, (key, inner) =>
      key === '$where' ? this.group(entity, inner) : this.operand('integer', key, inner),
    );
  }

  private field(kind: Kind, node: Node): Node {
    return isObject(node)
      ? each(node, (key, inner) => this.operand(kind, key, inner))
      : this.operand(kind, '$eq', node);
  }

  private operand(kind: Kind, operator: string, node: Node): Node {
    if (operator === '$not') return this.field(kind, node);
    if (node === null || ['$null', '$notNull', '$exists', '$empty'].includes(operator)) return node;
    if (isList(node)) return node.map((member) => this.operand(kind, operator, member));
    this.count += 1;
    return typeof node === 'string' ? values[kind](node, this.count) : node;
  }
}

function each(node: Conditions, make: (key: string, inner: Node) => Node): Conditions {
  return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, make(key, inner)]));
}
