import { type Entity, type Field, type Kind, entities } from './expected-model.js';
import { type Conditions, type Node, isList, isObject } from './tree.js';

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
