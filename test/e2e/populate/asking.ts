import fc from 'fast-check';
import { type Asked, type Condition, type Facts, factsOf, relationOf } from './facts.js';

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
      .chain(([name, { target }]) => fc.record({ [name]: this.fieldCondition(target) }));
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
