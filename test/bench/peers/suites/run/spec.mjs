/** As much of Jest as runs another library's spec file in this process. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { ModuleMocker } = require('jest-mock');

class Group {
  constructor(name, parent) {
    Object.assign(this, { name, parent, members: [] });
    Object.assign(this, { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] });
  }

  path(name) {
    return this.parent === undefined ? name : this.parent.path(`${this.name} ${name}`);
  }
}

/**
 * Runs a spec file. `begin` is told each test's name before it runs, and `end` is awaited after it.
 *
 * @returns the tests with their errors, undefined for one that passed
 */
export async function runSpec(load, { begin, end = () => undefined }) {
  const root = new Group('', undefined);
  const state = { group: root };
  installGlobals(state);
  load();
  const results = [];
  await runGroup(root, { begin, end, results });
  return results;
}

function installGlobals(state) {
  const mocker = new ModuleMocker(globalThis);
  const describe = (name, define) => {
    const group = new Group(name, state.group);
    state.group.members.push(group);
    state.group = group;
    define();
    state.group = group.parent;
  };
  const it = (name, run) => state.group.members.push({ name, run });
  for (const each of [describe, it]) {
    each.each = (table, ...values) => eachOf(each, table, values);
    each.only = each;
    each.skip = () => undefined;
  }
  const hooks = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'].map((name) => [
    name,
    (run) => state.group[name].push(run),
  ]);
  Object.assign(globalThis, { describe, it, test: it, expect: require('expect').expect, ...Object.fromEntries(hooks) });
  globalThis.jest = Object.assign(mocker, { setTimeout: () => undefined });
}

/** Rows are lists, objects, or a template whose head names the members. */
function eachOf(define, table, values) {
  if (table.raw === undefined) {
    return (name, run) => {
      for (const row of table) define(titleOf(name, row), () => run(...(Array.isArray(row) ? row : [row])));
    };
  }
  const names = table[0].split('|').map((name) => name.trim());
  return (name, run) => {
    for (let start = 0; start < values.length; start += names.length) {
      const row = Object.fromEntries(names.map((key, index) => [key, values[start + index]]));
      define(titleOf(name, row), () => run(row));
    }
  };
}

function titleOf(name, row) {
  const members = Array.isArray(row) ? row : Object.values(row);
  return `${name} [${members.map((member) => (typeof member === 'function' ? member.name : JSON.stringify(member))).join(', ')}]`;
}

async function runGroup(group, told) {
  for (const hook of group.beforeAll) await call(hook);
  for (const member of group.members) {
    if (member instanceof Group) await runGroup(member, told);
    else await runTest(group, member, told);
  }
  for (const hook of group.afterAll) await call(hook);
}

async function runTest(group, { name, run }, { begin, end, results }) {
  const title = group.path(name).trim();
  const groups = [];
  for (let each = group; each !== undefined; each = each.parent) groups.unshift(each);
  begin(title);
  let error;
  try {
    for (const each of groups) for (const hook of each.beforeEach) await call(hook);
    await call(run);
  } catch (thrown) {
    error = thrown;
  }
  await end();
  for (const each of groups.reverse()) for (const hook of each.afterEach) await call(hook);
  results.push({ title, error });
}

/** Calls a test or a hook, which returns a promise, or takes a function that it calls when it has ended. */
function call(run) {
  if (run.length === 0) return run();
  let onUncaught;
  const ended = new Promise((resolve, reject) => {
    // What a callback throws is thrown outside of the test.
    onUncaught = reject;
    process.once('uncaughtException', onUncaught);
    const done = (error) => (error === undefined ? resolve(undefined) : reject(error));
    const returned = run(done);
    if (returned instanceof Promise) returned.catch(reject);
  });
  return ended.finally(() => process.removeListener('uncaughtException', onUncaught));
}
