import { optionsOf } from '../../support/declared-options.js';
import { tableOf } from '../../support/markdown.js';

/** Merges what a handler may say of its own fields and of all the rest. */
const ofHandlers = [
  ...optionsOf('lib/schema/rules/rules.ts', 'ViewOverrides'),
  ...optionsOf('lib/engine/options/overrides.ts', 'Overrides'),
];

const tables = [
  ['option of the module', optionsOf('lib/engine/options/options.ts', 'ModuleOptions')],
  ['option of a handler', ofHandlers],
] as const;

describe('docs/configuration.md', () => {
  it.each(tables)('has a row for each %s, as its comment says it, and no other', (column, options) => {
    expect(options.length).toBeGreaterThan(10);
    const rows = tableOf('docs/configuration.md', column);
    expect(rows).toEqual(options.map(({ name, summary }) => [`\`${name}\``, summary]));
  });
});
