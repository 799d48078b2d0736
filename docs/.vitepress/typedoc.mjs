/**
 * The reference of the public face, made of the docstrings. A symbol or a member without one fails the run.
 */
const entryPoints = [
  'index',
  ...['client', 'dto', 'openapi', 'testing', 'on-ramps/crud', 'on-ramps/nestjs-paginate'].map(
    (name) => `${name}/index`,
  ),
];

export default {
  entryPoints: entryPoints.map((name) => `../../lib/${name}.ts`),
  tsconfig: '../../tsconfig.build.json',
  plugin: ['typedoc-plugin-markdown'],
  out: '../../build/reference',
  readme: 'none',
  name: 'Public face',
  excludeExternals: true,
  excludePrivate: true,
  excludeProtected: true,
  excludeInternal: true,
  disableSources: true,
  requiredToBeDocumented: [
    'Enum',
    'EnumMember',
    'Variable',
    'Function',
    'Class',
    'Interface',
    'Constructor',
    'Property',
    'Method',
    'Accessor',
    'TypeAlias',
  ],
  validation: { notDocumented: true, invalidLink: true, notExported: false },
  treatValidationWarningsAsErrors: true,
  outputFileStrategy: 'members',
  entryFileName: 'index',
  mergeReadme: false,
  useHTMLEncodedBrackets: true,
  hidePageHeader: true,
  expandObjects: false,
};
