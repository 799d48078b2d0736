import type { ObjectLiteral } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import type { Hand } from './hand/index.js';
import type { ColumnsModel } from './model.js';

/** An entity of the product list. */
export type Subject = Exclude<keyof ColumnsModel, 'entities'>;

/** The table of each entity, and its alias in hand-written SQL. */
const tables: Readonly<Record<Subject, readonly [table: string, alias: string]>> = {
  Product: ['product', 'p'],
  Line: ['line', 'l'],
  Maker: ['maker', 'm'],
  Category: ['category', 'c'],
};

/** SQL written by hand, of one engine. */
export type ByHand = (hand: Hand) => string;

/** A question in the library's words and in SQL, and the ids that both must give. */
export interface Question {
  /** The point of the question. */
  readonly name: string;
  /** Query string of the request. */
  readonly query: string;
  /** The entity that the request is about; products by default. */
  readonly about?: Subject;
  /** Condition of the hand-written statement, about `p`, `l`, `m` or `c`. */
  readonly where?: ByHand;
  /** Order of the hand-written statement. Without one, the ids are a set. */
  readonly order?: ByHand;
  /** The ids of the answer; undefined where the engines rightly differ, so that SQL alone decides. */
  readonly ids: readonly number[] | Readonly<Record<EngineName, readonly number[]>>;
}

/** Returns the hand-written statement of a question. */
export function statementOf({ about = 'Product', where, order }: Question, hand: Hand): string {
  const [table, alias] = tables[about];
  const condition = where === undefined ? '' : ` WHERE ${where(hand)}`;
  return `SELECT ${alias}.id FROM ${table} ${alias}${condition} ORDER BY ${order === undefined ? '' : `${order(hand)}, `}${alias}.id`;
}

/** Returns the ids that a question must find on an engine. */
export function idsOn(engine: EngineName, { ids }: Question): readonly number[] {
  return 'sqlite' in ids ? ids[engine] : ids;
}

/** Returns the ids of rows. */
export function idsOf(rows: readonly ObjectLiteral[]): readonly number[] {
  return rows.map((row) => Number(row['id']));
}

/** Condition that the product `p` has a line `l`. */
export function line(where: string): string {
  return `EXISTS (SELECT 1 FROM line l WHERE l.product_id = p.id AND (${where}))`;
}

/** The number of lines `l` of the product `p`. */
export function lines(where = '1 = 1', what = 'COUNT(*)'): string {
  return `(SELECT ${what} FROM line l WHERE l.product_id = p.id AND (${where}))`;
}

/** Condition that the product `p` has a maker `m`. */
export function maker(where: string): string {
  return `EXISTS (SELECT 1 FROM maker m WHERE m.id = p.maker_id AND (${where}))`;
}

/** Condition that the product `p` is in a category `c`. */
export function category(where: string): string {
  return `EXISTS (SELECT 1 FROM category c, product_category j WHERE j.category_id = c.id AND j.product_id = p.id AND (${where}))`;
}

/** Condition that there is a product `p` of the maker `m`, the category `c` or the line `l`. */
export function product(of: 'm' | 'c' | 'l', where: string): string {
  const links = {
    m: 'p.maker_id = m.id',
    c: 'EXISTS (SELECT 1 FROM product_category j WHERE j.category_id = c.id AND j.product_id = p.id)',
    l: 'p.id = l.product_id',
  };
  return `EXISTS (SELECT 1 FROM product p WHERE ${links[of]} AND (${where}))`;
}

/** SQL of an order in which the rows without a value come first. */
export function nullsFirst(value: string, direction: 'ASC' | 'DESC' = 'ASC'): string {
  return `CASE WHEN ${value} IS NULL THEN 0 ELSE 1 END, ${value} ${direction}`;
}

/** SQL of an order in which the rows without a value come last. */
export function nullsLast(value: string, direction: 'ASC' | 'DESC' = 'ASC'): string {
  return `CASE WHEN ${value} IS NULL THEN 1 ELSE 0 END, ${value} ${direction}`;
}
