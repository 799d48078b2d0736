const common = {
  testEnvironment: 'node',
  // A hook that makes a schema waits for as long as the machine is busy with something else.
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^nestjs-filterable$': '<rootDir>/lib/index.ts',
    '^nestjs-filterable/client$': '<rootDir>/lib/client/index.ts',
    '^nestjs-filterable/dto$': '<rootDir>/lib/dto/index.ts',
    '^nestjs-filterable/testing$': '<rootDir>/lib/testing/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: [
    '<rootDir>/.stryker-tmp',
    '<rootDir>/dist',
    '<rootDir>/build',
    '<rootDir>/sample-app/dist',
  ],
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, tsconfig: '<rootDir>/tsconfig.json' }] },
};

export default {
  collectCoverageFrom: ['lib/**/*.ts'],
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.spec.ts'] },
    {
      ...common,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.e2e-spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
};
