import Sequencer from '@jest/test-sequencer';

/** Runs the groups in the order of their names: those with databases, which take longest, before the others. */
export default class GroupSequencer extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => (one.path < other.path ? -1 : 1));
  }
}
