import { answers } from './answers/index.js';
import { faults } from './faults/index.js';
import { growth } from './growth/index.js';
import type { Suite } from './suite.js';
import { torn } from './torn/index.js';

/** Every suite, in the order of the table's columns. */
export const suites: readonly Suite[] = [answers, torn, faults, growth];
