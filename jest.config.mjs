import { availableParallelism } from 'node:os';

/**
 * A whole run loads the specs in groups (`test/support/group.mjs`); a run of some, or one that watches, loads each by
 * itself.
 */
const whole = /^(--(ci|json|outputFile=.*|selectProjects|silent|verbose|runInBand|maxWorkers=.*)|-i|unit|e2e|browser)$/;
const grouped = process.argv.slice(2).every((argument) => whole.test(argument));

// Workers have the environment of this process, and not its arguments: `test/support/reviewed.ts`.
if (process.argv.includes('-u')) process.env.UPDATE_REVIEWED = '1';

const common = {
  testEnvironment: grouped ? '<rootDir>/test/support/group-environment.mjs' : 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^nestjs-filterable$': '<rootDir>/lib/index.ts',
    '^nestjs-filterable/client$': '<rootDir>/lib/client/index.ts',
    '^nestjs-filterable/dto$': '<rootDir>/lib/dto/index.ts',
    '^nestjs-filterable/openapi$': '<rootDir>/lib/openapi/index.ts',
    '^nestjs-filterable/on-ramps/crud$': '<rootDir>/lib/on-ramps/crud/index.ts',
    '^nestjs-filterable/on-ramps/nestjs-paginate$': '<rootDir>/lib/on-ramps/nestjs-paginate/index.ts',
    '^nestjs-filterable/testing$': '<rootDir>/lib/testing/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: [
    '<rootDir>/.stryker-tmp',
    '<rootDir>/dist',
    '<rootDir>/build',
    '<rootDir>/sample-app/dist',
  ],
  // With TWIN=1, whatever is taken from a cache is compared with what is made anew: `npm run test:twin`.
  ...(process.env.TWIN === '1' && { setupFiles: ['<rootDir>/test/support/twin/install.ts'] }),
  transform: { '^.+\\.ts$': '<rootDir>/test/support/transform.mjs' },
};

const specs = (project, suffix) =>
  grouped ? [`<rootDir>/test/groups/${project}-*.mjs`] : [`<rootDir>/test/${project}/**/*.${suffix}.ts`];

export default {
  // By default Jest leaves one core free, so that on a machine with two cores one group would run after the other. One
  // worker more than cores takes longer in all: each of them has a heap, and the processor's caches hold those of as
  // many as there are cores.
  maxWorkers: availableParallelism(),
  // A test that makes a schema waits for as long as the machine is busy with something else, and a property runs for
  // longer in the gate. Jest reads this here alone: in a project it has no effect.
  testTimeout: process.env.THOROUGH ? 300_000 : 60_000,
  ...(grouped && { testSequencer: '<rootDir>/test/support/sequencer.mjs' }),
  collectCoverageFrom: ['lib/**/*.ts'],
  projects: [
    { ...common, displayName: 'unit', testMatch: specs('unit', 'spec') },
    {
      ...common,
      displayName: 'e2e',
      testMatch: specs('e2e', 'e2e-spec'),
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
    {
      ...common,
      displayName: 'browser',
      testMatch: specs('browser', 'browser-spec'),
      globalSetup: '<rootDir>/test/support/browser-setup.mjs',
      globalTeardown: '<rootDir>/test/support/browser-teardown.mjs',
    },
  ],
};
