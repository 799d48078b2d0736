import { printCursor } from '../../../lib/page/order/cursor.js';
import { blogEntities } from '../../support/blog/entities.js';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { share } from '../../support/thorough.js';
import type { Answer } from '../../support/http/client.js';
import { fill, hostileModule, visible } from './blog.js';
import { idsOf } from './judge.js';

/** Without a secret a cursor has a checksum that anybody can make, so anything may be in it. */
function forged(sort: string, direction: string, values: readonly (string | null)[]): string {
  return printCursor(values, { sort: signature(sort, direction), secrets: [] });
}

/** What a cursor is bound to, as the library writes it: the first test fails where this is not it. */
function signature(sort: string, direction: string): string {
  return JSON.stringify(['Post', [[sort, direction, 'engine']]]);
}

/** The primary key is a part of every position, after the key that was asked for. */
const sorts = [
  'title',
  'slug',
  'status',
  'views',
  'visits',
  'rating',
  'score',
  'isFeatured',
  'publishedAt',
  'publishedOn',
];
const others = ['externalId', 'author.name', 'comments.stars', 'comments.$count'];

const values: readonly string[] = [
  ...['', ' ', 'x', "'", "' OR 1=1 --", '\\', '%', '\0', 'a\0b', '\ud800', '\u{1f331}', 'x'.repeat(5_000)],
  ...[
    '0',
    '-0',
    '-1',
    '1.5',
    '1e3',
    '1e400',
    '-1e400',
    '1'.repeat(400),
    '9223372036854775808',
    '2147483648',
    '0x10',
    '٣',
  ],
  ...['NaN', 'Infinity', '-Infinity', 'infinity', 'null', 'undefined', 'true', 'false', 't', '2', '[object Object]'],
  ...['now', 'today', 'epoch', '2024-02-30', '2024-03-01', '2024-03-01T10:00:00Z', '2024-03-01 10:00:00', '0000-00-00'],
  ...[
    '20240301',
    '10:00:00',
    '0001-01-01 BC',
    '+275760-09-13',
    '2024-03-01 10:00:00+99',
    'published',
    'PUBLISHED',
    'nope',
  ],
];

describe.each(engines)('a forged cursor on %s', (engine) => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await openDatabase(engine, { entities: blogEntities });
    await fill(database.source);
    app = await openApp('express', hostileModule(database.source));
  });

  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const ask = (sort: string, direction: string, key: string, cursor: string) =>
    app.client.get(
      `/posts?sort=${sort}:${direction}&pagination[${key}]=${encodeURIComponent(cursor)}&pagination[pageSize]=1`,
    );

  it.each([...sorts, ...others])('is made here as it is there: %s', async (sort) => {
    const { text } = await ask(sort, 'asc', 'after', '');
    const { next } = (JSON.parse(text) as { meta: { pagination: { next: string } } }).meta.pagination;
    const [, ...position] = JSON.parse(Buffer.from(next.split('.')[0] ?? '', 'base64url').toString()) as string[];
    expect(forged(sort, 'asc', position)).toBe(next);
    expect((await ask(sort, 'asc', 'after', next)).status).toBe(200);
  });

  const positions = [
    ...values.flatMap((value) => [
      [value, '1'],
      [null, value],
    ]),
    ...[[], ['1'], ['1', '1', '1'], [null, null], ['1', null]],
  ];

  /** What is wrong with what became of a cursor that holds a position; both directions have their turns. */
  async function mistake(
    sort: string,
    position: readonly (string | null)[],
    index: number,
  ): Promise<string | undefined> {
    const key = index % 3 === 0 ? 'before' : 'after';
    const answer = await ask(sort, 'desc', key, forged(sort, 'desc', position));
    const isInside = idsOf(answer).every((id) => visible.includes(id));
    if (isInside && (answer.status === 200 || isRefusal(answer))) return undefined;
    return `${key} ${JSON.stringify(position)}: ${answer.text.slice(0, 200)}`;
  }

  it.each([...sorts, ...others])('is refused, or is a place in the order: %s', async (sort) => {
    const turn = [...sorts, ...others].indexOf(sort) + engines.indexOf(engine);
    const asked = share([...positions.entries()], 4, turn);
    const mistakes = await Promise.all(asked.map(([index, position]) => mistake(sort, position, index)));
    expect(mistakes.filter((text) => text !== undefined)).toEqual([]);
  });

  it.each([
    ['views', '1.5'],
    ['views', '9223372036854775808'],
    ['visits', '9223372036854775808'],
    ['rating', '1.5.5'],
    ['score', 'x'],
    ['isFeatured', 'maybe'],
    ['publishedAt', 'now'],
    ['publishedOn', '2024-02-30'],
    ['title', 'a\0b'],
    ['comments.$count', '1.5'],
  ])('is refused where %s cannot be %j', async (sort, value) => {
    expect(isRefusal(await ask(sort, 'asc', 'after', forged(sort, 'asc', [value, '1'])))).toBe(true);
  });
});

function isRefusal({ status, text }: Answer): boolean {
  return status === 400 && text.includes('"code":"invalid_cursor"');
}
