import { readFileSync } from 'node:fs';
import { toQueryString } from '../../../lib/client/index.js';
import type { QueryInput } from '../../../lib/contract/index.js';

interface Author {
  name: string;
}

interface Specs {
  color?: string;
  size: { width: number };
  sizes: string[];
}

interface Post {
  id: number;
  tags: string[];
  seenAt: Date[];
  specs: Specs | null;
  settings: Record<string, unknown>;
  title: string;
  serial: bigint;
  draft: boolean;
  createdAt: Date;
  author: Author;
}

/** Arguments that only a program without types can pass. */
function untyped(input: unknown): string {
  return toQueryString(input as QueryInput<Record<string, unknown>>);
}

describe('toQueryString', () => {
  it('prints a typed query', () => {
    const text = toQueryString<Post>({
      filters: {
        title: { $contains: 'a b' },
        author: { name: { $in: ['Kai', 'Ann'] } },
        $or: [{ id: 1 }, { draft: true }],
      },
      sort: ['createdAt:desc', 'author.name'],
      pagination: { page: 1, pageSize: 20 },
    });
    expect(text.split('&')).toEqual([
      'filters[title][$contains]=a%20b',
      'filters[author][name][$in][0]=Kai',
      'filters[author][name][$in][1]=Ann',
      'filters[$or][0][id]=1',
      'filters[$or][1][draft]=true',
      'sort[0]=createdAt%3Adesc',
      'sort[1]=author.name',
      'pagination[page]=1',
      'pagination[pageSize]=20',
    ]);
  });

  it('prints conditions on lists and on the paths of JSON documents', () => {
    const text = toQueryString<Post>({
      filters: {
        tags: ['a', 'b'],
        seenAt: { $hasSome: [new Date('2024-03-01T10:00:00Z')], $empty: false },
        specs: { color: 'red', size: { width: { $gte: 3 } }, sizes: { $hasEvery: ['M', 'L'], $not: { $has: 'XL' } } },
        settings: { theme: null, window: { width: { $between: [1, 5n] } } },
        $or: [{ settings: { beta: true } }, { settings: { 'a.b': 'c' } }],
      },
      sort: ['specs.size.width:desc', 'settings.theme', { settings: { window: { width: 'asc' } } }],
    });
    expect(text.split('&')).toEqual([
      'filters[tags][0]=a',
      'filters[tags][1]=b',
      'filters[seenAt][$hasSome][0]=2024-03-01T10%3A00%3A00.000Z',
      'filters[seenAt][$empty]=false',
      'filters[specs][color]=red',
      'filters[specs][size][width][$gte]=3',
      'filters[specs][sizes][$hasEvery][0]=M',
      'filters[specs][sizes][$hasEvery][1]=L',
      'filters[specs][sizes][$not][$has]=XL',
      'filters[settings][theme]',
      'filters[settings][window][width][$between][0]=1',
      'filters[settings][window][width][$between][1]=5',
      'filters[$or][0][settings][beta]=true',
      'filters[$or][1][settings][a.b]=c',
      'sort[0]=specs.size.width%3Adesc',
      'sort[1]=settings.theme',
      'sort[2][settings][window][width]=asc',
    ]);
  });

  // prettier-ignore
  it.each([
    { input: {}, text: '', why: 'nothing' },
    { input: { filters: {} }, text: '', why: 'no conditions' },
    { input: { filters: { a: new Date('2024-03-01T10:00:00Z') } }, text: 'filters[a]=2024-03-01T10%3A00%3A00.000Z', why: 'a date' },
    { input: { filters: { a: 12345678901234567890n } }, text: 'filters[a]=12345678901234567890', why: 'a bigint' },
    { input: { filters: { a: -1.5 } }, text: 'filters[a]=-1.5', why: 'a number' },
    { input: { filters: { a: 1e21 } }, text: 'filters[a]=1e%2B21', why: 'a large number' },
    { input: { filters: { a: false } }, text: 'filters[a]=false', why: 'a boolean' },
    { input: { filters: { a: null } }, text: 'filters[a]', why: 'null' },
    { input: { filters: { a: '' } }, text: 'filters[a]=', why: 'an empty text' },
    { input: { filters: Object.assign(Object.create(null), { a: 1 }) }, text: 'filters[a]=1', why: 'an object without a prototype' },
    { input: { sort: 'a:desc,b' }, text: 'sort=a%3Adesc%2Cb', why: 'a sort as text' },
    { input: { sort: '' }, text: 'sort=', why: 'no order, said aloud' },
    { input: { sort: { author: { name: 'asc' } } }, text: 'sort[author][name]=asc', why: 'a sort as an object' },
    { input: { sort: [{ a: 'asc' }, 'b'] }, text: 'sort[0][a]=asc&sort[1]=b', why: 'a sort as a list' },
  ])('$text: $why', ({ input, text }) => {
    expect(untyped(input)).toBe(text);
  });

  const circular: Record<string, unknown> = {};
  circular['a'] = circular;
  const circularList: unknown[] = [];
  circularList.push(circularList);

  it.each([
    { input: { filters: undefined }, message: 'filters is undefined' },
    { input: { filters: { a: undefined } }, message: 'filters[a] is undefined' },
    { input: { filters: { a: { $in: [1, undefined] } } }, message: 'filters[a][$in][1] is undefined' },
    { input: { filters: { a: { $in: new Array(1) } } }, message: 'filters[a][$in][0] is undefined' },
    { input: { sort: undefined }, message: 'sort is undefined' },
    { input: { pagination: { page: undefined } }, message: 'pagination[page] is undefined' },
    { input: { filters: { a: { $gt: NaN } } }, message: 'filters[a][$gt] is NaN' },
    { input: { filters: { a: -Infinity } }, message: 'filters[a] is -Infinity' },
    { input: { filters: { a: () => 1 } }, message: 'filters[a] is a function' },
    { input: { filters: { a: Symbol('x') } }, message: 'filters[a] is a symbol' },
    { input: { filters: { a: { [Symbol('gt')]: 1, $lt: 2 } } }, message: 'filters[a] has a symbol for a name' },
    { input: { filters: { a: new Date(NaN) } }, message: 'filters[a] is an invalid date' },
    { input: { filters: { a: { $in: [] } } }, message: 'filters[a][$in] is an empty list' },
    { input: { filters: { a: {} } }, message: 'filters[a] is an empty object' },
    { input: { filters: { $or: [{}] } }, message: 'filters[$or][0] is an empty object' },
    { input: { filters: [] }, message: 'filters is an empty list' },
    { input: { sort: [] }, message: 'sort is an empty list' },
    { input: { pagination: {} }, message: 'pagination is an empty object' },
    { input: { filters: { a: new Map([['$eq', 1]]) } }, message: 'filters[a] is neither a value nor a plain object' },
    { input: { filters: { a: /x/ } }, message: 'filters[a] is neither a value nor a plain object' },
    { input: { filters: { $or: circularList } }, message: 'is nested too deeply, or contains itself' },
    { input: { filters: circular }, message: 'is nested too deeply, or contains itself' },
    { input: { filter: { a: 1 } }, message: 'filter is not a part of a query; use one of: filters, sort, pagination' },
  ])('throws: $message', ({ input, message }) => {
    expect(() => untyped(input)).toThrow(TypeError);
    expect(() => untyped(input)).toThrow(message);
  });

  it('calls the parameters what the server calls them', () => {
    expect(toQueryString({ filters: { a: 1 }, sort: 'b' }, { filters: 'where' })).toBe('where[a]=1&sort=b');
  });
});

describe('the entry point', () => {
  it('needs no package at run time', () => {
    const needed = new Set<string>();
    const follow = (file: URL): void => {
      const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm);
      for (const [, from = ''] of imports) {
        if (from.startsWith('.')) follow(new URL(from.replace(/\.js$/, '.ts'), file));
        else needed.add(from);
      }
    };
    follow(new URL('../../../lib/client/index.ts', import.meta.url));
    expect([...needed]).toEqual([]);
  });
});
