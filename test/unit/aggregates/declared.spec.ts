import type { ClassRules, PropertyRule } from '../../../lib/schema/index.js';
import { errorOf, overrideError } from '../schema/things.js';

const thing: ClassRules = { fields: ['id', 'title', 'size'] };
const owner = (rule: object): ClassRules => ({ fields: ['id', rule as { name: string }] });
const at = 'FilterConfigurationError: @Filterable() on Owner: ';
const names = 'things';

/** Mistakes in declared aggregates, each of which boot tells with the nearest name. */
const mistakes: readonly (readonly [what: string, rule: object, message: string])[] = [
  [
    'no such relation',
    { name: 'n', of: 'thing', count: true },
    `n is an aggregate of thing, which is no relation; did you mean things? There are: ${names}.`,
  ],
  [
    'no such column',
    { name: 'n', of: 'things', sum: 'sise' },
    'n has `sum` of sise, which is no column of Thing; did you mean size? There are: size, ',
  ],
  [
    'a kind without such an aggregate',
    { name: 'n', of: 'things', avg: 'title' },
    'n has `avg` of title, which is text; there are: size, ',
  ],
  [
    'the name of a column',
    { name: 'name', of: 'things', count: true },
    'name is a column, and an aggregate of related rows is none; give the aggregate another name',
  ],
  [
    'the name of an embedded object',
    { name: 'address', of: 'things', count: true },
    'address is a column, and an aggregate of related rows is none; give the aggregate another name',
  ],
  [
    'the name of a relation',
    { name: 'things', of: 'things', count: true },
    'things is a relation; name it in `relations`',
  ],
  [
    'a path',
    { name: 'a.b', of: 'things', count: true },
    'a.b is an aggregate of related rows, whose name is that of a property; leave out . : , $ [ ]',
  ],
  [
    'no function',
    { name: 'n', of: 'things' },
    'n is an aggregate of related rows and has no function; give one of: count, sum, avg, min, max',
  ],
  [
    'two functions',
    { name: 'n', of: 'things', count: true, max: 'size' },
    'n is an aggregate of related rows and has `count` and `max`; give one of: count, sum, avg, min, max',
  ],
  ['a number of something', { name: 'n', of: 'things', count: 'size' }, 'the field n: `count` must be true, not size'],
  [
    'a kind',
    { name: 'n', of: 'things', count: true, kind: 'integer' },
    'n has `kind`, which is for columns; leave it out, the function has a kind of its own',
  ],
  [
    'a wrong operator',
    { name: 'n', of: 'things', count: true, operators: ['$contains'] },
    'n: $contains is not an operator',
  ],
  [
    'a wrong condition',
    { name: 'n', of: 'things', count: true, where: { titel: 'a' } },
    '`where` of n in @Filterable() on Owner: filters[titel] is not a filterable field',
  ],
  [
    'a condition that is none',
    { name: 'n', of: 'things', count: true, where: 'title' },
    'the field n: `where` must be conditions, or a function of the context that gives some, not title',
  ],
  [
    'a function without a relation',
    { name: 'name', max: 'size' },
    'name has `max`, which is for aggregates of related rows; name their relation by `of`',
  ],
  ['an unknown option', { name: 'n', of: 'things', count: true, loads: true }, 'loads'],
];

describe('mistakes in declared aggregates', () => {
  it.each(mistakes)('%s', async (_, rule, message) => {
    const text = await errorOf({ thing, owner: owner(rule), tag: {} });
    expect(text).toContain('Owner');
    expect(text.startsWith(at) || message === 'loads' || text.includes('`where` of')).toBe(true);
    expect(text).toContain(message);
  });

  it('a relation to one row', async () => {
    const rule = { name: 'n', of: 'owner', count: true } as const;
    expect(await errorOf({ thing: { fields: ['id', rule] }, owner: {}, tag: {} })).toContain(
      'n is an aggregate of owner, which leads to one row and has no aggregates; ',
    );
  });

  it('conditions that lead in a circle', async () => {
    const one = { name: 'n', of: 'things', count: true, where: { owner: { n: { $gte: 1 } } } } as const;
    expect(await errorOf({ thing, owner: { fields: ['id', one] }, tag: {} })).toContain(
      '`where` of n in @Filterable() on Owner leads back to the aggregate itself; leave one of them out',
    );
  });

  it('a search, and an aggregate of the list', async () => {
    const fields = [{ name: 'n', of: 'things', max: 'title' }] as const;
    expect(await errorOf({ thing, owner: { fields, search: ['n'] }, tag: {} })).toContain(
      '`search` names n, which is an aggregate of related rows; name a field of the related rows',
    );
    expect(await errorOf({ thing, owner: { fields, aggregates: { n: ['min'] } }, tag: {} })).toContain(
      'aggregates.n lists min, which an aggregate of related rows has not; leave the field out',
    );
  });

  it('a decorated property that is no column and no aggregate', async () => {
    const properties: Record<string, PropertyRule> = { nothing: {} };
    expect(await errorOf({ thing: {}, properties, owner: {}, tag: {} })).toContain(
      'the decorated property nothing is neither a column nor a relation',
    );
  });

  it('of a handler', async () => {
    const fields = [{ name: 'n', of: 'labels', count: true }] as const;
    expect(await overrideError({ thing, owner: {}, tag: {} }, { fields: fields as never })).toContain(
      'n is an aggregate of labels, which is no relation',
    );
  });
});
