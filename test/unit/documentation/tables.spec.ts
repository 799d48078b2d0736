import { FilterService, issueCodes } from 'nestjs-filterable';
import { costTable } from '../../../lib/cost.js';
import { limitTable } from '../../../lib/limits.js';
import { namesIn, tableOf } from '../../support/markdown.js';

describe('docs/errors.md', () => {
  const rows = tableOf('docs/errors.md', 'code');

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
    const own = [FilterService.prototype, Object.getPrototypeOf(FilterService.prototype)];
    const methods = own.flatMap((prototype: object) => Object.getOwnPropertyNames(prototype));
    const documented = tableOf('docs/in-code.md', 'call').flatMap(([call]) => namesIn(call));
    const names = new Set(documented.map((call) => call.replace(/\(.*/, '')));
    const named = methods.filter((name) => !internal.includes(name));
    expect([...names].sort()).toEqual([...new Set([...named, 'FilterService.forDataSource'])].sort());
  });
});

describe('SECURITY.md', () => {
  const documented = tableOf('SECURITY.md', 'limit').flatMap(([names, defaults = '', most = '', why = '']) =>
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

  it('has every kind of work with its weight, as the table of costs has them', () => {
    const rows = Object.entries(costTable).map(([name, { weight, summary }]) => [
      `\`${name}\``,
      String(weight),
      summary,
    ]);
    expect(tableOf('SECURITY.md', 'work')).toEqual(rows);
  });

  it.each(documented)('says why $name exists', ({ why }) => {
    expect(why).not.toBe('');
  });
});

/** `8,192` */
function amount(text: string): number {
  return Number(text.replaceAll(',', ''));
}
