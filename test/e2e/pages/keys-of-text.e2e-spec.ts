import { Filterable, FilterService, type Page } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TestDatabase, describeOn, openDatabase } from '../../support/databases.js';

/*
 * Primary keys that are texts under collations of several levels, which a sort with LIMIT orders otherwise than a
 * comparison does, and texts of more weights than a sort of MariaDB takes (max_sort_length, 1,024 bytes).
 */

const words = ['résumé', 'resume', 'Resume', 'áb', 'Ab', 'ab', 'aB', 'résume', 'RESUME', 'a', 'á', 'A', 'Á', 'resumes'];
const long = 'x'.repeat(1_500);
const texts = words.map((word, index) => (index % 2 === 0 ? `${long}${word}` : word));

const collations = ['uca1400_as_cs', 'uca1400_as_ci', 'uca1400_nopad_as_cs', 'utf8mb4_thai_520_w2', 'utf8mb4_bin'];

const lists = collations.map((collation, index) => {
  @Entity(`keyed_${index}`)
  @Filterable({ fields: ['id', 'group', { name: 'text', sortable: true }] })
  class Keyed {
    @PrimaryColumn({ type: 'varchar', length: 60, collation }) id!: string;
    @Column() group!: number;
    @Column({ type: 'text', collation }) text!: string;
  }
  return { collation, Keyed };
});

describeOn('mariadb')('keys that are texts on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: lists.map(({ Keyed }) => Keyed) });
    for (const { Keyed, collation } of lists) {
      // A key that ignores case has no two words that differ by case alone.
      const ids = /_cs$|_bin$/.test(collation)
        ? words
        : new Map(words.map((word) => [word.toLowerCase(), word])).values();
      const rows = [...ids].map((id, index) => ({ id, group: index % 2, text: texts[words.indexOf(id)] ?? '' }));
      await database.source.getRepository(Keyed).insert(rows);
    }
    filters = FilterService.forDataSource(database.source);
    await filters.ready();
  });
  afterAll(() => database.close());

  describe.each(lists)('under $collation', ({ Keyed }) => {
    const builder = () => database.source.createQueryBuilder(Keyed, 'keyed');
    const all = async () => (await builder().getMany()).map(({ id }) => id).sort();

    it.each(['id', 'id:desc', 'group', 'group:desc,id:desc'])('are on one page each by cursor: %s', async (sort) => {
      for (const size of [1, 2, 5]) {
        const found: string[] = [];
        for (let after: string | null = ''; after !== null && found.length < 50;) {
          const slice: string = `pagination[pageSize]=${size}&pagination[after]=${encodeURIComponent(after)}`;
          const { data, meta }: Page<{ id: string }> = await filters.page(
            builder(),
            filters.parse(Keyed, `sort=${sort}&${slice}`),
          );
          found.push(...data.map(({ id }) => id));
          after = 'next' in meta.pagination ? meta.pagination.next : null;
        }
        expect([size, found.sort()]).toEqual([size, await all()]);
      }
    });

    it.each(['id', 'id:desc', 'group', 'text', 'text:desc'])('come once from each(): %s', async (sort) => {
      for (const chunk of [1, 2, 5]) {
        const found: string[] = [];
        const rows = filters.each(builder(), filters.parse(Keyed, `sort=${sort}`), { chunk });
        for await (const { id } of rows) {
          found.push(id);
          if (found.length > 50) break;
        }
        expect([chunk, found.sort()]).toEqual([chunk, await all()]);
      }
    });
  });
});
