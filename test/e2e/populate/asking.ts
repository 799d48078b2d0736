import fc from 'fast-check';
import { type Asked, type Condition, type EntityName, facts } from './oracle.js';

/** Values and operators of the fields, by name: fields of one name have one kind. */
const operands: Readonly<Record<string, fc.Arbitrary<Condition>>> = {
  name: textOperators(),
  title: textOperators(),
  label: textOperators(),
  text: textOperators(),
  metal: textOperators(),
  rank: numberOperators(4),
  stars: numberOperators(5),
  weight: numberOperators(3),
  born: fc.record({ $gte: fc.constantFrom('1961-02-03', '1965-01-01') }),
  price: fc.record({ $gte: fc.constantFrom('3', '2.25') }),
};

function textOperators(): fc.Arbitrary<Condition> {
  const word = fc.constantFrom('almond', 'basil', 'clove', 'dill');
  return fc.oneof(
    fc.record({ $eq: word }),
    fc.record({ $ne: word }),
    fc.record({ $in: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $contains: fc.constantFrom('a', 'l', 'e') }),
    fc.record({ $null: fc.boolean() }),
  );
}

function numberOperators(max: number): fc.Arbitrary<Condition> {
  const value = fc.integer({ min: 0, max });
  return fc.oneof(
    fc.record({ $eq: value }),
    fc.record({ $gte: value, $lt: value }),
    fc.record({ $in: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ $null: fc.boolean() }),
  );
}

function fieldCondition(entity: EntityName): fc.Arbitrary<Condition> {
  const names = facts[entity].fields.filter((name) => name in operands);
  return fc.constantFrom(...names).chain((name) => {
    const operators = operands[name];
    if (operators === undefined) throw new Error(`no operators for ${name}`);
    return fc.record({ [name]: operators });
  });
}

function relationCondition(entity: EntityName): fc.Arbitrary<Condition> {
  return fc
    .constantFrom(...Object.entries(facts[entity].relations))
    .chain(([name, { target }]) => fc.record({ [name]: fieldCondition(target) }));
}

function condition(entity: EntityName): fc.Arbitrary<Condition> {
  const simple = fc.oneof(
    { arbitrary: fieldCondition(entity), weight: 4 },
    { arbitrary: relationCondition(entity), weight: 1 },
  );
  const alternatives = fc.record({ $or: fc.tuple(fieldCondition(entity), fieldCondition(entity)) });
  return fc.oneof({ arbitrary: simple, weight: 4 }, { arbitrary: alternatives, weight: 1 });
}

function sort(entity: EntityName): fc.Arbitrary<readonly string[]> {
  const key = fc
    .tuple(fc.constantFrom(...facts[entity].fields), fc.constantFrom('asc', 'desc'))
    .map(([name, direction]) => `${name}:${direction}`);
  return fc.uniqueArray(key, { minLength: 1, maxLength: 2, selector: (text) => text.split(':')[0] });
}

/** Any options that a relation takes, down to some depth. */
function options(entity: EntityName, deeper: number, relation?: string): fc.Arbitrary<Asked> {
  const of = relation === undefined ? undefined : facts[entity].relations[relation];
  const target = of?.target ?? entity;
  const fields = of?.fields ?? facts[target].fields;
  const anyOf = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
  const never = fc.constant(undefined);
  return fc
    .record({
      filters: anyOf(condition(target)),
      sort: of?.toMany === false ? never : anyOf(sort(target)),
      limit: of?.toMany === true ? anyOf(fc.integer({ min: 1, max: of.maximum })) : never,
      fields: relation === undefined ? never : anyOf(fc.subarray([...fields], { minLength: 1 })),
      populate: deeper > 0 ? anyOf(populated(target, deeper)) : never,
    })
    .map((asked) => {
      const given = Object.entries(asked).filter(([, value]) => value !== undefined);
      return Object.fromEntries(given);
    });
}

function populated(entity: EntityName, deeper: number): fc.Arbitrary<Readonly<Record<string, Asked>>> {
  const names = Object.keys(facts[entity].relations);
  return fc
    .subarray(names, { minLength: 1, maxLength: Math.min(2, names.length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, options(entity, deeper - 1, name)]))));
}

/** Any list, with related rows of related rows. */
export const asking: fc.Arbitrary<{ readonly entity: EntityName; readonly asked: Asked }> = fc
  .constantFrom<EntityName>('restaurant', 'chef', 'review', 'tag', 'badge')
  .chain((entity) =>
    fc.record({
      entity: fc.constant(entity),
      asked: fc
        .tuple(options(entity, 0), populated(entity, 3))
        .map(([asked, populate]): Asked => ({ ...asked, populate })),
    }),
  );

/** Counts the relations in a request, and the most rows that are answered with one. */
export function sizeOf(
  entity: EntityName,
  { populate = {} }: Asked,
): { readonly nodes: number; readonly rows: number } {
  let [nodes, rows] = [0, 0];
  for (const [name, asked] of Object.entries(populate)) {
    const relation = facts[entity].relations[name];
    if (relation === undefined) throw new Error(`no relation ${name}`);
    const inner = sizeOf(relation.target, asked);
    nodes += 1 + inner.nodes;
    rows += (relation.toMany ? (asked.limit ?? relation.limit) : 1) * (1 + inner.rows);
  }
  return { nodes, rows };
}
