import base from '../../jest.config.mjs';

const [unit] = base.projects;

/** The specs that need the packages of this folder: `npm run test:generated`. */
export default {
  ...unit,
  displayName: 'generated',
  rootDir: '../..',
  testRegex: ['/test/generated-clients/[^/]*\\.spec\\.ts$'],
  globalSetup: '<rootDir>/test/generated-clients/install.mjs',
};
