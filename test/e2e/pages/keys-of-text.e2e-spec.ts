import { Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { type WalkName, walks } from './walk.js';

/*
 * Primary keys that are texts under collations of several levels, which a sort with LIMIT orders otherwise than a
 * comparison does.
 */

const words = ['résumé', 'resume', 'Resume', 'áb', 'Ab', 'ab', 'aB', 'résume', 'RESUME', 'a', 'á', 'A', 'Á', 'resumes'];

const collations = ['uca1400_as_cs', 'uca1400_as_ci', 'uca1400_nopad_as_cs', 'utf8mb4_thai_520_w2', 'utf8mb4_bin'];

const lists = collations.map((collation, index) => {
  @Entity(`keyed_${index}`)
  @Filterable({ fields: ['id', 'group'] })
  class Keyed {
    @PrimaryColumn({ type: 'varchar', length: 60, collation }) id!: string;
    @Column() group!: number;
  }
  // A key that ignores case has no two words that differ by case alone.
  const hasCases = /_cs$|_bin$/.test(collation);
  const ids = hasCases ? words : [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
  return { collation, Keyed, ids: [...ids].sort() };
});

onEngines(
  'keys that are texts',
  {
    entities: lists.map(({ Keyed }) => Keyed),
    on: ['mariadb'],
    seed: async (source) => {
      for (const { Keyed, ids } of lists) {
        await source.getRepository(Keyed).insert(ids.map((id, index) => ({ id, group: index % 2 })));
      }
    },
  },
  (world) => {
    beforeAll(() => world.filters.ready());

    describe.each(lists)('under $collation', ({ Keyed, ids }) => {
      it.each<[string, WalkName]>([
        ...['id', 'id:desc', 'group', 'group:desc,id:desc'].map((sort) => [sort, 'forwards'] as [string, WalkName]),
        ...['id', 'id:desc', 'group'].map((sort) => [sort, 'inChunks'] as [string, WalkName]),
      ])('are each read once, by %s, %s', async (sort, walk) => {
        const builder = () => world.source.createQueryBuilder(Keyed, 'keyed');
        const listing = { filters: world.filters, entity: Keyed, builder, request: { sort: sort.split(',') } };
        for (const size of [1, 2, 5]) {
          const found = (await walks[walk](listing, size)).flat().map(({ id }) => id);
          expect([size, found.sort()]).toEqual([size, ids]);
        }
      });
    });
  },
);
