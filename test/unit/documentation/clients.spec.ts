import { readFileSync } from 'node:fs';
import qs from 'qs';
import { toQueryString } from '../../../lib/client/index.js';
import { datePresets } from '../../../lib/client/adapters/ag-grid-dates.js';
import { scalarOperators, textOperators } from '../../../lib/client/adapters/ag-grid-operators.js';
import { muiOperators } from '../../../lib/client/adapters/mui-operators.js';
import { matchModes, ruleOperators } from '../../../lib/client/adapters/query-builder-operators.js';
import { filterFns } from '../../../lib/client/adapters/tanstack-operators.js';
import { namesIn, tableOf } from '../../support/markdown.js';

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
