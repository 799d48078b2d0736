import type { DataSource } from 'typeorm';
import { FilterConfigurationError, FilterException, FilterService } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { share } from '../../support/thorough.js';
import { addSummerTime, cases, entityWith, readerOf, write } from './stored-cases.js';
import { type Listing, walks, wholeOf } from './walk.js';

/** Values that pages by cursor carry with difficulty, or refuse: `each()` refuses what the engine cannot compare. */
describe.each(engines)('stored values on %s', (engine) => {
  describe.each(cases[engine])('$name', (stored) => {
    let database: TestDatabase;
    let reader: DataSource;
    const entity = entityWith(stored.column);

    beforeAll(async () => {
      database = await openDatabase(engine, { entities: [entity] });
      if (engine === 'mariadb') await addSummerTime(database.source);
      reader = await readerOf(database, stored);
      await write(database.source, entity, stored, engine);
    });
    afterAll(async () => {
      if (reader !== database.source) await reader.destroy();
      await database.close();
    });

    const listing = (sort: string): Listing<{ id: number }> => ({
      filters: FilterService.forDataSource(reader),
      entity,
      builder: () => reader.createQueryBuilder(entity, 'stored').select('stored.id'),
      request: { sort: [sort] },
    });
    const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

    const ways = ['value', 'value:desc', 'value:nullsFirst', 'value:desc:nullsLast'].flatMap((sort) =>
      (['forwards', 'backwards', 'inChunks'] as const).flatMap((walk) =>
        [1, 2].map((size) => [sort, walk, size] as const),
      ),
    );

    it.each(share(ways, 4, cases[engine].indexOf(stored)))(
      'are each read once, in their order: by %s, %s, by %i',
      async (sort, walk, size) => {
        const list = listing(sort);
        const found = await walks[walk](list, size).then(
          (pages) => idsOf(pages.flat()),
          (error: unknown) => error,
        );
        if (stored.refused && walk === 'inChunks' && engine === 'mariadb' && found instanceof Error) {
          expect(found).toBeInstanceOf(FilterConfigurationError);
          expect(found.message).toContain('no row can be found after a value of value that its type does not promise');
          return;
        }
        if (stored.refused && walk !== 'inChunks' && found instanceof Error) {
          expect(found).toBeInstanceOf(FilterException);
          const pointer = `/pagination/${walk === 'forwards' ? 'after' : 'before'}`;
          const message = /a cursor from this page (cannot carry the value of value|would be longer)/;
          expect((found as FilterException).issues).toMatchObject([
            { code: 'invalid_pagination', pointer, message: expect.stringMatching(message) as unknown },
          ]);
          return;
        }
        expect(found).toEqual(idsOf(await wholeOf(list, ['id'])));
        expect(found).toHaveLength(stored.values.length * 2 + 2);
      },
    );

    if (!stored.refused) return;
    it('are refused where they cannot be walked past', async () => {
      await expect(walks.forwards(listing('value'), 1)).rejects.toThrow(FilterException);
    });
  });
});
