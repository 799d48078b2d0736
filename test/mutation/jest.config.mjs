import config from '../../jest.config.mjs';

/** The suites that need no database: fast enough to be run once for every mutant. */
const [unit] = config.projects;

export default { ...unit, rootDir: '../..' };
