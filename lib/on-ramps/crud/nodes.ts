import type { RampPlace, RampRequest } from '../../engine/index.js';
import type { PlainObject } from '../../wire/index.js';
import { type Part, allOf, nest, objectOf, oneOf } from '../shared/conditions.js';

/** A test of one column. */
export interface Test {
  readonly type: 'test';
  readonly key: string;
  readonly path: readonly string[];
  readonly condition: Part;
  readonly isNull: boolean;
}

/** Conditions as @dataui/crud has them, all of them about one joined row. */
export type Node =
  | Test
  | { readonly type: 'all' | 'any'; readonly parts: readonly Node[] }
  | { readonly type: 'not'; readonly part: Node };

/** Makes conditions of nodes. What would be about another row than the joined one is refused. */
export function conditionsOf(request: RampRequest, node: Node): PlainObject {
  new RowChecker(request).visit(flat(node));
  return made(request.place, flat(node));
}

/** Puts nested lists of conditions that must all hold into one. */
function flat(node: Node): Node {
  if (node.type === 'test') return node;
  if (node.type === 'not') return { type: 'not', part: flat(node.part) };
  const parts = node.parts.map(flat);
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  if (node.type === 'any') return { type: 'any', parts };
  return { type: 'all', parts: parts.flatMap((part) => (part.type === 'all' ? part.parts : [part])) };
}

function made(place: RampPlace, node: Node): PlainObject {
  if (node.type === 'test') return together(place, [node]);
  if (node.type === 'not') return objectOf([['$not', made(place, node.part)]]);
  if (node.type === 'any') return oneOf(node.parts.map((part) => made(place, part)));
  const groups = node.parts.filter((part) => part.type !== 'test');
  return allOf([together(place, node.parts.filter(isTest)), ...groups.map((part) => made(place, part))]);
}

function isTest(node: Node): node is Test {
  return node.type === 'test';
}

/** Makes one object of tests: those below one relation are about one related row. */
function together(place: RampPlace, tests: readonly Test[]): PlainObject {
  const related = new Map<string, Test[]>();
  const own: PlainObject[] = [];
  for (const test of tests) {
    const relation = place.relation(test.path);
    if (relation === undefined) own.push(nest(test.path, test.condition) as PlainObject);
    else {
      const root = JSON.stringify(test.path.slice(0, relation.names));
      related.set(root, [...(related.get(root) ?? []), test]);
    }
  }
  const groups = [...related.values()].map((group) => below(place, group));
  return allOf([...own, ...groups]);
}

function below(place: RampPlace, tests: readonly Test[]): PlainObject {
  const [first] = tests;
  const relation = place.relation(first?.path ?? []);
  if (first === undefined || relation === undefined) return allOf([]);
  const inner = tests.map((test) => ({ ...test, path: test.path.slice(relation.names) }));
  return nest(first.path.slice(0, relation.names), together(relation.place, inner)) as PlainObject;
}

/**
 * Refuses conditions on related rows that @dataui/crud decides for each joined row. These are a column of a to-many
 * relation in two places that must both hold, and a column of any relation under `$not` or as NULL.
 */
class RowChecker {
  constructor(private readonly request: RampRequest) {}

  /** Returns the to-many relations that a node is about, each with a key to blame. */
  visit(node: Node): ReadonlyMap<string, string> {
    if (node.type === 'test') return this.visitTest(node);
    if (node.type === 'not') return this.visitNot(node.part);
    const found = new Map<string, string>();
    const parts = node.type === 'any' ? node.parts : [...node.parts.filter((part) => !isTest(part))];
    if (node.type === 'all') {
      for (const test of node.parts.filter(isTest))
        for (const [root, key] of this.visitTest(test)) found.set(root, key);
    }
    for (const part of parts) {
      for (const [root, key] of this.visit(part)) {
        if (node.type === 'all' && found.has(root)) {
          this.refuse(key, 'has a to-many relation in two groups, which is about one joined row there');
        }
        found.set(root, key);
      }
    }
    return found;
  }

  private visitTest({ key, path, isNull }: Test): ReadonlyMap<string, string> {
    const { place } = this.request;
    if (isNull && place.relation(path) !== undefined) {
      this.refuse(key, 'asks for NULL in a column of a relation, which also finds rows without one there');
    }
    let [at, reached] = [place, 0];
    for (let found = at.relation(path); found !== undefined; found = at.relation(path.slice(reached))) {
      [at, reached] = [found.place, reached + found.names];
      if (found.toMany) return new Map([[JSON.stringify(path.slice(0, reached)), key]]);
    }
    return new Map();
  }

  private visitNot(part: Node): ReadonlyMap<string, string> {
    for (const { key, path } of testsIn(part)) {
      if (this.request.place.relation(path) === undefined) continue;
      this.refuse(key, 'has $not above a column of a relation, which is about each joined row there');
    }
    return new Map();
  }

  private refuse(key: string, text: string): void {
    this.request.refuse(key, { code: 'malformed_key' }, `${text}; send it in brackets`);
  }
}

function testsIn(node: Node): readonly Test[] {
  if (node.type === 'test') return [node];
  return node.type === 'not' ? testsIn(node.part) : node.parts.flatMap(testsIn);
}
