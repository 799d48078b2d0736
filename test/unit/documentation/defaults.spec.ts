import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { type FilterModuleOptions, FilterService } from 'nestjs-filterable';
import { tableOf } from '../../support/markdown.js';
import { describeEntities } from '../../support/metadata.js';
import { Member, Team } from '../../support/ruled/entities.js';

interface Default {
  readonly name: string;
  /** The options that turn it off, with the text of docs/configuration.md. Undefined where it has no switch. */
  readonly off?: readonly [text: string, options: FilterModuleOptions];
  /** The spec that runs it turned off, or shows that it is not there unless it is needed, and words of it. */
  readonly by: readonly [spec: string, words: string];
  /** The spec that looks at it, with words of it. */
  readonly seen: readonly [spec: string, words: string];
}

/** The spec that looks at what needs neither a server nor Nest. */
const looked = (name: string) => ['e2e/seen-by.e2e-spec.ts', name] as const;

const inStrategy = ["strategy: 'in'", { strategy: 'in' }] as const;

// prettier-ignore
const rows: readonly Default[] = [
  { name: 'adaptive reads', off: inStrategy, seen: ['e2e/adaptive/ways.e2e-spec.ts', 'many → walk, full'], by: ['e2e/adaptive/ways.e2e-spec.ts', "strategy: 'in'"] },
  { name: 'cached row counts', off: ['adaptive: { seconds: 1 }', { adaptive: { seconds: 1 } }], seen: looked('cached row counts'), by: ['unit/adaptive/kept.spec.ts', 'after %d ms is %s'] },
  { name: 'keys first', off: inStrategy, seen: ['e2e/adaptive/deep-pages.e2e-spec.ts', 'deep page → keys first'], by: ['e2e/adaptive/deep-pages.e2e-spec.ts', 'is read as it is with another strategy'] },
  { name: 'total within', off: inStrategy, seen: ['e2e/tracing/choices.e2e-spec.ts', 'full page → total within'], by: ['e2e/adaptive/totals-within.e2e-spec.ts', 'another strategy'] },
  { name: 'totals', off: ["pagination: { count: 'none' }", { pagination: { count: 'none' } }], seen: looked('totals'), by: ['unit/page/meta.spec.ts', 'has no total where the handler never counts'] },
  { name: 'cached SQL', seen: ['e2e/tracing/log.e2e-spec.ts', 'shows what a process prints'], by: ['e2e/prepared.e2e-spec.ts', 'are not made for a builder with %s'] },
  { name: 'compiled hydration', off: ["hydration: 'typeorm'", { hydration: 'typeorm' }], seen: looked('compiled hydration'), by: ['e2e/hydration/switch.e2e-spec.ts', 'module %s, handler %s, call %s: %s'] },
  { name: 'one connection', off: ["reads: { consistency: 'statement' }", { reads: { consistency: 'statement' } }], seen: ['e2e/reads/reads.e2e-spec.ts', 'use one connection, and give it back'], by: ['e2e/reads/reads.e2e-spec.ts', 'take a connection each where they are told to'] },
  { name: 'replicas', off: ["reads: { from: 'primary' }", { reads: { from: 'primary' } }], seen: ['e2e/prepared/names.e2e-spec.ts', 'are on the connections of a replica'], by: ['e2e/prepared/names.e2e-spec.ts', "from: 'primary'"] },
  { name: 'relative dates', off: ['relativeDates: false', { relativeDates: false }], seen: looked('relative dates'), by: ['unit/parse/relative-dates.spec.ts', 'relativeDates: false'] },
  { name: 'misspelled parameters', off: ["unknownParameters: 'ignore'", { unknownParameters: 'ignore' }], seen: looked('misspelled parameters'), by: ['e2e/http/foreign-names.e2e-spec.ts', "unknownParameters: 'ignore'"] },
  { name: 'order', seen: looked('order'), by: ['e2e/pages/shapes.e2e-spec.ts', 'are the unpaged list in its order, %s'] },
  { name: 'checks at boot', seen: looked('checks at boot'), by: ['e2e/module.e2e-spec.ts', 'FilterConfigurationError'] },
  { name: 'interceptors', seen: ['e2e/handlers/interceptors.e2e-spec.ts', 'getGlobalInterceptors()'], by: ['e2e/handlers/interceptors.e2e-spec.ts', 'has no interceptor that it does not need'] },
  { name: 'memory', seen: ['../package.json', '"bench:leak"'], by: ['unit/caches/admitting-cache.spec.ts', 'loses nothing to 10,000 keys that come once each'] },
];

describe('docs/configuration.md', () => {
  const documented = tableOf('docs/configuration.md', 'default');

  it('has a row for each, in this order', () => {
    expect(documented.map(([name]) => name)).toEqual(rows.map(({ name }) => name));
  });

  it.each(rows)('has the option that turns $name off, or why there is none', ({ name, off }) => {
    const [, does = '', by = ''] = documented.find(([each]) => each === name) ?? [];
    expect(does).not.toBe('');
    if (off === undefined) expect(by).toMatch(/^none: ./);
    else expect(by).toContain(`\`${off[0]}\``);
  });

  it.each(rows.flatMap(({ off }) => (off === undefined ? [] : [off])))('%s is an option', async (text, options) => {
    expect(compileFunction(`return { ${text} };`)()).toEqual(options);
    const source = await describeEntities('postgres', [Member, Team]);
    expect(() => FilterService.forDataSource(source, { context: undefined, ...options })).not.toThrow();
  });

  it.each(rows)('has a spec that looks at $name: $seen', ({ seen: [spec, words] }) => {
    expect(readFileSync(`test/${spec}`, 'utf8')).toContain(words);
  });

  it.each(rows)('names a spec of $name: $by', ({ by: [spec, words] }) => {
    expect(readFileSync(`test/${spec}`, 'utf8')).toContain(words);
  });
});
