import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { type FilterModuleOptions, FilterService } from 'nestjs-filterable';
import { tableOf } from '../../support/markdown.js';
import { describeEntities } from '../../support/metadata.js';
import { Member, Team } from '../../support/ruled/entities.js';

interface Automatic {
  readonly name: string;
  /** The options that turn it off, with the text of docs/automatic.md. Undefined where it has no switch. */
  readonly off?: readonly [text: string, options: FilterModuleOptions];
  /** The spec that runs it turned off, or shows that it is not there unless it is needed, and words of it. */
  readonly by: readonly [spec: string, words: string];
}

const inStrategy = ["strategy: 'in'", { strategy: 'in' }] as const;

const rows: readonly Automatic[] = [
  { name: 'ways of a page', off: inStrategy, by: ['e2e/adaptive/ways.e2e-spec.ts', "strategy: 'in'"] },
  {
    name: 'remembered answers',
    off: ['adaptive: { seconds: 1 }', { adaptive: { seconds: 1 } }],
    by: ['unit/adaptive/kept.spec.ts', 'after %d ms is %s'],
  },
  {
    name: 'keys first',
    off: inStrategy,
    by: ['e2e/adaptive/deep-pages.e2e-spec.ts', 'is read as it is with another strategy'],
  },
  { name: 'total within', off: inStrategy, by: ['e2e/adaptive/totals-within.e2e-spec.ts', 'another strategy'] },
  {
    name: 'totals',
    off: ["pagination: { count: 'none' }", { pagination: { count: 'none' } }],
    by: ['e2e/pages/totals.e2e-spec.ts', 'not at all'],
  },
  { name: 'texts of statements', by: ['e2e/prepared.e2e-spec.ts', 'are not made for a builder with %s'] },
  {
    name: 'compiled entities',
    off: ["hydration: 'typeorm'", { hydration: 'typeorm' }],
    by: ['e2e/hydration/switch.e2e-spec.ts', 'module %s, handler %s, call %s: %s'],
  },
  {
    name: 'named statements',
    off: ['preparedStatements: false', { preparedStatements: false }],
    by: ['e2e/prepared/which-names.e2e-spec.ts', 'without the option there is none'],
  },
  {
    name: 'one connection',
    off: ["reads: { consistency: 'statement' }", { reads: { consistency: 'statement' } }],
    by: ['e2e/reads/reads.e2e-spec.ts', 'take a connection each where they are told to'],
  },
  {
    name: 'replicas',
    off: ["reads: { from: 'primary' }", { reads: { from: 'primary' } }],
    by: ['e2e/prepared/servers-of-names.e2e-spec.ts', "from: 'primary'"],
  },
  {
    name: 'relative dates',
    off: ['relativeDates: false', { relativeDates: false }],
    by: ['unit/parse/relative-dates.spec.ts', 'relativeDates: false'],
  },
  {
    name: 'misspelled parameters',
    off: ["unknownParameters: 'ignore'", { unknownParameters: 'ignore' }],
    by: ['e2e/http/foreign-names.e2e-spec.ts', "unknownParameters: 'ignore'"],
  },
  { name: 'order', by: ['e2e/pages/shapes.e2e-spec.ts', 'are the unpaged list in its order, %s'] },
  { name: 'checks at boot', by: ['e2e/module.e2e-spec.ts', 'FilterConfigurationError'] },
  {
    name: 'list of indexes',
    off: ['logUnindexed: false', { logUnindexed: false }],
    by: ['e2e/module.e2e-spec.ts', 'what has no index where that is wanted'],
  },
  {
    name: 'request interceptor',
    by: ['e2e/handlers/interceptors.e2e-spec.ts', 'has no interceptor that it does not need'],
  },
  {
    name: 'answer interceptor',
    by: ['e2e/handlers/interceptors.e2e-spec.ts', 'has no interceptor that it does not need'],
  },
  { name: 'AsyncLocalStorage', by: ['e2e/handlers/interceptors.e2e-spec.ts', 'makes no AsyncLocalStorage'] },
  {
    name: 'kept plans',
    by: ['unit/statements/statement-cache.spec.ts', 'loses nothing to 10,000 keys that come once each'],
  },
  { name: 'documents', by: ['e2e/openapi/documents.e2e-spec.ts', 'documentFilters'] },
];

describe('docs/automatic.md', () => {
  const documented = tableOf('docs/automatic.md', 'automatic');

  it('has a row for each, in this order', () => {
    expect(documented.map(([name]) => name)).toEqual(rows.map(({ name }) => name));
  });

  it.each(rows)('tells how $name is turned off, or that it has no switch and why', ({ name, off }) => {
    const [, does = '', seen = '', by = ''] = documented.find(([each]) => each === name) ?? [];
    expect(does).not.toBe('');
    expect(seen).not.toBe('');
    if (off === undefined) expect(by).toMatch(/^none: ./);
    else expect(by).toContain(`\`${off[0]}\``);
  });

  it.each(rows.flatMap(({ off }) => (off === undefined ? [] : [off])))('%s is an option', async (text, options) => {
    expect(compileFunction(`return { ${text} };`)()).toEqual(options);
    const source = await describeEntities('postgres', [Member, Team]);
    expect(() => FilterService.forDataSource(source, { context: undefined, ...options })).not.toThrow();
  });

  it.each(rows)('names a spec of $name: $by', ({ by: [spec, words] }) => {
    expect(readFileSync(`test/${spec}`, 'utf8')).toContain(words);
  });
});
