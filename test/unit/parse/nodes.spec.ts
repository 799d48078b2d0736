import { runInNewContext } from 'node:vm';
import { compatibilities } from '../../../lib/compatibility/index.js';
import { IssueCollector, Location } from '../../../lib/issues/index.js';
import { Budget, defaultLimits } from '../../../lib/limits.js';
import { Node, isListWithGap, shapeOf } from '../../../lib/parse/node.js';
import { RepeatedKey, isPlainObject } from '../../../lib/wire/index.js';
import { PlainObject } from '../../../lib/wire/names.js';

class Post {
  title = 'a';
}

const emptyPrototype = Object.create(Object.create(null) as object) as object;
const somebodys = Object.create(Object.assign(Object.create(null), { admin: true })) as object;

describe('isPlainObject', () => {
  it.each<[node: unknown, plain: boolean, why: string]>([
    [{}, true, 'a literal'],
    [{ a: 1 }, true, 'a literal with a name'],
    [Object.create(null), true, 'nothing to inherit'],
    [new PlainObject(), true, 'what came over the wire'],
    [runInNewContext('({ a: 1 })'), true, 'a literal of another realm'],
    [emptyPrototype, true, 'a parser’s own, whose prototype is empty'],
    [somebodys, false, 'a prototype that has something'],
    [Object.create({}), false, 'an object for a prototype'],
    [Object.create(emptyPrototype), false, 'the same, two levels deep'],
    [new Post(), false, 'an instance of a class'],
    [new Date(0), false, 'a Date'],
    [new Map(), false, 'a Map'],
    [[], false, 'a list'],
    [runInNewContext('[]'), false, 'a list of another realm'],
    [null, false, 'null'],
    [undefined, false, 'undefined'],
    ['a', false, 'a text'],
    [1, false, 'a number'],
    [Post, false, 'a function'],
  ])('%p: %p, %s', (node, plain) => {
    expect(isPlainObject(node)).toBe(plain);
  });
});

describe('shapeOf', () => {
  it.each<[node: unknown, shape: string]>([
    ['a', 'scalar'],
    [1, 'scalar'],
    [1n, 'scalar'],
    [false, 'scalar'],
    [new Date(0), 'scalar'],
    [null, 'null'],
    [[], 'list'],
    [new RepeatedKey(['a', 'b']), 'repeated'],
    [{}, 'object'],
    [new PlainObject(), 'object'],
    [new Post(), 'other'],
    [undefined, 'other'],
    [Symbol('a'), 'other'],
    [() => 1, 'other'],
  ])('%p is %s', (node, shape) => {
    expect(shapeOf(node)).toBe(shape);
  });
});

describe('isListWithGap', () => {
  it.each<[keys: readonly string[], gap: boolean]>([
    [[], false],
    [['1'], true],
    [['0', '2'], true],
    [['0', 'a'], false],
    [['a1'], false],
    [['1a'], false],
    [['-1'], false],
  ])('%j: %p', (keys, gap) => {
    expect(isListWithGap(keys)).toBe(gap);
  });
});

/** The node of a whole `filters`, under the default limits. */
function rootOf(value: unknown): Node {
  const issues = new IssueCollector(10);
  return Node.root(value, {
    issues,
    budget: new Budget(defaultLimits, issues),
    compatibility: compatibilities.default,
    readsJson: true,
    moment: undefined,
    operators: new Map(),
    context: undefined,
    named: undefined,
    root: Location.root('filters'),
  });
}

describe('a node', () => {
  const root = rootOf({ a: { list: ['x', 'y'], twice: new RepeatedKey(['x', null]), one: 'x' } });
  const a = root.child('a');

  it.each<[node: Node, path: string, pointer: string, value: unknown, why: string]>([
    [root, 'filters', '/filters', root.value, 'the root'],
    [a.child('one'), 'filters[a][one]', '/filters/a/one', 'x', 'a child'],
    [a.child('none'), 'filters[a][none]', '/filters/a/none', undefined, 'a child that is not there'],
    [a.child('one').child('x'), 'filters[a][one][x]', '/filters/a/one/x', undefined, 'a child of a value'],
    [a.child('list').member(1), 'filters[a][list][1]', '/filters/a/list/1', 'y', 'a member of a list'],
    [a.child('list').child('1'), 'filters[a][list][1]', '/filters/a/list/1', 'y', 'the same by its key'],
    [a.child('twice').member(1), 'filters[a][twice]', '/filters/a/twice/1', null, 'a value of a repeated key'],
    [a.child('one').member(0), 'filters[a][one]', '/filters/a/one', 'x', 'a value in place of a list'],
    [a.child('one').parsed({ b: 1 }).child('b'), 'filters[a][one][b]', '/filters/a/one/b', 1, 'below a JSON text'],
  ])('%# knows its place', (node, path, pointer, value) => {
    expect([node.at.path, node.at.pointer]).toEqual([path, pointer]);
    expect(node.value).toBe(value);
  });

  it('reads no JSON below a JSON text, and beside it still does', () => {
    const parsed = a.child('one').parsed({ b: '{"c":1}' });
    expect([parsed.child('b').context.readsJson, a.child('list').context.readsJson]).toEqual([false, true]);
  });

  it('reports a limit on the request at the root, and one of its own at itself', () => {
    const node = rootOf({ a: 'x' }).child('a');
    expect([node.spend('conditions', 33), node.isWithin('members', 101), node.isWithin('members', 100)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(node.issues.issues.map(({ path, limit }) => `${path} ${limit}`)).toEqual([
      'filters conditions',
      'filters[a] members',
    ]);
  });
});
