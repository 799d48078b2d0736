import { Book, Copy, Writer, fill, visible } from './books/model.js';
import { hostileRows } from './rows.js';

hostileRows(
  'books of hostile requests',
  {
    entities: [Book, Copy, Writer],
    seed: fill,
    options: { context: undefined },
    entity: () => Book,
    list: ({ source }) =>
      source
        .getRepository(Book)
        .createQueryBuilder('book')
        .where('book.tenant = :tenant OR book.tenant = :staff', { tenant: 1, staff: -1 }),
    visible,
    overrides: { select: true, deleted: true },
    tables: {
      'search shape': String.raw`
      search={100*a} -> none
      search=%22%22%22%22%22%22 -> none
    `,
      'search text': String.raw`
      search= -> 1 2 3 4 5 6 7 8
      search=%20%09 -> 1 2 3 4 5 6 7 8
      search=%E3%80%80 -> 1 2 3 4 5 6 7 8
      search=%25 -> 1 3 5
      search=_ -> 2 7
      search=%5C -> 3
      search=' -> 5
      search='%20OR%201=1-- -> none
      search=%22hot%20pot%22 -> 4
      search=%22pot%20hot%22 -> none
      search=%22hot -> 4
      search=%22%22 -> none
      search=null -> 6
      search=__proto__ -> 7
      search=constructor -> 7
      search=hidden -> none
      search=foreign -> none
      search=12345 -> none
      search=x -> none
      search=40 -> 4
      search=1e1 -> none
      search=0x28 -> none
      search={20*9} -> none
      search=all -> 2 3 4 5 6 7 8
      search=t1,all -> none
      search=Ann -> 1 3 5
      search=Ann%20wool -> 1
      search=a+l+a+l -> 1 2 3 4 5 6 7 8
      search=%E4%B8%AD -> 8
      search=wool&filters[id]=2 -> none
      search=all&sort=id:desc&fields=id -> 8 7 6 5 4 3 2
    `,
      'facets text': String.raw`
      facets= -> 1 2 3 4 5 6 7 8
      facets=title -> 1 2 3 4 5 6 7 8
      facets=title,tags,writer.name,shelf,price,id -> 1 2 3 4 5 6 7 8
      facets[title]=true -> 1 2 3 4 5 6 7 8
      facets[writer.name][limit]=1 -> 1 2 3 4 5 6 7 8
      facets[title][search]='%20OR%201=1-- -> 1 2 3 4 5 6 7 8
      facets[title][search]=%25 -> 1 2 3 4 5 6 7 8
      facets[tags][search]=%5C -> 1 2 3 4 5 6 7 8
      facets={"title":true,"price":true} -> 1 2 3 4 5 6 7 8
      facets=["title"] -> 1 2 3 4 5 6 7 8
      facets=title&filters[title]=NULL -> 6
      facets=title&search=wool -> 1
      facets=title&fields=id -> 1 2 3 4 5 6 7 8
    `,
      'aggregates text': String.raw`
      aggregates= -> 1 2 3 4 5 6 7 8
      aggregates=price:sum -> 1 2 3 4 5 6 7 8
      aggregates=price:sum,price:avg,title:min,id:distinct -> 1 2 3 4 5 6 7 8
      aggregates[price]=sum,avg -> 1 2 3 4 5 6 7 8
      aggregates={"price":["sum"]} -> 1 2 3 4 5 6 7 8
      aggregates=price:sum&filters[title]=NULL -> 6
      aggregates=price:sum&search=wool -> 1
    `,
      'declared aggregate': String.raw`
      filters[copyCount]=2 -> 1
      filters[copyCount][$gte]=1 -> 1 2
      filters[copyPages][$gte]=200 -> 1
      filters[$not][copyPages][$gte]=200 -> 2
      sort=copyCount:desc,id&filters[id][$lte]=3 -> 1 2 3
      fields=title,copyCount,copyPages&filters[id]=1&pagination[page]=1 -> 1
    `,
      'related aggregate': String.raw`
      filters[copies][$sum][pages][$gte]=400 -> 1
      filters[copies][$max][shape]=octavo -> 1
      filters[copies][$sum][pages][$lt]=400 -> 2
      filters[copies][$sum][pages]=100&filters[copies][$sum][$where][shape]=folio -> 1
      filters[copies][$max][shape]=x%27%20OR%201=1 -> none
    `,
      'named filters': String.raw`
      filters[dear]=true&sort=id -> 5 6 7 8
      filters[dear]=false&sort=id -> 1 2 3 4
      filters[$or][0][dear]=true&filters[$or][1][id]=99&sort=id -> 5 6 7 8
      filters[$not][dear]=true&sort=id -> 1 2 3 4
      filters[$not][$or][0][dear]=true&filters[$not][$or][1][dear]=false -> none
      filters[marked]=hidden-3&sort=id -> 4
      filters[marked]='%20OR%201=1%20-- -> none
      filters[marked]=%25 -> none
      filters[marked][$in][0]=hidden-0&filters[marked][$in][1]=hidden-7&sort=id -> 1 8
      filters[copies][long]=true -> 1
      filters[copies][$none][long]=true&sort=id -> 2 3 4 5 6 7 8
    `,
      'fields text': String.raw`
      fields=id -> 1 2 3 4 5 6 7 8
      fields=title -> 1 2 3 4 5 6 7 8
      fields=title,price,tags,shelf -> 1 2 3 4 5 6 7 8
      fields[0]=title&fields[1]=price -> 1 2 3 4 5 6 7 8
      fields[]=title&fields[]=price -> 1 2 3 4 5 6 7 8
      fields=title&fields=price -> 1 2 3 4 5 6 7 8
      fields=title&sort=price:desc -> 8 7 6 5 4 3 2 1
      fields=title&filters[price][$gte]=70 -> 7 8
      fields=title&pagination[after]=&pagination[pageSize]=3&sort=price -> 1 2 3
    `,
      deleted: String.raw`
      deleted=with -> 1 2 3 4 5 6 7 8
      deleted=only -> none
      deleted=with&filters[$or][0][id]=1&filters[$or][1][id]=99 -> 1
      deleted=only&filters[$or][0][id]=1&filters[$or][1][id][$gt]=0 -> none
    `,
    },
  },
  (_world, asked) => {
    it('show nothing of another tenant or a hidden field in any facet', async () => {
      const { meta } = await asked.read('facets=title,tags,writer.name,shelf,price,id');
      expect(JSON.stringify(meta.facets)).not.toMatch(/foreign|hidden|12345|99/);
      expect(meta.facets?.['price']).toEqual({ min: 10, max: 80 });
    });
  },
);
