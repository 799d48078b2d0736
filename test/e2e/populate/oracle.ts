import fc from 'fast-check';
import { withoutNull } from '../../support/without-null.js';

/** A row as it is in memory: its values by the names of its fields, and whatever else decides about it. */
export type Row = Readonly<Record<string, unknown>>;

/** What is asked of the rows of an entity. */
export interface Asked {
  readonly filters?: Condition;
  readonly sort?: readonly string[];
  readonly limit?: number;
  readonly fields?: readonly string[];
  readonly populate?: Readonly<Record<string, Asked>>;
}

/** Conditions of fields, of relations, or alternatives. A name in an embedded object has dots: `box.size`. */
export interface Condition {
  readonly [name: string]: unknown;
}

/** What is known of a relation, in the words of the dialect. */
export interface RelationFacts<Data, Context> {
  readonly target: string;
  readonly toMany: boolean;
  readonly limit: number;
  readonly maximum: number;
  readonly sort: readonly string[];
  /** The fields that the declaration leaves. Undefined for all of them. */
  readonly fields: readonly string[] | undefined;
  /** The declared condition. */
  readonly where: (row: Row, context: Context) => boolean;
  /** True where the relation exists for a context. */
  readonly isShown: (context: Context) => boolean;
  readonly related: (row: Row, data: Data) => readonly Row[];
}

export interface EntityFacts<Data, Context> {
  readonly fields: readonly string[];
  readonly key: readonly string[];
  readonly rows: (data: Data) => readonly Row[];
  readonly isVisible: (row: Row, context: Context) => boolean;
  /** The relations that filters may lead through, and that may be populated. */
  readonly relations: Readonly<Record<string, RelationFacts<Data, Context>>>;
}

/** The entities of a model, by their names. */
export type Facts<Data, Context> = Readonly<Record<string, EntityFacts<Data, Context>>>;

/** Returns what is known of an entity. */
export function factsOf<Data, Context>(facts: Facts<Data, Context>, entity: string): EntityFacts<Data, Context> {
  const found = facts[entity];
  if (found === undefined) throw new Error(`no entity ${entity}`);
  return found;
}

/** Returns what is known of a relation. */
export function relationOf<Data, Context>(
  { relations }: EntityFacts<Data, Context>,
  name: string,
): RelationFacts<Data, Context> {
  const found = relations[name];
  if (found === undefined) throw new Error(`no relation ${name}`);
  return found;
}

/** Words of which random texts are made. */
export const words = fc.constantFrom('almond', 'basil', 'clove', 'dill', 'elder', 'fennel');

/** Any condition of a text. */
export function textOperators(): fc.Arbitrary<Condition> {
  const word = fc.constantFrom('almond', 'basil', 'clove', 'dill');
  return fc.oneof(
    fc.record({ $eq: word }),
    fc.record({ $ne: word }),
    fc.record({ $in: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $contains: fc.constantFrom('a', 'l', 'e') }),
    fc.record({ $null: fc.boolean() }),
  );
}

/** Any condition of a whole number from 0. */
export function numberOperators(max: number): fc.Arbitrary<Condition> {
  const value = fc.integer({ min: 0, max });
  return fc.oneof(
    fc.record({ $eq: value }),
    fc.record({ $gte: value, $lt: value }),
    fc.record({ $in: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $null: fc.boolean() }),
  );
}

/** Any request for rows of an entity. */
export interface AskedOf {
  readonly entity: string;
  readonly asked: Asked;
}

/** A model whose rows are asked for. */
export interface Askable {
  readonly facts: Facts<never, never>;
  /** Returns conditions of a field. Undefined for a field without any. */
  readonly operators: (entity: string, field: string) => fc.Arbitrary<Condition> | undefined;
  /** Lists what the rows of an entity may be sorted by. */
  readonly sorts: (entity: string) => readonly string[];
}

/** Any list, with related rows of related rows. */
export function asking(model: Askable): fc.Arbitrary<AskedOf> {
  const requests = new Requests(model);
  return fc
    .constantFrom(...Object.keys(model.facts).filter(hasRelations(model)))
    .chain((entity) => requests.of(entity));
}

function hasRelations({ facts }: Askable): (entity: string) => boolean {
  return (entity) => Object.keys(factsOf(facts, entity).relations).length > 0;
}

class Requests {
  constructor(private readonly model: Askable) {}

  of(entity: string): fc.Arbitrary<AskedOf> {
    return fc
      .tuple(this.options(entity, 0), this.populated(entity, 3))
      .map(([asked, populate]) => ({ entity, asked: { ...asked, populate } }));
  }

  private fieldCondition(entity: string): fc.Arbitrary<Condition> {
    const of = (name: string) => this.model.operators(entity, name);
    const names = factsOf(this.model.facts, entity).fields.filter((name) => of(name) !== undefined);
    return fc.constantFrom(...names).chain((name) => fc.record({ [name]: of(name) ?? fc.constant({}) }));
  }

