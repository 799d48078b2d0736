import type { Conditions, Node } from './tree.js';
import { isList, isObject } from './tree.js';

/** A difference that a property has found. */
export class Mismatch extends Error {
  constructor(
    /** Subject of the comparison. A smaller request counts as the same mistake only if its subject is the same. */
    readonly what: string,
    request: string,
    found: unknown,
    expected: unknown,
  ) {
    super([what, request, `found:    ${JSON.stringify(found)}`, `expected: ${JSON.stringify(expected)}`].join('\n'));
  }
}

/** Compares lists of texts. Jest's own comparison would take longer than everything else in a property. */
export function same(request: string, what: string, found: readonly string[], expected: readonly string[]): void {
  if (found.length === expected.length && found.every((text, index) => text === expected[index])) return;
  throw new Mismatch(what, request, found, expected);
}

/** Enough for the largest of filters, and no more than seconds. */
const mostAttempts = 200;

/** Checks filters; where they fail, finds the least part of them that fails alike, and fails with that. */
export async function checkSmallest(filters: Conditions, check: (filters: Conditions) => Promise<void>): Promise<void> {
  let failure = await failureOf(filters, check);
  if (failure === undefined) return;
  let candidates = smallerThan(filters);
  for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
    const smaller = candidates.next().value;
    if (smaller === undefined) break;
    const other = await failureOf(smaller, check);
    if (other?.what !== failure.what) continue;
    failure = other;
    candidates = smallerThan(smaller);
  }
  throw failure;
}

async function failureOf(
  filters: Conditions,
  check: (filters: Conditions) => Promise<void>,
): Promise<Mismatch | undefined> {
  try {
    await check(filters);
    return undefined;
  } catch (error) {
    return error instanceof Mismatch
      ? error
      : new Mismatch(String(error), JSON.stringify(filters), undefined, undefined);
  }
}

/** Yields smaller trees: an inner object in place of the outer, or one key or list member less. */
function* smallerThan(node: Conditions): Generator<Conditions, undefined> {
  for (const inner of Object.values(node)) {
    for (const part of isList(inner) ? inner : [inner]) if (isObject(part)) yield part;
  }
  for (const smaller of smallerNodes(node)) if (isObject(smaller)) yield smaller;
  return undefined;
}

function* smallerNodes(node: Node): Generator<Node> {
  if (isList(node)) {
    for (const [index, member] of node.entries()) {
      if (node.length > 1) yield node.toSpliced(index, 1);
      for (const smaller of smallerNodes(member)) yield node.with(index, smaller);
    }
  } else if (isObject(node)) {
    const entries = Object.entries(node);
    for (const [key, inner] of entries) {
      if (entries.length > 1) yield Object.fromEntries(entries.filter(([other]) => other !== key));
      for (const smaller of smallerNodes(inner)) yield { ...node, [key]: smaller };
    }
  }
}
