import { FilterException } from 'nestjs-filterable';
import { printCursor } from '../../../lib/page/order/cursor.js';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { engines } from '../../support/databases.js';
import { type World, onEngines } from '../../support/engines.js';
import { share } from '../../support/thorough.js';
import { fill, visible } from './blog.js';

/** Without a secret a cursor has a checksum that anybody can make, so anything may be in it. */
function forged(sort: string, direction: string, values: readonly (string | null)[]): string {
  return printCursor(values, { sort: signature(sort, direction), secrets: [] });
}

/** What a cursor is bound to, as the library writes it: the first test fails where this is not it. */
function signature(sort: string, direction: string): string {
  return JSON.stringify(['Post', [[sort, direction, 'engine']]]);
}

/** The primary key is a part of every position, after the key that was asked for. */
const sorts =
  'title slug status views visits rating score isFeatured publishedAt publishedOn externalId author.name comments.stars comments.$count'.split(
    ' ',
  );

const values: readonly string[] = [
  ...['', ' ', "' OR 1=1 --", '\0', 'a\0b', '\ud800', '\u{1f331}', 'x'.repeat(5_000), '1'.repeat(400), '٣'],
  ...['[object Object]', '2024-03-01 10:00:00', '0001-01-01 BC', '2024-03-01 10:00:00+99'],
  ...`x ' \\ % 0 -0 -1 1.5 1e3 1e400 -1e400 9223372036854775808 2147483648 0x10 NaN Infinity -Infinity infinity null
    undefined true false t 2 now today epoch 2024-02-30 2024-03-01 2024-03-01T10:00:00Z 0000-00-00 20240301 10:00:00
    +275760-09-13 published PUBLISHED nope`.split(/\s+/),
];

const positions = [
  ...values.flatMap((value) => [
    [value, '1'],
    [null, value],
  ]),
  ...[[], ['1'], ['1', '1', '1'], [null, null], ['1', null]],
];

onEngines('a forged cursor', { entities: blogEntities, seed: fill }, (world) => {
  it.each(sorts)('is made here as it is there: %s', async (sort) => {
    const { meta } = await read(world, `sort=${sort}:asc&pagination[after]=&pagination[pageSize]=1`);
    const next = meta.pagination.next ?? '';
    const [, ...position] = JSON.parse(Buffer.from(next.split('.')[0] ?? '', 'base64url').toString()) as string[];
    expect(forged(sort, 'asc', position)).toBe(next);
    expect(await mistake({ world, sort: `${sort}:asc`, slice: `after=${next}` })).toBeUndefined();
  });

  it.each(sorts)('is refused, or is a place in the order: %s', async (sort) => {
    const asked = share([...positions.entries()], 4, sorts.indexOf(sort) + engines.indexOf(world.engine));
    const mistakes = await Promise.all(
      asked.map(([index, position]) => {
        const cursor = encodeURIComponent(forged(sort, 'desc', position));
        return mistake({ world, sort: `${sort}:desc`, slice: `${index % 3 === 0 ? 'before' : 'after'}=${cursor}` });
      }),
    );
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
    const cursor = encodeURIComponent(forged(sort, 'asc', [value, '1']));
    await expect(read(world, `sort=${sort}:asc&pagination[after]=${cursor}`)).rejects.toMatchObject({
      issues: [{ code: 'invalid_cursor' }],
    });
  });
});

function read({ filters, source }: World, request: string) {
  const list = source
    .getRepository(Post)
    .createQueryBuilder('post')
    .where('post.tenantId = :tenant OR post.tenantId = :staff', { tenant: 1, staff: -1 });
  return filters.page(list, filters.parse(Post, request));
}

interface Attempt {
  readonly world: World;
  readonly sort: string;
  readonly slice: string;
}

/** What is wrong with what became of a cursor: rows outside the scope, or an error that is no refusal. */
async function mistake({ world, sort, slice }: Attempt): Promise<string | undefined> {
  try {
    const { data } = await read(world, `sort=${sort}&pagination[${slice.replace('=', ']=')}&pagination[pageSize]=1`);
    return data.every(({ id }) => visible.includes(id)) ? undefined : `${slice} finds ${JSON.stringify(data)}`;
  } catch (error) {
    const isRefusal = error instanceof FilterException && error.issues.every(({ code }) => code === 'invalid_cursor');
    return isRefusal ? undefined : `${slice}: ${String(error)}`;
  }
}
