import fc from 'fast-check';

/**
 * A condition on posts, each of which has the author of its own number, and its meaning where an author may be hidden.
 */
interface ScopedCondition {
  readonly filters: object;
  readonly keeps: (id: number, isSeen: boolean) => boolean;
}

const number = fc.integer({ min: 1, max: 110 });
const numbers = fc.uniqueArray(number, { minLength: 1, maxLength: 8 });

/** A post whose author is hidden is as one without an author. */
export const scopedConditions: fc.Arbitrary<ScopedCondition> = fc.oneof(
  fc.constant<ScopedCondition>({ filters: {}, keeps: () => true }),
  fc.constant<ScopedCondition>({ filters: { author: { $null: true } }, keeps: (_, isSeen) => !isSeen }),
  fc.constant<ScopedCondition>({ filters: { author: { $exists: true } }, keeps: (_, isSeen) => isSeen }),
  number.map<ScopedCondition>((from) => ({
    filters: { author: { age: { $gte: from } } },
    keeps: (id, isSeen) => isSeen && id >= from,
  })),
  number.map<ScopedCondition>((to) => ({
    filters: { $not: { author: { age: { $lt: to } } } },
    keeps: (id, isSeen) => !(isSeen && id < to),
  })),
  numbers.map<ScopedCondition>((some) => ({
    filters: { author: { id: { $in: some } } },
    keeps: (id, isSeen) => isSeen && some.includes(id),
  })),
  fc.tuple(numbers, number).map<ScopedCondition>(([some, own]) => ({
    filters: { $or: [{ author: { age: { $in: some } } }, { id: { $lte: own } }] },
    keeps: (id, isSeen) => (isSeen && some.includes(id)) || id <= own,
  })),
);
