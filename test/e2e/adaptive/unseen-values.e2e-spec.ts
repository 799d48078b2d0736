import { Laboratory } from './laboratory.js';

/*
 * SQLite prepares a statement anew where its plan has to do with the value of a parameter. Where the way to read a page
 * was chosen, the plus in front of a parameter keeps the planner from looking at it.
 */

/** A request, and the comparisons in the statement of its page. */
const rows: readonly (readonly [about: string, query: string, comparisons: readonly string[]])[] = [
  ['few related rows', 'filters[labels][name]=one', ['"name" = +?']],
  ['a walk, and its bound', 'filters[reviews][stars][$lte]=2', ['"stars" <= +?', '"position" <= +?']],
  ['a range', 'filters[reviews][stars][$gte]=9', ['"stars" >= +?']],
  [
    'a range with two ends',
    'filters[reviews][stars][$between][]=8&filters[reviews][stars][$between][]=9',
    ['BETWEEN +? AND +?'],
  ],
  ['two comparisons of one column', 'filters[reviews][stars][$gt]=7&filters[reviews][stars][$lt]=9', ['> +?', '< +?']],
  [
    'a column without an index beside it',
    'filters[labels][name]=one&filters[labels][note]=x',
    ['"name" = +?', '"note" = +?'],
  ],
  [
    'two columns with an index each: the values tell which is better',
    'filters[reviews][stars]=9&filters[reviews][id]=7',
    ['"stars" = ?', '"id" = ?'],
  ],
  [
    'indexed columns of the same name in two tables',
    'filters[maker][name]=Rare&filters[maker][land][name]=Narrow',
    ['"name" = ?', '"name" = ?'],
  ],
  ['a list, which is spread', 'filters[labels][name][$in][]=one&filters[labels][name][$in][]=four', ['IN (?, ?)']],
  ['a pattern, whose beginning an index may serve', 'filters[labels][name][$startsWith]=on', ['"name" LIKE ?']],
  ['conditions on the row itself', 'filters[labels][name]=one&filters[grade]=2', ['"name" = +?', '"grade" = ?']],
  [
    'nothing that was chosen',
    'filters[$or][0][labels][name]=one&filters[$or][1][grade]=2',
    ['"name" = ?', '"grade" = ?'],
  ],
];

const comparison = /(?:"\w+" (?:=|<=|>=|<|>|LIKE) \+?\?)|(?:IN \([?, ]+\))|(?:BETWEEN \+?\? AND \+?\?)/g;

describe('the values that SQLite looks at', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open('sqlite');
  });
  afterAll(() => laboratory.close());

  it.each(rows)('%s: %s', async (_, query, comparisons) => {
    const { statements, page } = await laboratory.ask(
      `${query}&sort=position&pagination[pageSize]=3&pagination[withCount]=false`,
    );
    const found = statements.at(-1)?.match(comparison) ?? [];
    for (const each of comparisons) expect(found.some((text) => text.includes(each))).toBe(true);
    const usual = await laboratory.ask(`${query}&sort=position&pagination[pageSize]=3&pagination[withCount]=false`, {
      strategy: 'in',
    });
    expect(page).toEqual(usual.page);
    expect(usual.statements.join()).not.toContain('+?');
  });
});
