import fc from 'fast-check';
import { countNumbers, countOperators, flag, listOf, operators } from './field-filters.js';
import { type Entity, type Relation, entities } from './expected-model.js';
import { withoutNull } from '../../support/without-null.js';
import { pools } from './value-pools.js';
import type { Conditions, Node } from './tree.js';

/**
 * What is said of a relation: conditions on a related row, its key, quantifiers, counts, existence, and these beside
 * one another.
 *
 * @param inner conditions on a related row
 */
export function relationNode(relation: Relation, inner: fc.Arbitrary<Conditions>): fc.Arbitrary<Node> {
  const keys = keyTexts(entities[relation.target]);
  const fields = Object.entries(entities[relation.target].fields).filter(([, { nullable }]) => !nullable);
  const about = relation.toMany
    ? inner
    : inner.map((asked) =>
        withoutNull(
          asked,
          fields.map(([name]) => name),
        ),
      );
  const plain: fc.Arbitrary<Conditions> = fc.oneof(
    { weight: 6, arbitrary: about },
    { weight: 1, arbitrary: operators(['$eq', '$ne', '$in', '$notIn', '$lt', '$gte'], keys) },
  );
  const existing = fc.oneof(...existenceEntries);
  const apart = relation.toMany ? fc.oneof({ weight: 4, arbitrary: quantified(inner) }, existing) : existing;
  return fc.oneof(
    { weight: relation.toMany ? 5 : 8, arbitrary: plain },
    { weight: relation.toMany ? 5 : 2, arbitrary: apart },
    { weight: 1, arbitrary: fc.tuple(apart, apart).map(([one, other]): Node => ({ ...one, ...other })) },
    { weight: 2, arbitrary: fc.tuple(plain, apart).map(([one, other]): Node => ({ ...one, ...other })) },
    { weight: 1, arbitrary: fc.constantFrom<Node>(null, ...keys) },
    { weight: 1, arbitrary: listOf(keys) },
  );
}

function keyTexts({ key, fields }: Entity): readonly string[] {
  return pools[fields[key]?.pool ?? 'small'].sent;
}

const existenceEntries = ['$exists', '$null', '$notNull'].map((token) =>
  flag.map((given): Conditions => ({ [token]: given })),
);

function quantified(inner: fc.Arbitrary<Conditions>): fc.Arbitrary<Conditions> {
  const quantifiers = ['$some', '$every', '$none'].map((token) => inner.map((node): Conditions => ({ [token]: node })));
  const where = fc.tuple(countOperators, inner).map(([asked, node]): Node => ({ ...asked, $where: node }));
  const numbers = fc.oneof<fc.Arbitrary<Node>[]>(
    fc.constantFrom(...countNumbers),
    listOf(countNumbers),
    countOperators,
  );
  const count = fc.oneof(where, numbers).map((node): Conditions => ({ $count: node }));
  return fc.oneof(...quantifiers, count);
}
