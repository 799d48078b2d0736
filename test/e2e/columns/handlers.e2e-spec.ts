import type { ObjectLiteral } from 'typeorm';
import type { ParseOverrides } from 'nestjs-filterable';
import { ascending, idsOf, onEngines } from '../../support/engines.js';
import { cases, idsIn } from '../../support/table.js';
import { columnsModels } from './model.js';
import { seedColumns } from './rows.js';

/**
 * Handlers that expose other fields than the entity, each by a word. What they refuse is in the unit tests of
 * `refused-columns`.
 */
const handlers: Readonly<Record<string, ParseOverrides<ObjectLiteral>>> = {
  color: { fields: ['id', 'attributes.color'] },
  specs: { fields: ['id', { name: 'attributes', as: 'specs' }] },
  paths: {
    fields: [
      { name: 'attributes', as: 'a', paths: { 'size.width': 'decimal', 'size.height': { kind: 'integer', as: 'h' } } },
    ],
  },
  equal: {
    fields: [
      { name: 'attributes.color', operators: ['$eq'] },
      { name: 'tags', operators: ['$hasSome'] },
    ],
  },
  aliased: { fields: [{ name: 'tags', as: 'words' }, { name: 'lineCount', as: 'orders' }, 'sizes'] },
  admin: { context: { isAdmin: true } },
  sorts: { sort: ['attributes.color', 'lineCount', 'maker.productCount'] },
  // The compiler has no relations of these classes.
  narrow: { relations: [{ name: 'maker', fields: ['langs', 'profile.country'] }] } as object,
};

const requests = cases(`
  color filters[attributes][color]=blue -> 10 11
  color sort=attributes.color:desc:nullsLast&pagination[pageSize]=1 -> 3
  specs filters[specs][color]=blue -> 10 11
  specs filters[specs][labels]=art&filters[specs][size][width]=3 -> 1
  specs filters[specs][$null]=true -> 6 7
  specs sort=specs.size.width:desc:nullsLast&pagination[pageSize]=2 -> 15 3
  paths filters[a][size][width]=3.5 -> 10
  paths filters[a][h]=128 -> 3
  equal filters[attributes][color]=blue -> 10 11
  equal filters[tags][$hasSome]=old -> 11 15
  aliased filters[words]=old&filters[orders]=1 -> 15
  aliased filters[sizes][$hasEvery]=300 -> 16
  admin filters[attributes][secret]=lock -> 2
  admin sort=attributes.secret:nullsLast&pagination[pageSize]=2 -> 1 2
  sorts sort=lineCount:desc&pagination[pageSize]=1 -> 1
  narrow filters[maker][profile][country]=Norway -> 1 2 8
`);

onEngines(
  'handlers of lists, documents and virtual columns',
  { entities: (engine) => columnsModels[engine].entities, seed: seedColumns },
  (world) => {
    const { Product } = columnsModels[world.engine];

    it.each(requests)('%s -> %s', async (asked, verdict) => {
      const [handler = '', request = ''] = asked.split(/ (.*)/s);
      const { data } = await world.page<ObjectLiteral>(Product, request, handlers[handler] ?? {});
      expect(request.includes('sort') ? idsOf(data) : ascending(idsOf(data))).toEqual(idsIn(verdict));
    });

    it('filter() is bound by the visibility of a path, unless it is trusted', async () => {
      const input = { filters: { attributes: { secret: 'key' } } };
      const refused = expect.objectContaining({ status: 400 }) as Error;
      expect(() => world.filters.filter<ObjectLiteral>(Product, input)).toThrow(refused);
      for (const allowed of [{ context: { isAdmin: true } }, { trusted: true }] as const) {
        expect(idsOf(await world.filters.filter<ObjectLiteral>(Product, input, allowed).getMany())).toEqual([1]);
      }
    });

    it('and() adds conditions on lists, paths and virtual columns, and pages with them', async () => {
      const { filters } = world;
      const query = filters.parse<ObjectLiteral>(
        Product,
        'filters[$or][0][tags]=new&filters[$or][1][lineCount][$gte]=1&sort=id&pagination[page]=2&pagination[pageSize]=2',
      );
      const own = filters.and(filters.and(query, { attributes: { on: true }, $not: { tags: { $has: 'party' } } }), {
        $or: [{ maker: { langs: ['de', 'En'] } }, { attributes: { secret: 'lock' } }],
        lineCount: { $lte: 3 },
      });
      const { data, meta } = await filters.page(world.builder<ObjectLiteral>(Product), own);
      // Of 1, 3 and 15.
      expect(idsOf(data)).toEqual([15]);
      expect(meta.pagination).toMatchObject({ page: 2, total: 3 });
      expect(own.toString()).toBe(query.toString());
    });
  },
);
