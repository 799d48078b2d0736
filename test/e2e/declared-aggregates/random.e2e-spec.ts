import fc from 'fast-check';
import { ascending, idsOf, onEngines } from '../../support/engines.js';
import { asking, market, reviews } from './model.js';
import { factor } from '../../support/thorough.js';

/*
 * Random conditions on declared aggregates, and on those that a client asks for, whose rows an evaluator in memory
 * finds a second time. It adds whole numbers and thousandths as big integers, so that nothing is rounded.
 */

type Numbers = readonly bigint[];

/** The value of an aggregate as a fraction; undefined for NULL. */
type Value = { readonly over: bigint; readonly under: bigint } | undefined;

const sum = (values: Numbers) => values.reduce((all, each) => all + each, 0n);
const exactly = (over: bigint, under = 1n): Value => ({ over, under });
const thousandths = (text: string) => BigInt(text.replace('.', ''));

const visible = (of: number) => reviews.filter((review) => review.of === of && !review.isDeleted && !review.isSecret);
const starsOf = (of: number, approved = false) =>
  visible(of).flatMap((review) =>
    review.stars == null || (approved && !review.isApproved) ? [] : BigInt(review.stars),
  );
const amountsOf = (of: number) => visible(of).flatMap(({ amount }) => (amount == null ? [] : thousandths(amount)));
const viewsOf = (of: number) => visible(of).flatMap(({ views }) => (views == null ? [] : BigInt(views)));
const some = (values: Numbers, value: () => Value): Value => (values.length === 0 ? undefined : value());

/** The aggregates of a stall, as exact fractions. */
const aggregates: Readonly<Record<string, (of: number) => Value>> = {
  reviewCount: (of) => exactly(BigInt(visible(of).length)),
  approvedCount: (of) => exactly(BigInt(visible(of).filter(({ isApproved }) => isApproved).length)),
  sumStars: (of) => some(starsOf(of), () => exactly(sum(starsOf(of)))),
  averageStars: (of) =>
    some(starsOf(of, true), () => exactly(sum(starsOf(of, true)), BigInt(starsOf(of, true).length))),
  sumAmount: (of) => some(amountsOf(of), () => exactly(sum(amountsOf(of)), 1000n)),
  sumViews: (of) => some(viewsOf(of), () => exactly(sum(viewsOf(of)))),
};

const least = (values: Numbers) => values.reduce((one, other) => (other < one ? other : one));
const greatest = (values: Numbers) => values.reduce((one, other) => (other > one ? other : one));

/** The functions that a client asks for, over the stars of reviews that have at least so many. */
const functions: Readonly<Record<string, (values: Numbers) => Value>> = {
  $avg: (values) => exactly(sum(values), BigInt(values.length)),
  $sum: (values) => exactly(sum(values)),
  $min: (values) => exactly(least(values)),
  $max: (values) => exactly(greatest(values)),
};

type Truth = boolean | undefined;

const compares: Readonly<Record<string, (difference: bigint) => boolean>> = {
  $eq: (difference) => difference === 0n,
  $ne: (difference) => difference !== 0n,
  $lt: (difference) => difference < 0n,
  $lte: (difference) => difference <= 0n,
  $gt: (difference) => difference > 0n,
  $gte: (difference) => difference >= 0n,
};

interface Leaf {
  readonly field: string;
  readonly operator: string;
  readonly operand: number;
}
/** An aggregate that a client asks for. */
interface Asked {
  readonly name: string;
  readonly operator: string;
  readonly operand: number;
  readonly from: number | undefined;
}
type Tree =
  Leaf | Asked | { readonly not: Tree } | { readonly all: readonly Tree[] } | { readonly any: readonly Tree[] };

function truthOf(tree: Tree, of: number): Truth {
  if ('not' in tree) return negated(truthOf(tree.not, of));
  if ('all' in tree) return joined(tree.all, of, false);
  if ('any' in tree) return joined(tree.any, of, true);
  const value = valueOf(tree, of);
  return value && compares[tree.operator]?.(value.over - BigInt(tree.operand) * value.under);
}

function valueOf(leaf: Leaf | Asked, of: number): Value {
  if ('field' in leaf) return aggregates[leaf.field]?.(of);
  const { name, from } = leaf;
  const values = starsOf(of).filter((stars) => from === undefined || stars >= BigInt(from));
  return some(values, () => functions[name]?.(values));
}

function negated(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

/** Joins truths as SQL does: one that decides decides, and otherwise one unknown makes the whole unknown. */
function joined(trees: readonly Tree[], of: number, deciding: boolean): Truth {
  const truths = trees.map((tree) => truthOf(tree, of));
  if (truths.includes(deciding)) return deciding;
  return truths.includes(undefined) ? undefined : !deciding;
}

function filterOf(tree: Tree): object {
  if ('not' in tree) return { $not: filterOf(tree.not) };
  if ('all' in tree) return { $and: tree.all.map(filterOf) };
  if ('any' in tree) return { $or: tree.any.map(filterOf) };
  const compared = { [tree.operator]: String(tree.operand) };
  if ('field' in tree) return { [tree.field]: compared };
  const where = tree.from === undefined ? {} : { $where: { stars: { $gte: String(tree.from) } } };
  return { reviews: { [tree.name]: { stars: compared, ...where } } };
}

const leaf: fc.Arbitrary<Leaf> = fc.record({
  field: fc.constantFrom(...Object.keys(aggregates)),
  operator: fc.constantFrom(...Object.keys(compares)),
  operand: fc.integer({ min: -4, max: 30 }),
});
const asked: fc.Arbitrary<Asked> = fc.record({
  name: fc.constantFrom(...Object.keys(functions)),
  operator: fc.constantFrom(...Object.keys(compares)),
  operand: fc.integer({ min: 0, max: 12 }),
  from: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
});
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'tree' },
    { arbitrary: leaf, weight: 2 },
    { arbitrary: asked, weight: 2 },
    { arbitrary: fc.record({ not: tie('tree') }), weight: 1 },
    { arbitrary: fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 2 }) }), weight: 1 },
    { arbitrary: fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 2 }) }), weight: 1 },
  ),
}));
const numRuns = 60 * factor;

onEngines('random conditions on aggregates, declared and asked for,', market, (world) => {
  const { Stall, rows } = asking(world);

  it('find the rows that exact arithmetic finds', async () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8];
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.constantFrom('id', 'averageStars,id', 'reviewCount:desc,id', 'reviews.$max.stars:desc,id'),
        async (condition, sort) => {
          const limits = { relationConditions: 32, cost: 5_000, logicalDepth: 10 };
          const query = world.filters.parse(Stall, { filters: filterOf(condition), sort }, { limits });
          const { data } = await world.filters.page(rows(), query);
          expect(ascending(idsOf(data))).toEqual(all.filter((of) => truthOf(condition, of) === true));
        },
      ),
      { numRuns },
    );
  });
});
