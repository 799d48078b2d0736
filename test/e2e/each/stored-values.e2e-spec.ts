import type { DataSource } from 'typeorm';
import { FilterService } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { share } from '../../support/thorough.js';
import { addSummerTime, cases, entityWith, readerOf, write } from '../pages/stored-cases.js';

/** The values that pages by cursor carry with difficulty, or refuse: `each()` goes past all of them. */
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

    const builder = () => reader.createQueryBuilder(entity, 'stored').select('stored.id');

    const sorts = ['value', 'value:desc', 'value:nullsFirst', 'value:desc:nullsLast'];
    const ways = sorts.flatMap((sort) => [1, 2, 3, 1_000].map((chunk) => [sort, chunk] as const));
    it.each(share(ways, 3, cases[engine].indexOf(stored)))(
      'are each read once, in their order: %s by %i',
      async (sort, chunk) => {
        const found: number[] = [];
        for await (const { id } of filters.each(builder(), filters.parse(entity, { sort }), { chunk })) {
          if (found.push(id) > 100) throw new Error('the walk goes in a circle');
        }
        const order = sort.includes(':desc') ? `${sort},id:desc` : `${sort},id`;
        const whole = filters.apply(builder(), filters.parse(entity, { sort: order }));
        const ids = (await whole.getMany()).map(({ id }) => id);
        // MariaDB orders rows that differ only beyond what it orders by in one way with LIMIT, and in another without.
        const inOrder = (list: readonly number[]) =>
          stored.refused && engine === 'mariadb' ? [...list].sort((a, b) => a - b) : list;
        expect(inOrder(found)).toEqual(inOrder(ids));
        expect(found).toHaveLength(stored.values.length * 2 + 2);
      },
    );
  });
});
