import fc from 'fast-check';
import { type Field, entities } from '../expected-model.js';
import { nested } from '../filters.js';
import { type Property, equivalence, laws } from '../laws.js';
import { spellingsOf } from '../spellings.js';
import type { Conditions, Node } from '../tree.js';
import { pools } from '../value-pools.js';

/** A field of products, and values to ask of it: few enough for each to be a condition of its own. */
interface Asked {
  readonly name: string;
  readonly values: readonly string[];
}

const root = 'Product';

function valuesOf(isAsked: (field: Field) => boolean): fc.Arbitrary<Asked> {
  const fields = Object.entries(entities.Product.fields).filter(([, field]) => field.kind !== 'json' && isAsked(field));
  return fc
    .constantFrom(...fields)
    .chain(([name, { pool }]) =>
      fc
        .array(fc.constantFrom(...pools[pool].sent), { minLength: 1, maxLength: 4, size: 'max' })
        .map((values) => ({ name, values })),
    );
}

const lists = { root, samples: valuesOf(({ list }) => list === true) } as const;
const scalars = { root, samples: valuesOf(({ list }) => list === undefined) } as const;

/** A condition on a field, under each of its names. */
const about = (name: string, node: Node): Conditions => Object.fromEntries([nested(name.split('.'), node)]);

const each = ({ name, values }: Asked, operator: string) => values.map((value) => about(name, { [operator]: value }));

/** Ways to ask for lists, and for values at paths and in virtual columns, that are one. */
export const shopEquivalences: readonly Property[] = [
  ...laws(root),
  ...spellingsOf(root),
  equivalence('$hasSome is $or of $has', lists, (asked) => [
    about(asked.name, { $hasSome: asked.values }),
    { $or: each(asked, '$has') },
  ]),
  equivalence('$hasEvery is $and of $has', lists, (asked) => [
    about(asked.name, { $hasEvery: asked.values }),
    { $and: each(asked, '$has') },
  ]),
  equivalence('a list alone is $hasSome, in any order', lists, ({ name, values }) => [
    about(name, values),
    about(name, { $hasSome: values.toReversed() }),
  ]),
  equivalence('the order of $hasEvery means nothing', lists, ({ name, values }) => [
    about(name, { $hasEvery: values }),
    about(name, { $hasEvery: values.toReversed() }),
  ]),
  equivalence('a value alone is $has', lists, ({ name, values: [value = ''] }) => [
    about(name, value),
    about(name, { $has: value }),
  ]),
  equivalence('a list that is not empty is there, and has an element', lists, ({ name }) => [
    about(name, { $empty: 'false' }),
    { $and: [about(name, { $notNull: 'true' }), { $not: about(name, { $empty: 'true' }) }] },
  ]),
  equivalence('$in is $or of $eq', scalars, (asked) => [
    about(asked.name, { $in: asked.values }),
    { $or: each(asked, '$eq') },
  ]),
  equivalence('$notIn is $and of $ne', scalars, (asked) => [
    about(asked.name, { $notIn: asked.values }),
    { $and: each(asked, '$ne') },
  ]),
];
