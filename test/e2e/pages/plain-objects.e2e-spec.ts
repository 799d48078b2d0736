import { onEngines } from '../../support/engines.js';
import { Boat, Harbour, harbourEntities } from '../../support/worlds/harbours.js';

const slices = ['', '&pagination[page]=2', '&pagination[after]=', '&pagination[withCount]=false', '&fields=name'];

onEngines(
  "a builder with TypeORM's option create-pojo",
  {
    entities: harbourEntities,
    options: { limits: { pageSize: 2 } },
    seed: async ({ manager }) => {
      const harbours = [1, 2, 3, 4, 5].map((id) => ({ id, name: `harbour ${id}` }));
      await manager.insert(Harbour, harbours);
      await manager.insert(
        Boat,
        harbours.flatMap((harbour) => [0, 1].map((n) => ({ id: harbour.id * 2 + n, harbour }))),
      );
    },
  },
  (world) => {
    const classesOf = (rows: readonly Partial<Harbour>[]) =>
      new Set(rows.flatMap((row) => [row, ...(row.boats ?? [])]).map((row) => row.constructor.name));

    describe.each([
      ['no join', false, ['Harbour']],
      ['a join that multiplies rows', true, ['Harbour', 'Boat']],
    ])('and %s', (_, isJoined, classes) => {
      const harbours = () => {
        const builder = world.repository(Harbour).createQueryBuilder('harbour');
        return isJoined ? builder.leftJoinAndSelect('harbour.boats', 'boat') : builder;
      };
      const plain = () => harbours().setOption('create-pojo');

      it.each(slices)('answers a page of plain objects, known or new: sort=id%s', async (slice) => {
        const query = world.filters.parse(Harbour, `sort=id${slice}`, { select: true });
        for (let time = 0; time < 3; time += 1) {
          const [page, usual] = [await world.filters.page(plain(), query), await world.filters.page(harbours(), query)];
          expect([classesOf(page.data), classesOf(usual.data)]).toEqual([new Set(['Object']), new Set(classes)]);
          expect(JSON.stringify(page)).toBe(JSON.stringify(usual));
        }
      });

      it('has plain objects in each()', async () => {
        const rows: Partial<Harbour>[] = [];
        const query = world.filters.parse(Harbour, 'sort=id');
        for await (const row of world.filters.each(plain(), query, { chunk: 2 })) rows.push(row);
        expect([rows.length, classesOf(rows)]).toEqual([5, new Set(['Object'])]);
      });
    });
  },
);
