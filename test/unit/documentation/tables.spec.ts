import { readFileSync } from 'node:fs';
import { FilterService, issueCodes } from 'nestjs-filterable';
import qs from 'qs';
import { datePresets, scalarOperators, textOperators } from '../../../lib/client/adapters/ag-grid.js';
import { muiOperators } from '../../../lib/client/adapters/mui-data-grid.js';
import { matchModes, ruleOperators } from '../../../lib/client/adapters/query-builder.js';
import { filterFns } from '../../../lib/client/adapters/tanstack-table.js';
import { toQueryString } from '../../../lib/client/index.js';
import { costTable } from '../../../lib/cost.js';
import { limitTable } from '../../../lib/limits.js';
import { optionsOf } from '../../support/declared-options.js';
import { namesIn, tableOf } from '../../support/markdown.js';

describe('docs/answers.md', () => {
  const rows = tableOf('docs/answers.md', 'code');

  it('has a row for every code, in the order of the union', () => {
    expect(rows.flatMap(([code]) => namesIn(code))).toEqual([...issueCodes]);
  });

  it.each(rows)('says of %s when it is given and how to mend it', (_, when = '', remedy = '') => {
    expect(when).not.toBe('');
    expect(remedy).not.toBe('');
  });
});

describe('docs/in-code.md', () => {
  /** Methods and accessors of the package's own inside. */
  const internal = ['constructor', 'knownNames', 'requestOptions'];

  it('has a row for every method of FilterService', () => {
    const methods = Object.getOwnPropertyNames(FilterService.prototype);
    const documented = tableOf('docs/in-code.md', 'call').flatMap(([call]) => namesIn(call));
    const names = new Set(documented.map((call) => call.replace(/\(.*/, '')));
    const named = methods.filter((name) => !internal.includes(name));
    expect([...names].sort()).toEqual([...new Set([...named, 'FilterService.forDataSource'])].sort());
  });
});

describe('docs/limits.md', () => {
  const documented = tableOf('docs/limits.md', 'limit').flatMap(([names, defaults = '', most = '', why = '']) =>
    namesIn(names).map((name, index) => ({
      name,
      default: amount(defaults.split(', ')[index] ?? ''),
      cap: most === '–' ? Number.MAX_SAFE_INTEGER : amount(most),
      why,
    })),
  );

  it('has every limit with its default and its cap, as the table of limits has them', () => {
    const documentedRows = documented.map(({ name, default: usual, cap }) => ({ name, default: usual, cap }));
    const rows = Object.entries(limitTable).map(([name, { default: usual, cap }]) => ({ name, default: usual, cap }));
    expect(documentedRows).toEqual(rows);
  });

  it('has every kind of work that weighs ten or more, as the table of costs has them', () => {
    const rows = Object.entries(costTable)
      .filter(([, { weight }]) => weight >= 10)
      .map(([name, { weight, summary }]) => [`\`${name}\``, String(weight), summary]);
    expect(tableOf('docs/limits.md', 'work')).toEqual(rows);
  });

  it.each(documented)('says why $name exists', ({ why }) => {
    expect(why).not.toBe('');
  });
});

/** `8,192` */
function amount(text: string): number {
  return Number(text.replaceAll(',', ''));
}

/** Merges what a handler may say of its own fields and of all the rest. */
const ofHandlers = [
  ...optionsOf('lib/schema/declarations.ts', 'ViewOverrides'),
  ...optionsOf('lib/list/feature.ts', 'ListOptions'),
  ...optionsOf('lib/engine/options.ts', 'Overrides'),
];

const tables = [
  ['option of the module', optionsOf('lib/engine/options.ts', 'ModuleOptions')],
  ['option of a handler', ofHandlers],
] as const;

describe('docs/configuration.md', () => {
  it.each(tables)('has a row for each %s, as its comment says it, and no other', (column, options) => {
    expect(options.length).toBeGreaterThan(10);
    const rows = tableOf('docs/configuration.md', column);
    const byName = ([one = '']: readonly string[], [other = '']: readonly string[]) => one.localeCompare(other);
    const told = options.map(({ name, summary }) => [`\`${name}\``, summary]);
    expect([...rows].sort(byName)).toEqual(told.sort(byName));
  });
});

const file = 'docs/clients.md';

describe(file, () => {
  it.each([
    ['filter function', filterFns],
    ['text filter', textOperators],
    ['number, bigint or date filter', scalarOperators],
    ['date preset', datePresets],
    ['rule operator', ruleOperators],
    ['match mode', matchModes],
  ])('has a row for every %s, in the order of the code', (firstColumn, operators) => {
    const rows = tableOf(file, firstColumn);
    expect(rows.flatMap(([name]) => namesIn(name))).toEqual(Object.keys(operators));
    expect(rows.filter(([, request = '']) => request === '')).toEqual([]);
  });

  it('has a row for every operator of every type of MUI', () => {
    const documented = tableOf(file, 'MUI operator').flatMap(([names, types = '']) =>
      namesIn(names).flatMap((name) => types.split(', ').map((type) => `${type} ${name}`)),
    );
    const known = Object.entries(muiOperators).flatMap(([type, operators]) =>
      Object.keys(operators).map((name) => `${type} ${name}`),
    );
    expect(documented.toSorted()).toEqual(known.toSorted());
  });

  it('has a section for every adapter', async () => {
    const { querySerializer, toQueryString, toRequest, ...adapters } = await import('nestjs-filterable/client');
    for (const printer of [querySerializer, toQueryString, toRequest]) expect(printer).toBeInstanceOf(Function);
    expect(tableOf(file, 'adapter').flatMap(([name]) => namesIn(name))).toEqual(
      expect.arrayContaining(Object.keys(adapters)),
    );
  });
});

describe('requests in docs/clients.md', () => {
  const page = readFileSync(file, 'utf8');
  const request = { filters: { stars: { $gte: 3 }, cuisine: { $in: ['Thai', 'Italian'] } }, sort: ['rating:desc'] };

  it('shows qs.stringify beside toQueryString, which prints the same text', () => {
    const text = toQueryString(request);
    expect(qs.stringify(request, { encodeValuesOnly: true })).toBe(text);
    expect(page).toContain(
      "const request = { filters: { stars: { $gte: 3 }, cuisine: { $in: ['Thai', 'Italian'] } }, sort",
    );
    expect(page).toContain('qs.stringify(request, { encodeValuesOnly: true }); // the same text');
    expect(text).toContain(/toQueryString\(request\); \/\/ (.*)…/.exec(page)?.[1] ?? 'no text');
  });
});