  private relationCondition(entity: string): fc.Arbitrary<Condition> {
    return fc
      .constantFrom(...Object.entries(factsOf(this.model.facts, entity).relations))
      .chain(([name, { target, toMany }]) => {
        const { fields } = factsOf(this.model.facts, target);
        const about = this.fieldCondition(target);
        return fc.record({ [name]: toMany ? about : about.map((asked) => withoutNull(asked, fields)) });
      });
  }

  private condition(entity: string): fc.Arbitrary<Condition> {
    const [field, other] = [this.fieldCondition(entity), this.fieldCondition(entity)];
    return fc.oneof(
      { arbitrary: field, weight: 4 },
      { arbitrary: hasRelations(this.model)(entity) ? this.relationCondition(entity) : field, weight: 1 },
      { arbitrary: fc.record({ $or: fc.tuple(field, other) }), weight: 1 },
    );
  }

  private sort(entity: string): fc.Arbitrary<readonly string[]> {
    const key = fc
      .tuple(fc.constantFrom(...this.model.sorts(entity)), fc.constantFrom('asc', 'desc'))
      .map(([name, direction]) => `${name}:${direction}`);
    return fc.uniqueArray(key, { minLength: 1, maxLength: 2, selector: (text) => text.split(':')[0] });
  }

  /** Any options that a relation takes, down to some depth. */
  private options(entity: string, deeper: number, relation?: string): fc.Arbitrary<Asked> {
    const { facts } = this.model;
    const of = relation === undefined ? undefined : relationOf(factsOf(facts, entity), relation);
    const target = of?.target ?? entity;
    const fields = of?.fields ?? factsOf(facts, target).fields;
    const anyOf = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
    const never = fc.constant(undefined);
    return fc
      .record({
        filters: anyOf(this.condition(target)),
        sort: of?.toMany === false ? never : anyOf(this.sort(target)),
        limit: of?.toMany === true ? anyOf(fc.integer({ min: 1, max: of.maximum })) : never,
        fields: relation === undefined ? never : anyOf(fc.subarray([...fields], { minLength: 1 })),
        populate: deeper > 0 && hasRelations(this.model)(target) ? anyOf(this.populated(target, deeper)) : never,
      })
      .map((asked) => {
        const given = Object.entries(asked).filter(([, value]) => value !== undefined);
        return Object.fromEntries(given);
      });
  }

  private populated(entity: string, deeper: number): fc.Arbitrary<Readonly<Record<string, Asked>>> {
    const names = Object.keys(factsOf(this.model.facts, entity).relations);
    return fc
      .subarray(names, { minLength: 1, maxLength: Math.min(2, names.length) })
      .chain((chosen) =>
        fc.record(Object.fromEntries(chosen.map((name) => [name, this.options(entity, deeper - 1, name)]))),
      );
  }
}

/** Counts the relations in a request, and the most rows that are answered with one. */
export function sizeOf(
  facts: Facts<never, never>,
  { entity, asked: { populate = {} } }: AskedOf,
): { readonly nodes: number; readonly rows: number } {
  let [nodes, rows] = [0, 0];
  for (const [name, asked] of Object.entries(populate)) {
    const { target, toMany, limit } = relationOf(factsOf(facts, entity), name);
    const inner = sizeOf(facts, { entity: target, asked });
    nodes += 1 + inner.nodes;
    rows += (toMany ? (asked.limit ?? limit) : 1) * (1 + inner.rows);
  }
  return { nodes, rows };
}

/*
 * The meaning of `populate`, written once more: all rows are in memory, and every answer is put together from them. It
 * knows nothing of the library.
 */

/** Puts answers together. */
export class Oracle<Data, Context> {
  /** The relations of which a row has more related rows than were answered. */
  readonly more: Record<string, { limit: number; hasMore: true }> = {};

  constructor(
    private readonly facts: Facts<Data, Context>,
    private readonly data: Data,
    private readonly context: Context,
  ) {}

  /** Returns the rows of a list. */
  list(entity: string, asked: Asked): readonly Row[] {
    const visible = this.of(entity)
      .rows(this.data)
      .filter((row) => this.isFound(entity, row, asked));
    return this.inOrder(visible, entity, asked.sort ?? []).map((row) => this.answer(entity, row, { asked, path: '' }));
  }

  private of(entity: string): EntityFacts<Data, Context> {
    return factsOf(this.facts, entity);
  }

  private isFound(entity: string, row: Row, { filters }: Asked): boolean {
    return this.of(entity).isVisible(row, this.context) && (filters === undefined || this.holds(entity, row, filters));
  }

