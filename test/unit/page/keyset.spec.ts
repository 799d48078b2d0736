import { FilterService } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import type { EngineName } from '../../support/databases.js';
import { type ScriptedRow, rowsOf, scripted } from '../../support/scripted.js';

type Direction = 'after' | 'before';

/** Returns the condition by which a page begins at a row, with the values in place of parameters. */
async function conditionOf(engine: EngineName, sort: string, row: ScriptedRow, direction: Direction): Promise<string> {
  const rows = [row, { ...row, id: 8 }];
  const { source, sent } = await scripted(engine, blogEntities, (sql) => rowsOf(sql, rows));
  const filters = FilterService.forDataSource(source);
  const page = async (cursor: string) => {
    const request = `sort=${sort}&pagination[pageSize]=1&pagination[${direction}]=${cursor}`;
    const { meta } = await filters.page(source.createQueryBuilder(Post, 'p'), filters.parse(Post, request));
    const { next, previous } = meta.pagination as { readonly next: string; readonly previous: string };
    return direction === 'after' ? next : previous;
  };
  await page(await page(''));
  const { sql = '', values = [] } = sent.at(-1) ?? {};
  const [, condition = ''] = / WHERE \( (.*) \) AND \( ["`]p["`]\.["`]deletedAt["`] IS NULL/.exec(sql) ?? [];
  let place = 0;
  return condition
    .replace(/["`]/g, '')
    .replace(
      /\$(\d+)|\?/g,
      (_, number?: string) => `<${String(values[number === undefined ? place++ : +number - 1])}>`,
    );
}

const seven = { id: 7, title: 'a', views: 3 };
const unseen = { ...seven, views: null };

/** The engine, the order, the row, what the row shows, and the condition. */
const rows: readonly (readonly [EngineName, string, ScriptedRow, why: string, expected: string])[] = [
  ['sqlite', 'id', seven, 'one key', 'p.id > <7>'],
  ['sqlite', 'id:desc', seven, 'one key, downwards', 'p.id < <7>'],
  [
    'sqlite',
    'title',
    seven,
    'two keys: an index starts at the first',
    '(p.title >= <a> AND (p.title > <a> OR (p.title = <a> AND p.id > <7>)))',
  ],
  [
    'mariadb',
    'title:desc,views',
    seven,
    'three keys, in two directions',
    '(p.title <= <a> AND (p.title < <a> OR (p.title = <a> AND (p.views > <3> OR (p.views = <3> AND p.id > <7>)))))',
  ],
  [
    'postgres',
    'title',
    seven,
    'two keys of one direction, compared as a row',
    '(p.title >= <a> AND (p.title, p.id) > (<a>, <7>))',
  ],
  ['postgres', 'title:desc,id:desc', seven, 'the same, downwards', '(p.title <= <a> AND (p.title, p.id) < (<a>, <7>))'],
  [
    'postgres',
    'title:desc,id',
    seven,
    'two directions, which are no row',
    '(p.title <= <a> AND (p.title < <a> OR (p.title = <a> AND p.id > <7>)))',
  ],
  [
    'sqlite',
    'views',
    seven,
    'NULL first, before every value',
    '(p.views >= <3> AND (p.views > <3> OR (p.views = <3> AND p.id > <7>)))',
  ],
  [
    'sqlite',
    'views',
    unseen,
    'a position among the first NULLs',
    '(p.views IS NOT NULL OR (p.views IS NULL AND p.id > <7>))',
  ],
  [
    'sqlite',
    'views:desc',
    seven,
    'NULL last, after every value',
    '((p.views < <3> OR p.views IS NULL) OR (p.views = <3> AND p.id < <7>))',
  ],
  ['sqlite', 'views:desc', unseen, 'a position among the last NULLs', '(p.views IS NULL AND p.id < <7>)'],
  [
    'postgres',
    'views',
    seven,
    'NULL last on an engine that has it as the largest',
    '((p.views > <3> OR p.views IS NULL) OR (p.views = <3> AND p.id > <7>))',
  ],
  [
    'postgres',
    'views:nullsFirst',
    seven,
    'NULL first where the request says so',
    '(p.views >= <3> AND (p.views > <3> OR (p.views = <3> AND p.id > <7>)))',
  ],
  [
    'mariadb',
    'views',
    seven,
    'NULL first on one that has it as the smallest',
    '(p.views >= <3> AND (p.views > <3> OR (p.views = <3> AND p.id > <7>)))',
  ],
];

/** The same orders from the end: every direction, and the place of NULL, are turned round. */
const backwards: typeof rows = [
  ['sqlite', 'id', seven, 'one key', 'p.id < <7>'],
  ['postgres', 'title', seven, 'a row', '(p.title <= <a> AND (p.title, p.id) < (<a>, <7>))'],
  [
    'sqlite',
    'views',
    seven,
    'NULL, which came first, comes last',
    '((p.views < <3> OR p.views IS NULL) OR (p.views = <3> AND p.id < <7>))',
  ],
  [
    'postgres',
    'views',
    unseen,
    'NULL, which came last, comes first',
    '(p.views IS NOT NULL OR (p.views IS NULL AND p.id < <7>))',
  ],
];

describe('the condition of a page', () => {
  it.each(rows)('after a row on %s by %s, %j: %s', async (engine, sort, row, _why, expected) => {
    expect(await conditionOf(engine, sort, row, 'after')).toBe(expected);
  });

  it.each(backwards)('before a row on %s by %s, %j: %s', async (engine, sort, row, _why, expected) => {
    expect(await conditionOf(engine, sort, row, 'before')).toBe(expected);
  });
});
