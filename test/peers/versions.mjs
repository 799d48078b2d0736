/**
 * The ends of the declared peer ranges, and what stands between them: each row is one installation. `module` is what
 * the compilers of that time are told for CommonJS.
 */

/** The lowest of everything that package.json declares. */
const floor = {
  nest: '10.0.0',
  nestTypeorm: '10.0.0',
  swagger: '8.0.0',
  typeorm: '0.3.20',
  classValidator: '0.14.0',
  reflectMetadata: '0.1.13',
  rxjs: '7.2.0',
  // No peer: the lowest that an application can have installed already.
  qs: '6.16.0',
  typescript: '5.4.5',
  module: 'commonjs',
};

/** The newest of what does not change from row to row. */
const common = { reflectMetadata: '0.2.2', rxjs: '7.8.2' };

const nest10 = {
  ...common,
  nest: '10.4.22',
  nestTypeorm: '10.0.2',
  swagger: '8.1.1',
  typescript: '5.4.5',
  module: 'commonjs',
};
const nest11 = {
  ...common,
  nest: '11.2.10',
  nestTypeorm: '11.0.3',
  swagger: '11.4.7',
  typescript: '5.9.3',
  module: 'nodenext',
};
const nest12 = {
  ...common,
  ...{ nest: '12.5.1', nestTypeorm: '12.0.2', swagger: '12.0.2', typescript: '6.0.3', module: 'nodenext' },
  // Nest 12 is ES modules alone, so there a CommonJS program needs a Node that can require those.
  needsRequireOfModules: true,
};

export const versions = {
  floor,
  'nest10-typeorm0.3': { ...nest10, typeorm: '0.3.31', classValidator: '0.14.4' },
  'nest11-typeorm0.3': { ...nest11, typeorm: '0.3.31', classValidator: '0.14.4' },
  // TypeORM 1.0 has no driver for sqlite3 any more.
  'nest11-typeorm0.3-sqlite3': {
    ...{ ...nest11, typeorm: '0.3.31', classValidator: '0.14.4' },
    driver: { type: 'sqlite', name: 'sqlite3', version: '5.1.7' },
  },
  'nest11-typeorm1.0': { ...nest11, typeorm: '1.0.0', classValidator: '0.15.1' },
  'nest12-typeorm0.3': { ...nest12, typeorm: '0.3.31', classValidator: '0.15.1' },
  'nest12-typeorm1.1': { ...nest12, typeorm: '1.1.1', classValidator: '0.15.1' },
};

/** Arguments of `npm install` for a row. */
export function packagesOf(row) {
  return [
    ...['common', 'core', 'platform-express'].map((name) => `@nestjs/${name}@${row.nest}`),
    `@nestjs/typeorm@${row.nestTypeorm}`,
    `@nestjs/swagger@${row.swagger}`,
    `typeorm@${row.typeorm}`,
    `class-validator@${row.classValidator}`,
    'class-transformer@0.5.1',
    `reflect-metadata@${row.reflectMetadata}`,
    `rxjs@${row.rxjs}`,
    `typescript@${row.typescript}`,
    '@types/node@20',
    ...(row.qs === undefined ? [] : [`qs@${row.qs}`]),
    ...(row.driver === undefined ? [] : [`${row.driver.name}@${row.driver.version}`]),
  ];
}
