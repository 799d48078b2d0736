import { FilterConfigurationError, type LimitName, type Limits, defaultLimits } from 'nestjs-filterable';
import { IssueCollector, Location } from '../../lib/issues/index.js';
import { Budget, exceed, limitTable, resolveLimits } from '../../lib/limits.js';

const names = Object.keys(limitTable) as LimitName[];

/** The sentence that says what is wrong. */
function wrong(set: Record<string, unknown>, base?: Limits): string {
  try {
    resolveLimits({ subject: 'forRoot()', name: 'limits', value: set }, base);
  } catch (error) {
    if (error instanceof FilterConfigurationError) return error.message;
    throw error;
  }
  throw new Error('nothing is wrong');
}

function resolved(set: Partial<Limits> | undefined, base?: Limits): Limits {
  return resolveLimits({ subject: 'forRoot()', name: 'limits', value: set }, base);
}

describe('the table of limits', () => {
  it.each(names)('%s has a default that a host could set, and says what it counts', (name) => {
    const { default: usual, cap, summary } = limitTable[name];
    expect(usual).toBeGreaterThan(0);
    expect(cap).toBeGreaterThanOrEqual(usual);
    expect(summary).toMatch(/^[a-z].+[a-z$A-Z]$/);
  });
});

describe('resolving what a host has set', () => {
  it('gives the defaults where nothing is set', () => {
    expect(resolved(undefined)).toBe(defaultLimits);
    expect(resolved({})).toEqual(defaultLimits);
    expect(resolved({ conditions: undefined })).toEqual(defaultLimits);
  });

  it('changes what is set, and nothing else', () => {
    expect(resolved({ conditions: 7 })).toEqual({ ...defaultLimits, conditions: 7 });
  });

  it('gives what cannot be changed', () => {
    expect(Object.isFrozen(resolved({ conditions: 7 }))).toBe(true);
    expect(Object.isFrozen(defaultLimits)).toBe(true);
  });

  it("changes a module's limits for one handler", () => {
    const module = resolved({ conditions: 7, members: 9 });
    expect(resolved({ members: 10 }, module)).toEqual({ ...defaultLimits, conditions: 7, members: 10 });
    expect(resolved(undefined, module)).toBe(module);
  });

  it.each(names)('takes the least and the most for %s', (name) => {
    const roomy = { maxPageSize: limitTable.maxPageSize.cap };
    const tight = name === 'maxPageSize' ? { pageSize: 1 } : {};
    expect(resolved({ ...roomy, ...tight, [name]: 1 })[name]).toBe(1);
    expect(resolved({ ...roomy, [name]: limitTable[name].cap })[name]).toBe(limitTable[name].cap);
  });

  describe.each(names)('%s', (name) => {
    const { cap, summary } = limitTable[name];
    const expectation = `forRoot(): \`limits.${name}\` must be a whole number from 1 to ${cap} (${summary}), not `;

    it.each([
      [0, '0'],
      [-1, '-1'],
      [NaN, 'NaN'],
      [Infinity, 'Infinity'],
      [1.5, '1.5'],
      [cap + 1, String(cap + 1)],
      ['10', "the text '10'"],
      [null, 'null'],
      [true, 'true'],
      [10n, '10'],
    ])('cannot be %p', (value, named) => {
      expect(wrong({ [name]: value })).toBe(expectation + named);
    });
  });

  it.each(['condition', 'toString', '__proto__', 'constructor', ''])('says that there is no limit %j', (name) => {
    const set = Object.fromEntries([[name, 5]]);
    expect(wrong(set)).toMatch(`forRoot(): the option \`limits.${name}\` does not exist; `);
    expect(wrong(set)).toContain(`here are: ${names.join(', ')}.`);
  });

  it('tells everything that is wrong', () => {
    expect(wrong({ conditions: 0, sortKeys: 11 })).toBe(
      '2 mistakes in the configuration:\n' +
        '- forRoot(): `limits.conditions` must be a whole number from 1 to 100 (comparisons in one request), not 0\n' +
        '- forRoot(): `limits.sortKeys` must be a whole number from 1 to 10 (keys in one sort), not 11',
    );
  });

  describe('of pages', () => {
    it('lowers the usual size to the largest, where only that is set', () => {
      expect(resolved({ maxPageSize: 10 })).toMatchObject({ pageSize: 10, maxPageSize: 10 });
      expect(resolved({ maxPageSize: 25 })).toMatchObject({ pageSize: 25, maxPageSize: 25 });
      expect(resolved({ maxPageSize: 10 }, resolved({ pageSize: 50 }))).toMatchObject({ pageSize: 10 });
    });

    it('refuses a usual size that is larger than the largest', () => {
      expect(wrong({ pageSize: 101 })).toBe(
        'forRoot(): `limits.pageSize` is 101, more than `limits.maxPageSize` (100)',
      );
      expect(wrong({ pageSize: 11, maxPageSize: 10 })).toBe(
        'forRoot(): `limits.pageSize` is 11, more than `limits.maxPageSize` (10)',
      );
      expect(wrong({ pageSize: 11 }, resolved({ maxPageSize: 10 }))).toContain('`limits.pageSize` is 11');
      expect(resolved({ pageSize: 100 }).pageSize).toBe(100);
    });
  });
});

describe('the budget of a request', () => {
  const root = Location.root('filters');

  function budgetOf(set: Partial<Limits>): { budget: Budget; told: () => readonly string[] } {
    const issues = new IssueCollector(10);
    const told = () => issues.issues.map(({ pointer, limit, max }) => `${pointer} ${limit} ${max}`);
    return { budget: new Budget(resolved(set), issues), told };
  }

  it('is spent up to the limit', () => {
    const { budget, told } = budgetOf({ conditions: 3 });
    expect([1, 1, 1, 1, 1].map((amount) => budget.spend('conditions', amount, root))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(told()).toEqual(['/filters conditions 3']);
  });

  it('is spent in portions, of which none is half granted', () => {
    const { budget, told } = budgetOf({ values: 10 });
    expect([6, 6, 1].map((amount) => budget.spend('values', amount, root))).toEqual([true, false, false]);
    expect(told()).toEqual(['/filters values 10']);
  });

  it('is kept apart by what it is spent on', () => {
    const { budget, told } = budgetOf({ values: 1, conditions: 1 });
    expect(budget.spend('values', 1, root)).toBe(true);
    expect(budget.spend('conditions', 1, root)).toBe(true);
    expect(budget.spend('unanchoredNeedles', 4, root)).toBe(true);
    expect(budget.spend('relationConditions', 8, root)).toBe(true);
    expect(told()).toEqual([]);
  });

  it('compares one number with its limit, where the number is', () => {
    const { budget, told } = budgetOf({ members: 3 });
    const list = root.child('id').child('$in');
    expect([2, 3, 4, 5].map((amount) => budget.within('members', amount, list))).toEqual([true, true, false, false]);
    expect(told()).toEqual(['/filters/id/$in members 3', '/filters/id/$in members 3']);
  });
});

describe('an exceeded limit', () => {
  it('is told with its name, its number and what it counts', () => {
    const issues = new IssueCollector(10);
    exceed(issues, defaultLimits, 'sortKeys', Location.root('sort'));
    expect(issues.issues).toEqual([
      {
        code: 'limit_exceeded',
        path: 'sort',
        pointer: '/sort',
        message: 'sort exceeds a limit: at most 5 keys in one sort (limits.sortKeys)',
        limit: 'sortKeys',
        max: 5,
      },
    ]);
  });
});
