import { compare, compareList } from './comparisons.js';
import { type Field, type Relation, rootEntity } from './expected-model.js';
import { type Conditions, type Node, isList, isObject, objectOf, textOf } from './tree.js';
import { type Truth, allOf, anyOf, not } from './three-valued-logic.js';
import type { Reading } from './values.js';
import type { Row } from './dataset.js';

/** Operators of existence: true if the flag `true` means that a related row exists. */
const existence: Readonly<Record<string, boolean>> = { $exists: true, $notNull: true, $null: false };

/** Compared with null, a relation is asked whether there is a related row. */
const existenceByNull: Readonly<Record<string, boolean>> = { $eq: false, $ne: true };

const quantifiers: readonly string[] = ['$some', '$every', '$none', '$count'];

const number: Pick<Field, 'kind'> = { kind: 'integer' };

/**
 * Says of a row what a filter means, by the text of the dialect alone. It shares nothing with the library: what it
 * reads is the tree as a client writes it, and the rows in memory.
 */
export class Evaluator {
  constructor(private readonly reading: Reading) {}

  /** The keys of the rows that a filter returns, in the order of the rows. */
  matching(filters: Conditions, rows: readonly Row[]): string[] {
    return rows.filter((row) => this.conditions(filters, row) === true).map(({ key }) => key);
  }

  conditions(node: Conditions, row: Row): Truth {
    return allOf(Object.entries(node).map(([key, inner]) => this.condition(key, inner, row)));
  }

  private condition(key: string, node: Node, row: Row): Truth {
    if (key === '$not') return not(this.conditions(objectOf(node), row));
    if (key === '$and' || key === '$or') return this.group(key, node, row);
    const { fields, relations } = rootEntity(row.entity);
    const relation = relations[key];
    if (relation !== undefined) return this.relation(relation, this.related(row, key), node);
    const field = fields[key];
    if (field === undefined || field.kind === 'json') return this.document(key, node, row);
    if (field.list !== undefined) return this.list(field, row.lists[key] ?? null, node);
    return this.field(field, row.values[key] ?? null, node);
  }

  /** Operators of a document, and conditions on its paths, each of which is a field by the names that lead to it. */
  private document(at: string, node: Node, row: Row): Truth {
    const field = rootEntity(row.entity).fields[at];
    return allOf(
      Object.entries(objectOf(node)).map(([key, inner]) => {
        if (key === '$not') return not(this.document(at, inner, row));
        if (!key.startsWith('$')) return this.condition(`${at}.${key}`, inner, row);
        if (field === undefined) throw new TypeError(`${row.entity} has no ${at}`);
        return compare(field, key, row.values[at] ?? null, inner, this.reading);
      }),
    );
  }

  private list(field: Pick<Field, 'kind'>, stored: readonly (string | null)[] | null, node: Node): Truth {
    if (!isObject(node)) return compareList(field, isList(node) ? '$hasSome' : '$has', stored, node, this.reading);
    return allOf(
      Object.entries(node).map(([operator, operand]) =>
        operator === '$not'
          ? not(this.list(field, stored, objectOf(operand)))
          : compareList(field, operator, stored, operand, this.reading),
      ),
    );
  }

  private group(key: '$and' | '$or', node: Node, row: Row): Truth {
    if (!isList(node))
      return anyOf(Object.entries(objectOf(node)).map(([name, inner]) => this.condition(name, inner, row)));
    const truths = node.map((entry) => this.entry(entry, row));
    return key === '$and' ? allOf(truths) : anyOf(truths);
  }

  /** An entry that is itself a list means all of its members. */
  private entry(node: Node, row: Row): Truth {
    return isList(node) ? allOf(node.map((inner) => this.entry(inner, row))) : this.conditions(objectOf(node), row);
  }

  private field(field: Pick<Field, 'kind' | 'exact'>, stored: string | null, node: Node): Truth {
    if (isList(node)) return compare(field, '$in', stored, node, this.reading);
    if (!isObject(node)) return compare(field, '$eq', stored, node, this.reading);
    return allOf(
      Object.entries(node).map(([operator, operand]) =>
        operator === '$not'
          ? not(this.field(field, stored, objectOf(operand)))
          : compare(field, operator, stored, operand, this.reading),
      ),
    );
  }

  /** Soft-deleted related rows do not count, unless the handler asked for deleted rows. */
  private related(row: Row, relation: string): readonly Row[] {
    const rows = row.related[relation] ?? [];
    return this.reading.withDeleted ? rows : rows.filter(({ deleted }) => !deleted);
  }

  /** A condition on a relation is never unknown. */
  private relation(relation: Relation, rows: readonly Row[], node: Node): boolean {
    if (node === null) return rows.length === 0;
    if (!isObject(node)) return rows.some((row) => this.aboutKey(row, isList(node) ? '$in' : '$eq', node) === true);
    const keys = Object.keys(node);
    const apart = keys.filter((key) => standsApart(relation, key, node[key]));
    const plain = keys.filter((key) => !apart.includes(key));
    const satisfied = apart.every((key) => this.predicate(key, rows, node[key]));
    return satisfied && (plain.length === 0 || rows.some((row) => this.isOneRow(row, plain, node)));
  }

  private isOneRow(row: Row, keys: readonly string[], node: Conditions): boolean {
    const truths = keys.map((key) => {
      const inner = node[key] ?? null;
      const isOwn = !key.startsWith('$') || ['$and', '$or', '$not'].includes(key);
      return isOwn ? this.condition(key, inner, row) : this.aboutKey(row, key, inner);
    });
    return allOf(truths) === true;
  }

  private aboutKey(row: Row, operator: string, node: Node): Truth {
    const { key, fields } = rootEntity(row.entity);
    const field = fields[key];
    if (field === undefined) throw new TypeError(`${row.entity} has no key`);
    return compare(field, operator, row.values[key] ?? null, node, this.reading);
  }

  private predicate(key: string, rows: readonly Row[], node: Node | undefined): boolean {
    const satisfies = (row: Row) => this.conditions(objectOf(node), row) === true;
    switch (key) {
      case '$some':
        return rows.some(satisfies);
      case '$every':
        return rows.every(satisfies);
      case '$none':
        return !rows.some(satisfies);
      case '$count':
        return this.count(rows, node ?? null);
      default: {
        const asksForOne = node === null ? existenceByNull[key] : (textOf(node) === 'true') === existence[key];
        return asksForOne === rows.length > 0;
      }
    }
  }

  private count(rows: readonly Row[], node: Node): boolean {
    const { $where: where, ...comparisons } = isObject(node) ? node : { [isList(node) ? '$in' : '$eq']: node };
    const counted = where === undefined ? rows : rows.filter((row) => this.conditions(objectOf(where), row) === true);
    return this.field(number, String(counted.length), comparisons) === true;
  }
}

/** Each of these keys is a predicate of its own; the others are about one related row. */
function standsApart({ toMany }: Relation, key: string, node: Node | undefined): boolean {
  if (node === null && Object.hasOwn(existenceByNull, key)) return true;
  return Object.hasOwn(existence, key) || (toMany && quantifiers.includes(key));
}
