import qs from 'qs';
import { type CompatibilityName, FilterException } from 'nestjs-filterable';
import { Post, blogEntities } from '../support/blog/entities.js';
import { onEngines } from '../support/engines.js';
import { seed } from './clients/blog.js';

/** Requests as the documentation of this dialect makes them, with `qs.stringify`, in the default mode. */

/** A query string, and the rows that it finds. */
const requests: readonly [asked: object, ids: readonly number[]][] = [
  [{ filters: { title: { $eq: 'Autumn walk' } } }, [3]],
  [{ filters: { title: 'Winter 100%' } }, [5]],
  [{ filters: { id: { $in: [3, 6, 1] } } }, [1, 3, 6]],
  [{ filters: { id: [3, 6, 1] } }, [1, 3, 6]],
  [{ filters: { views: { $between: [20, 30] } } }, [2, 3, 6]],
  [{ filters: { views: { $notIn: [20] } } }, [1, 3, 4]],
  [{ filters: { title: { $contains: 'SPRING', $notContains: 'oslo' }, isFeatured: true } }, [4, 6]],
  [{ filters: { $or: [{ views: { $lt: 20 } }, { slug: { $null: true } }] } }, [1, 3, 5]],
  [{ filters: { $and: [{ tags: { name: 'red' } }, { tags: { name: 'blue' } }] } }, [1]],
  [{ filters: { $or: [{ $and: [{ views: 20 }, { slug: 'days' }] }, { $not: { rating: { $lt: 5 } } }] } }, [4, 6]],
  [{ filters: { author: { country: { code: { $eq: 'GB' } } }, comments: { approved: true, stars: 4 } } }, [6]],
  [{ filters: { publishedAt: { $gte: new Date('2024-04-01T00:00:00Z') } } }, [2, 5, 6]],
  [{ sort: ['status:asc', 'id:desc'] }, [4, 3, 6, 5, 2, 1]],
  [{ sort: 'views:desc', filters: { views: { $notNull: true } } }, [4, 3, 6, 2, 1]],
  [{ sort: [{ status: 'asc' }, { id: 'desc' }] }, [4, 3, 6, 5, 2, 1]],
  [{ filters: { id: { $lte: 4 } }, sort: ['title:desc', 'id'], pagination: { page: 2, pageSize: 2 } }, [4, 3]],
  [{ pagination: { start: 2, limit: 2, withCount: false } }, [3, 4]],
  [{ filters: { id: 2 }, populate: { author: { fields: ['name'] } }, fields: ['title'], locale: 'en' }, [2]],
];

/** The ways in which the documentation calls it. */
const styles: readonly [name: string, options: qs.IStringifyOptions][] = [
  ['encodeValuesOnly', { encodeValuesOnly: true }],
  ['encoded keys', {}],
  ['encoded keys, spaces as +', { format: 'RFC1738' }],
  ['indices', { encodeValuesOnly: true, arrayFormat: 'indices' }],
  ['a question mark before it', { encodeValuesOnly: true, addQueryPrefix: true }],
];

/** The ways of writing a list for a list operator, a shorthand or a sort. */
const lists: readonly [
  asked: object,
  arrayFormat: NonNullable<qs.IStringifyOptions['arrayFormat']>,
  outcome: unknown,
][] = [
  [{ filters: { id: { $in: [3, 6, 1] } } }, 'brackets', [1, 3, 6]],
  [{ filters: { id: { $in: [3, 6, 1] } } }, 'repeat', [1, 3, 6]],
  [{ filters: { views: { $between: [20, 30] } } }, 'brackets', [2, 3, 6]],
  [{ filters: { views: { $between: [20, 30] } } }, 'repeat', [2, 3, 6]],
  [{ filters: { id: [3, 6, 1] } }, 'brackets', [1, 3, 6]],
  [{ sort: ['status:asc', 'id:desc'] }, 'brackets', [4, 3, 6, 5, 2, 1]],
  [{ sort: ['status:asc', 'id:desc'] }, 'repeat', [4, 3, 6, 5, 2, 1]],
  [{ sort: ['status:asc', 'id:desc'] }, 'comma', [4, 3, 6, 5, 2, 1]],
  [{ filters: { id: { $in: [7] } } }, 'repeat', []],
  // One list each of three objects, or one object: without indexes nobody can tell, so it is refused.
  [{ filters: { $or: [{ id: 1 }, { id: 2 }] } }, 'brackets', 'malformed_key,malformed_key'],
  // A shorthand must be one value; given twice, the key contradicts itself.
  [{ filters: { id: [3, 6, 1] } }, 'repeat', 'duplicate_key'],
  // There is no comma splitting of filter values.
  [{ filters: { id: { $in: [3, 6, 1] } } }, 'comma', 'invalid_value'],
];

onEngines('requests of qs.stringify', { entities: blogEntities, seed, on: ['sqlite'] }, (world) => {
  async function found(query: string): Promise<number[] | string> {
    try {
      const { data } = await world.filters.page(world.repository(Post), world.filters.parse(Post, query));
      return data.map(({ id }) => id);
    } catch (error) {
      if (error instanceof FilterException) return error.issues.map(({ code }) => code).join();
      throw error;
    }
  }

  describe.each(styles)('with %s', (_, options) => {
    it.each(requests)('%j finds %j', async (asked, ids) => {
      const query = qs.stringify(asked, options);
      expect(await found(query.replace(/^\?/, ''))).toEqual(ids);
    });
  });

  describe.each([true, false])('lists, with encodeValuesOnly %s', (encodeValuesOnly) => {
    it.each(lists)('%j by %s: %j', async (asked, arrayFormat, outcome) => {
      expect(await found(qs.stringify(asked, { encodeValuesOnly, arrayFormat }))).toEqual(outcome);
    });
  });

  describe.each<CompatibilityName>(['default', 'purity', 'strapi'])(
    'the body of a page in %s mode',
    (compatibility) => {
      it('is the same in every mode', async () => {
        const service = world.filtersWith({ compatibility });
        const query = service.parse(Post, 'filters[id][$gt]=1&pagination[page]=2&pagination[pageSize]=2');
        const { data, meta } = await service.page(world.repository(Post), query);
        expect(data.map(({ id }) => id)).toEqual([4, 5]);
        expect(meta).toEqual({ pagination: { page: 2, pageSize: 2, pageCount: 3, total: 5 } });
      });
    },
  );
});
