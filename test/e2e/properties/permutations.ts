import fc from 'fast-check';
import { type Conditions, type Node, isList, isObject } from './tree.js';

/** Numbers to decide by, one after the other. */
export type Dice = (sides: number) => number;

/** As many throws as anyone wants; a throw of a long series comes again. */
export const dice: fc.Arbitrary<() => Dice> = fc
  .array(fc.nat({ max: 9_999 }), { minLength: 97, maxLength: 97 })
  .map((throws) => () => {
    let count = 0;
    return (sides) => (throws[(count += 1) % throws.length] ?? 0) % sides;
  });

/** The members of a list in another order. */
export function shuffled<Member>(list: readonly Member[], roll: Dice): Member[] {
  const rest = [...list];
  return list.flatMap(() => rest.splice(roll(rest.length), 1));
}

/** Shuffles the keys and the lists of conditions; the two members of a range keep their order. */
export function permuted(node: Conditions, roll: Dice): Conditions {
  const entries = Object.entries(node).map(([key, inner]) => [key, permutedNode(key, inner, roll)] as const);
  return Object.fromEntries(shuffled(entries, roll));
}

function permutedNode(key: string, node: Node, roll: Dice): Node {
  if (isObject(node)) return permuted(node, roll);
  if (!isList(node) || key === '$between' || key === '$notBetween') return node;
  return shuffled(
    node.map((member) => permutedNode('', member, roll)),
    roll,
  );
}
