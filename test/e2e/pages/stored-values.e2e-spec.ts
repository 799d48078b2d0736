import type { DataSource } from 'typeorm';
import { FilterException, FilterService, type Page } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { share } from '../../support/thorough.js';
import { addSummerTime, cases, entityWith, readerOf, write } from './stored-cases.js';
import { cursorsOf } from './walk.js';

describe.each(engines)('stored values on %s', (engine) => {
  describe.each(cases[engine])('$name', (stored) => {
    let database: TestDatabase;
    let reader: DataSource;
    let filters: FilterService;
    let entity: new () => { id: number };

    beforeAll(async () => {
      entity = entityWith(stored.column);
      database = await openDatabase(engine, { entities: [entity] });
      if (engine === 'mariadb') await addSummerTime(database.source);
      reader = await readerOf(database, stored);
      filters = FilterService.forDataSource(reader);
      await write(database.source, entity, stored, engine);
    });

    afterAll(async () => {
      if (reader !== database.source) await reader.destroy();
      await database.close();
    });

    const walk = async (sort: string, direction: 'after' | 'before', pageSize: string) => {
      const found: number[][] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query = filters.parse(entity, { sort, pagination: { [direction]: cursor, pageSize } });
        const builder = reader.createQueryBuilder(entity, 'stored').select('stored.id');
        const page: Page<{ id: number }> = await filters.page(builder, query);
        found.push(page.data.map(({ id }) => id));
        if (found.length > 100) throw new Error('the walk goes in a circle');
        cursor = cursorsOf(page.meta)[direction === 'after' ? 'next' : 'previous'];
      }
      return (direction === 'after' ? found : found.reverse()).flat();
    };

    /** Returns the whole list, in the order of the database. */
    const whole = async (sort: string) => {
      const limits = { sortKeys: 3 };
      const builder = reader.createQueryBuilder(entity, 'stored').select('stored.id');
      const order = sort.includes(':desc') ? `${sort},id:desc` : `${sort},id`;
      return (await filters.apply(builder, filters.parse(entity, { sort: order }, { limits })).getMany()).map(
        ({ id }) => id,
      );
    };

    const walks = ['value', 'value:desc', 'value:nullsFirst', 'value:desc:nullsLast'].flatMap((sort) =>
      (['after', 'before'] as const).flatMap((direction) => ['1', '2'].map((size) => [sort, direction, size] as const)),
    );

    const turn = cases[engine].indexOf(stored);

    it.each(share(walks, 3, turn))(
      'is walked past, each row once and in its order: %s %s %s',
      async (sort, direction, size) => {
        const found = await walk(sort, direction, size).catch((error: unknown) => error);
        if (stored.refused && found instanceof Error) {
          expect(found).toBeInstanceOf(FilterException);
          const { issues } = found as FilterException;
          expect(issues).toMatchObject([{ code: 'invalid_pagination', pointer: `/pagination/${direction}` }]);
          expect(issues[0]?.message).toMatch(
            /a cursor from this page (cannot carry the value of value|would be longer)/,
          );
        } else {
          expect(found).toEqual(await whole(sort));
          expect(found).toHaveLength(stored.values.length * 2 + 2);
        }
      },
    );

    if (!stored.refused) return;
    it('is refused where it cannot be walked past', async () => {
      await expect(walk('value', 'after', '1')).rejects.toThrow(FilterException);
    });
  });
});
