import {
  type Asked,
  type Condition,
  type EntityFacts,
  type Facts,
  type RelationFacts,
  type Row,
  factsOf,
  relationOf,
} from './facts.js';

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
