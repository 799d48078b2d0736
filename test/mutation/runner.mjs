import { performance } from 'node:perf_hooks';
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  TestStatus,
  determineHitLimitReached,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { folder, folders } from './folders.mjs';
import { Suite } from './suite.mjs';

/** What Stryker has written into the library looks here for the mutant that is on, and counts what each test covers. */
const switches = (globalThis.__stryker__ ??= {});

/** Runs the specs of a folder for mutant after mutant, in one process. */
class InProcessRunner {
  static inject = [];
  suite;

  /** A mutant of what runs when a module is loaded takes a new process. */
  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun() {
    await this.load();
    const tests = await this.run(() => true, false);
    return { status: DryRunStatus.Complete, tests, mutantCoverage: switches.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, disableBail }) {
    Object.assign(switches, { hitLimit, hitCount: hitLimit === undefined ? undefined : 0, activeMutant: undefined });
    if (mutantActivation === 'static') switches.activeMutant = activeMutant.id;
    const unloadable = await this.load().then(
      () => undefined,
      (error) => failed('loading the specs', 0, error.message),
    );
    switches.activeMutant = activeMutant.id;
    const wanted = testFilter === undefined ? undefined : new Set(testFilter);
    const isWanted = (id) => wanted === undefined || wanted.has(id);
    const tests = unloadable === undefined ? await this.run(isWanted, !disableBail) : [unloadable];
    const endless = determineHitLimitReached(switches.hitCount, hitLimit);
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests }, disableBail);
  }

  async load() {
    if (this.suite !== undefined) return;
    this.suite = new Suite();
    await this.suite.load(folders[folder]);
  }

  async run(isWanted, bail) {
    const results = [];
    for (const { id, run } of this.suite.runnable(isWanted)) {
      switches.currentTestId = id;
      const start = performance.now();
      const failure = await run();
      switches.currentTestId = undefined;
      const time = performance.now() - start;
      results.push(failure === undefined ? passed(id, time) : failed(id, time, failure));
      if (bail && failure !== undefined) break;
    }
    return results;
  }
}

function passed(id, timeSpentMs) {
  return { id, name: id, timeSpentMs, status: TestStatus.Success };
}

function failed(id, timeSpentMs, failureMessage) {
  return { id, name: id, timeSpentMs, status: TestStatus.Failed, failureMessage };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)];
