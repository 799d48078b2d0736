import config from '../../jest.config.mjs';

const [{ transform, ...unit }] = config.projects;

export default {
  ...unit,
  displayName: 'mutation',
  rootDir: '../..',
  testMatch: ['<rootDir>/test/mutation/suite.spec.mjs'],
  // A mutant has no types that are worth a look.
  transform: Object.fromEntries(
    Object.entries(transform).map(([files, [name, options]]) => [files, [name, { ...options, diagnostics: false }]]),
  ),
};
