import type { ObjectLiteral } from 'typeorm';
import { share } from '../../support/thorough.js';
import { type Listing, walks } from '../pages/walk.js';
import { type Fixture, onEveryEngine } from './fixture.js';
import { orderOf } from './orders.js';
import { type Question, type Subject, idsOf } from './question.js';

/** A list that is read page by page: its order, and conditions in the library's words and in SQL. */
interface List {
  readonly sort: readonly string[];
  readonly about?: Subject;
  readonly filters?: object;
  readonly where?: Question['where'];
}

const lists: readonly List[] = [
  { sort: ['attributes.color:nullsLast'] },
  { sort: ['attributes.color:desc:nullsFirst', 'name:desc'] },
  { sort: ['attributes.size.width'] },
  { sort: ['attributes.size.width:desc:nullsLast', 'name'] },
  { sort: ['attributes.size.height:desc'] },
  { sort: ['attributes.weight:nullsFirst'] },
  { sort: ['attributes.weight:desc'] },
  { sort: ['attributes.ratio:nullsLast', 'attributes.weight:desc:nullsLast'] },
  { sort: ['attributes.big:desc:nullsLast'] },
  { sort: ['attributes.big'] },
  { sort: ['attributes.on'] },
  { sort: ['attributes.on:desc:nullsFirst', 'attributes.size.width:nullsLast'] },
  { sort: ['attributes.made'] },
  { sort: ['attributes.made:desc:nullsLast'] },
  { sort: ['attributes.code:nullsLast', 'attributes.made:nullsLast'] },
  { sort: ['attributes.ab', 'extra.color:desc:nullsLast'] },
  { sort: ['lineCount:desc'] },
  { sort: ['lineCount', 'attributes.color:nullsLast'] },
  { sort: ['total'] },
  { sort: ['total:desc:nullsLast', 'name'] },
  { sort: ['lastSold:desc:nullsLast'] },
  { sort: ['lastSold', 'total:desc'] },
  { sort: ['attributes.on:nullsLast', 'lineCount:desc', 'attributes.weight:nullsFirst'] },
  { sort: ['maker.productCount:desc:nullsLast', 'attributes.color:nullsLast'] },
  { sort: ['maker.profile.staff', 'lineCount:desc'] },
  { sort: ['lines.detail.color:nullsLast', 'total:desc:nullsFirst'] },
  { sort: ['categories.size:desc:nullsLast', 'lines.twice:desc:nullsFirst'] },
  { sort: ['products.lineCount:desc:nullsLast', 'profile.since:nullsLast'], about: 'Maker' },
  { sort: ['productCount', 'profile.since:desc'], about: 'Maker' },
  { sort: ['product.total:desc:nullsLast', 'detail.gift:nullsFirst'], about: 'Line' },
  { sort: ['twice:desc'], about: 'Line' },
  {
    sort: ['attributes.weight:nullsLast'],
    filters: { tags: { $has: 'new' } },
    where: (hand) => hand.array('p.tags').has(`'new'`),
  },
  {
    sort: ['total:desc:nullsLast', 'attributes.made'],
    filters: { attributes: { on: { $null: 'false' } }, lineCount: { $lte: '2' } },
    where: (hand) =>
      `${hand.at('p.attributes', 'boolean', 'on')} IS NOT NULL
       AND (SELECT COUNT(*) FROM line l WHERE l.product_id = p.id) <= 2`,
  },
];

/** The relation of each entity that a handler loads beside its rows. */
const loaded: Readonly<Record<Subject, string>> = {
  Product: 'lines',
  Maker: 'products',
  Category: 'products',
  Line: 'product',
};

/** How a list is walked through: with pages of which size, and with a to-many relation loaded or without. */
interface Way {
  readonly joined: boolean;
  readonly size: number;
}

const styles = ['forwards', 'backwards', 'inChunks'] as const;

/** All ways. A page size of one has every row as a cursor. */
const ways: readonly Way[] = [
  { joined: false, size: 1 },
  { joined: true, size: 2 },
  { joined: false, size: 3 },
  { joined: true, size: 1 },
  { joined: false, size: 2 },
  { joined: true, size: 3 },
];

/** The list as the walks read it, with a to-many relation loaded or without. */
function listingOf(fixture: Fixture, { about = 'Product', filters, sort }: List, joined: boolean) {
  return {
    filters: fixture.filters,
    entity: fixture.classOf(about),
    builder: () => {
      const builder = fixture.builderOf(about);
      return joined ? builder.leftJoinAndSelect(`root.${loaded[about]}`, 'loaded') : builder;
    },
    request: { filters, sort },
  } satisfies Listing<ObjectLiteral>;
}

onEveryEngine((fixture) => {
  const byHand = ({ about = 'Product', sort, where }: List) =>
    fixture.byHand({ name: '', query: '', ids: [], about, order: orderOf(about, sort), ...(where && { where }) });

  describe.each(lists.map((list, index) => [nameOf(list), list, index] as const))('%s', (_, list, index) => {
    // A share of one way for each list, style and driver, so that all lists together are read in all ways by each.
    const turn = index + fixture.turn;

    it.each(styles)('%s by cursors', async (style) => {
      const expected = await byHand(list);
      for (const { joined, size } of share(ways, 6, turn + 2 * styles.indexOf(style))) {
        const pages = await walks[style](listingOf(fixture, list, joined), size);
        const found = idsOf(pages.flat());
        expect({ joined, size, found }).toEqual({ joined, size, found: expected });
        expect(pages.every((page) => page.length <= size)).toBe(true);
      }
      expect(expected.length).toBeGreaterThan(3);
    });

    it('by numbers, with totals', async () => {
      const expected = await byHand(list);
      for (const joined of share([false, true], 2, turn)) {
        const { filters, entity, builder, request } = listingOf(fixture, list, joined);
        for (const page of [1, 2]) {
          const pagination = { page: String(page), pageSize: '4' };
          const asked = filters.parse(entity, { sort: request.sort, filters: list.filters ?? {}, pagination });
          const { data, meta } = await filters.page(builder(), asked);
          expect(idsOf(data)).toEqual(expected.slice((page - 1) * 4, page * 4));
          expect(meta.pagination).toEqual({
            page,
            pageSize: 4,
            pageCount: Math.ceil(expected.length / 4),
            total: expected.length,
          });
        }
      }
    });
  });

  it('loads the values of virtual columns, lists and documents as TypeORM does', async () => {
    const asked = fixture.filters.parse(fixture.classOf('Product'), 'sort=total:desc:nullsLast&pagination[pageSize]=1');
    const builder = fixture.builderOf('Product').leftJoinAndSelect('root.lines', 'line');
    const { data } = await fixture.filters.page(builder, asked);
    const [row] = data;
    const lines = row?.['lines'] as readonly ObjectLiteral[];
    expect({
      ...row,
      lines: [...lines].sort((a, b) => Number(a['id']) - Number(b['id'])),
      total: Number(row?.['total']),
      lineCount: Number(row?.['lineCount']),
    }).toMatchObject({
      id: 8,
      tags: ['Art'],
      sizes: { 0: 1 },
      attributes: { size: 7 },
      lineCount: 2,
      total: 100.5,
      lines: [{ notes: ['red'] }, { notes: ['a', '', 'b'] }],
    });
  });
});

function nameOf({ about = 'Product', sort, filters }: List): string {
  return [`${about} by ${sort.join(', ')}`, ...(filters === undefined ? [] : [JSON.stringify(filters)])].join(' with ');
}
