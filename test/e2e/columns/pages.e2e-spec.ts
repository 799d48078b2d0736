import type { ObjectLiteral } from 'typeorm';
import { idsOf, onEngines } from '../../support/engines.js';
import { type Listing, walks, wholeOf } from '../pages/walk.js';
import { columnsModels } from './model.js';
import { seedColumns } from './rows.js';

/**
 * Lists that are read page by page, of products unless another entity is named first. What the orders are is tried in
 * `questions`; here the pages of each are to be its whole list.
 */
const lists = `
  attributes.color:nullsLast
  attributes.color:desc:nullsFirst,name:desc
  attributes.size.width
  attributes.size.width:desc:nullsLast,name
  attributes.size.height:desc
  attributes.weight:nullsFirst
  attributes.weight:desc
  attributes.ratio:nullsLast,attributes.weight:desc:nullsLast
  attributes.big:desc:nullsLast
  attributes.big
  attributes.on
  attributes.on:desc:nullsFirst,attributes.size.width:nullsLast
  attributes.made
  attributes.made:desc:nullsLast
  attributes.code:nullsLast,attributes.made:nullsLast
  attributes.ab,extra.color:desc:nullsLast
  lineCount:desc
  lineCount,attributes.color:nullsLast
  total
  total:desc:nullsLast,name
  lastSold:desc:nullsLast
  lastSold,total:desc
  attributes.on:nullsLast,lineCount:desc,attributes.weight:nullsFirst
  maker.productCount:desc:nullsLast,attributes.color:nullsLast
  maker.profile.staff,lineCount:desc
  lines.detail.color:nullsLast,total:desc:nullsFirst
  categories.size:desc:nullsLast,lines.twice:desc:nullsFirst
  Maker products.lineCount:desc:nullsLast,profile.since:nullsLast
  Maker productCount,profile.since:desc
  Line product.total:desc:nullsLast,detail.gift:nullsFirst
  Line twice:desc
  attributes.weight:nullsLast {"tags":{"$has":"new"}}
  total:desc:nullsLast,attributes.made {"attributes":{"on":{"$null":"false"}},"lineCount":{"$lte":"2"}}
`
  .trim()
  .split('\n')
  .map((line, index) => [line.trim(), index] as const);

/** The relation of each entity that a handler loads beside its rows. */
const loaded = { Product: 'lines', Maker: 'products', Line: 'product' } as const;

onEngines('pages', { entities: (engine) => columnsModels[engine].entities, seed: seedColumns }, (world) => {
  /** The list as the walks read it, with a relation loaded or without. */
  function listingOf(list: string, joined: boolean) {
    const [, about = 'Product', sort = '', filters] = /^(?:([A-Z]\w+) )?(\S+)(?: (.*))?$/.exec(list) ?? [];
    const entity: new () => ObjectLiteral = columnsModels[world.engine][about as 'Product'];
    return {
      filters: world.filters,
      entity,
      builder: () => {
        const builder = world.builder(entity);
        return joined ? builder.leftJoinAndSelect(`root.${loaded[about as 'Product']}`, 'loaded') : builder;
      },
      request: {
        ...(filters !== undefined && { filters: JSON.parse(filters) as object }),
        sort: sort.split(','),
      },
    } satisfies Listing<ObjectLiteral>;
  }

  it.each(lists)('of %s', async (list, index) => {
    // Neighbours load a relation in turns. With one row a page, every row is a cursor.
    const [plain, other] = [listingOf(list, index % 2 === 0), listingOf(list, index % 2 === 1)];
    const whole = idsOf(await wholeOf(plain, ['id']));
    expect(whole.length).toBeGreaterThan(3);
    expect(idsOf((await walks.forwards(plain, 1)).flat())).toEqual(whole);
    expect(idsOf((await walks.backwards(other, 2)).flat())).toEqual(whole);
    expect(idsOf((await walks.inChunks(other, 3)).flat())).toEqual(whole);
    const { filters, entity, builder, request } = plain;
    const asked = filters.parse(entity, { ...request, pagination: { page: '2', pageSize: '4' } });
    const { data, meta } = await filters.page(builder(), asked);
    expect(idsOf(data)).toEqual(whole.slice(4, 8));
    const pageCount = Math.ceil(whole.length / 4);
    expect(meta.pagination).toEqual({ page: 2, pageSize: 4, pageCount, total: whole.length });
  });

  it('load the values of virtual columns, lists and documents as TypeORM does', async () => {
    const { Product } = columnsModels[world.engine];
    const asked = world.filters.parse(Product, 'sort=total:desc:nullsLast&pagination[pageSize]=1');
    const builder = world.builder(Product).leftJoinAndSelect('root.lines', 'line');
    const { data } = await world.filters.page(builder, asked);
    const [row] = data;
    expect({
      ...row,
      lines: row?.lines.map(({ notes }) => notes?.join()).sort(),
      total: Number(row?.total),
      lineCount: Number(row?.lineCount),
    }).toMatchObject({
      ...{ id: 8, tags: ['Art'], sizes: { 0: 1 }, attributes: { size: 7 }, lineCount: 2, total: 100.5 },
      lines: ['a,,b', 'red'],
    });
  });
});
