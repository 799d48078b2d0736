import fc from 'fast-check';
import type { Laboratory } from './database.js';
import { Evaluator } from './evaluator.js';
import { filtersOf } from './filters.js';
import { find } from './find-rows.js';
import { type RootName, plainHandler, rowsFor } from './handlers.js';
import { same } from './mismatch.js';
import type { Conditions } from './tree.js';

/** Something that must hold of every request, on every engine. */
export interface Property {
  readonly name: string;
  readonly holds: (laboratory: () => Laboratory) => fc.IAsyncProperty<unknown>;
  /** True if the property finds the smallest counterexample itself, so that fast-check need not. */
  readonly endOnFailure?: true;
}

type Two = readonly [Conditions, Conditions];

/** What a property must hold of: the rows of an entity, and the filters that it takes. */
interface Subject<Sample> {
  readonly root: RootName;
  readonly samples: fc.Arbitrary<Sample>;
}

/** Two ways to ask for the same rows. */
export function equivalence<Sample>(
  name: string,
  { root, samples }: Subject<Sample>,
  ways: (sample: Sample) => Two,
): Property {
  const holds = (laboratory: () => Laboratory) =>
    fc.asyncProperty(samples, async (sample) => {
      const [one, other] = ways(sample);
      const [found, alike] = [await find(laboratory(), root, one), await find(laboratory(), root, other)];
      same(JSON.stringify([one, other]), name, found, alike);
    });
  return { name, holds };
}

/** What holds of any filter of an entity, by the logic alone. */
export function laws(root: RootName): Property[] {
  const part = filtersOf(root, { around: 2, parts: 2 });
  const samples: fc.Arbitrary<Two> = fc.tuple(part, part);
  return [
    {
      name: 'P, not P and the rows of neither are all rows, each once',
      holds: (laboratory) =>
        fc.asyncProperty(filtersOf(root, { around: 1 }), (filters) => checkPartition(laboratory(), root, filters)),
    },
    {
      name: 'an $and finds the rows that all of it finds, and an $or those that any of it finds',
      holds: (laboratory) => fc.asyncProperty(samples, (two) => checkGroups(laboratory(), root, two)),
    },
    equivalence('not (P and Q) is (not P) or (not Q)', { root, samples }, ([one, other]) => [
      { $not: { $and: [one, other] } },
      { $or: [{ $not: one }, { $not: other }] },
    ]),
    equivalence('not (P or Q) is (not P) and (not Q)', { root, samples }, ([one, other]) => [
      { $not: { $or: [one, other] } },
      { $and: [{ $not: one }, { $not: other }] },
    ]),
  ];
}

async function checkPartition(laboratory: Laboratory, root: RootName, filters: Conditions): Promise<void> {
  const rows = rowsFor(laboratory.dataset, root, plainHandler);
  const evaluator = new Evaluator(laboratory.reading());
  const unknown = rows.filter((row) => evaluator.conditions(filters, row) === null).map(({ key }) => key);
  const parts = [await find(laboratory, root, filters), await find(laboratory, root, { $not: filters }), unknown];
  const all = rows.map(({ key }) => key).sort();
  same(JSON.stringify(filters), 'P, not P and neither', parts.flat().sort(), all);
}

async function checkGroups(laboratory: Laboratory, root: RootName, [one, other]: Two): Promise<void> {
  const [first, second] = [await find(laboratory, root, one), await find(laboratory, root, other)];
  const both = first.filter((key) => second.includes(key));
  const any = [...new Set([...first, ...second])].sort();
  const text = JSON.stringify([one, other]);
  same(text, '$and', await find(laboratory, root, { $and: [one, other] }), both);
  same(text, '$or', await find(laboratory, root, { $or: [one, other] }), any);
}