  private answer(entity: string, row: Row, { asked, path, declared }: Answered): Row {
    const facts = this.of(entity);
    const answer: Answer = {};
    for (const name of new Set([...facts.key, ...(asked.fields ?? declared ?? facts.fields)])) {
      put(answer, name, row[name]);
    }
    for (const [name, inner] of Object.entries(asked.populate ?? {})) {
      const deeper = path === '' ? name : `${path}.${name}`;
      put(answer, name, this.related(row, relationOf(facts, name), { asked: inner, path: deeper }));
    }
    return answer;
  }

  private related(row: Row, relation: RelationFacts<Data, Context>, { asked, path }: Answered): unknown {
    const { target, toMany, limit: usual, sort, where, fields } = relation;
    const found = relation
      .related(row, this.data)
      .filter((other) => where(other, this.context) && this.isFound(target, other, asked));
    const answers = (rows: readonly Row[]) =>
      rows.map((other) => this.answer(target, other, { asked, path, declared: fields }));
    if (!toMany) return answers(found)[0] ?? null;
    const limit = asked.limit ?? usual;
    if (found.length > limit) this.more[path] = { limit, hasMore: true };
    return answers(this.inOrder(found, target, asked.sort ?? sort).slice(0, limit));
  }

  private holds(entity: string, row: Row, condition: Condition): boolean {
    return Object.entries(condition).every(([name, value]) => {
      if (name === '$or') return (value as Condition[]).some((part) => this.holds(entity, row, part));
      const relation = this.of(entity).relations[name];
      if (relation === undefined) return compares(row[name], value as Record<string, unknown>);
      return relation
        .related(row, this.data)
        .some((other) => this.isFound(relation.target, other, { filters: value as Condition }));
    });
  }

  /** Sorts rows by the keys of a sort, NULL last, and then by the primary key in the direction of the last key. */
  private inOrder(rows: readonly Row[], entity: string, sort: readonly string[]): readonly Row[] {
    const keys = sort.map((text) => {
      const [name = '', direction = 'asc'] = text.split(':');
      return { name, sign: direction === 'desc' ? -1 : 1 };
    });
    const sign = keys.at(-1)?.sign ?? 1;
    const all = [...keys, ...this.of(entity).key.map((name) => ({ name, sign }))];
    return [...rows].sort((a, b) => {
      for (const key of all) {
        const [one, other] = [this.valueAt(entity, a, key.name), this.valueAt(entity, b, key.name)];
        if (one === other) continue;
        if (one === null || other === null) return one === null ? 1 : -1;
        const difference = order(one, other) * key.sign;
        if (difference !== 0) return difference;
      }
      return 0;
    });
  }

  /** Returns the value of a field, also of one behind a relation to one row: NULL where that row is hidden. */
  private valueAt(entity: string, row: Row, name: string): unknown {
    for (const [prefix, relation] of Object.entries(this.of(entity).relations)) {
      if (relation.toMany || !name.startsWith(`${prefix}.`)) continue;
      const [other] = relation.related(row, this.data).filter((each) => this.isFound(relation.target, each, {}));
      return other === undefined ? null : this.valueAt(relation.target, other, name.slice(prefix.length + 1));
    }
    return row[name];
  }
}

interface Answered {
  readonly asked: Asked;
  readonly path: string;
  /** The fields that the declaration leaves. */
  readonly declared?: readonly string[] | undefined;
}

type Answer = Record<string, unknown>;

/** Puts a value into an answer, into an embedded object where its name has a dot. */
function put(answer: Answer, name: string, value: unknown): void {
  const [first = '', ...rest] = name.split('.');
  if (rest.length === 0) answer[first] = value;
  else put((answer[first] ??= {}) as Answer, rest.join('.'), value);
}

/** True where a value satisfies all operators; NULL satisfies `$null` alone. */
function compares(value: unknown, operators: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(operators).every(([operator, operand]) => {
    if (operator === '$null') return (value === null) === operand;
    if (value === null) return false;
    switch (operator) {
      case '$eq':
        return order(value, operand) === 0;
      case '$ne':
        return order(value, operand) !== 0;
      case '$gte':
        return order(value, operand) >= 0;
      case '$lt':
        return order(value, operand) < 0;
      case '$in':
        return (operand as unknown[]).some((member) => order(value, member) === 0);
      case '$contains':
        return textOf(value).includes(textOf(operand));
      default:
        throw new Error(`no operator ${operator}`);
    }
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const whole = /^-?\d+$/;
const numeric = /^-?\d+(\.\d+)?$/;

function order(one: unknown, other: unknown): number {
  const [a, b] = [textOf(one), textOf(other)];
  // A number of JavaScript has fewer digits than a key of 64 bits.
  if (whole.test(a) && whole.test(b)) return Number(BigInt(a) - BigInt(b));
  if (numeric.test(a) && numeric.test(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}
