import { expect } from 'expect';
import { bind } from 'jest-each';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLeftOut } from './folders.mjs';

/*
 * As much of Jest as the specs use: what they call is collected in lists, which can be run again and again without
 * loading anything anew. Jest itself takes ten times as long, because it loads TypeORM and Nest for every mutant.
 */
const hooks = ['beforeAll', 'beforeEach', 'afterEach'];

class Block {
  constructor(name, parent) {
    this.name = name;
    this.blocks = parent === undefined ? [this] : [...parent.blocks, this];
    for (const hook of hooks) this[hook] = [];
  }
}

export class Suite {
  tests = [];
  block = new Block('', undefined);

  /** Loads the specs of some folders. */
  async load(places) {
    this.defineGlobals();
    for (const place of places) {
      const files = readdirSync(place, { recursive: true });
      const specs = files.filter((file) => file.endsWith('spec.ts') && !isLeftOut(file)).sort();
      for (const spec of specs) await import(pathToFileURL(resolve(place, spec.replace(/\.ts$/, '.js'))).href);
    }
  }

  /** The tests that are wanted, each to be run in turn: its message where it fails, or undefined. */
  runnable(isWanted) {
    const entered = new Set();
    const wanted = this.tests.filter(({ id }) => isWanted(id));
    return wanted.map((test) => ({ id: test.id, run: () => outcome(test, entered) }));
  }

  defineGlobals() {
    const describe = (name, define) => {
      const around = this.block;
      this.block = new Block(`${around.name}${name} `, around);
      define();
      this.block = around;
    };
    const it = (name, run) => this.add(`${this.block.name}${name}`, run);
    const registrars = hooks.map((hook) => [hook, (run) => this.block[hook].push(run)]);
    // What is opened is not closed: a process ends with its mutants.
    Object.assign(globalThis, { expect, it, test: it, describe, ...Object.fromEntries(registrars), afterAll() {} });
    describe.each = bind(describe, false);
    it.each = bind(it);
  }

  /** Names need not be unique, and an id must be. */
  add(name, run) {
    const alike = this.tests.filter((test) => test.name === name).length;
    this.tests.push({ id: alike === 0 ? name : `${name} (${alike + 1})`, name, run, block: this.block });
  }
}

async function outcome({ run, block: { blocks } }, entered) {
  try {
    for (const block of blocks) if (!entered.has(block)) for (const hook of block.beforeAll) await hook();
    for (const block of blocks) entered.add(block);
    for (const block of blocks) for (const hook of block.beforeEach) await hook();
    await run();
    for (const block of blocks) for (const hook of block.afterEach) await hook();
    return undefined;
  } catch (error) {
    return String(error?.message ?? error);
  }
}
