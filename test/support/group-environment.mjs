import { TestEnvironment } from 'jest-environment-node';

/** Hands on the state of the runner, in which `group.mjs` opens a suite for each file that it loads. */
export default class GroupEnvironment extends TestEnvironment {
  handleTestEvent(event, state) {
    if (event.name === 'setup') this.global.runnerState = state;
  }
}
