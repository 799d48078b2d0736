import { Readable } from 'node:stream';
import type { Repository } from 'typeorm';
import type { EachOptions, FilterService } from 'nestjs-filterable';
import { onEngines } from '../../support/engines.js';
import { Boat, Harbour, harbourEntities } from '../../support/worlds/harbours.js';

/** What each() refuses, and its options, are in test/unit/page/refusals. */
onEngines('every row', { entities: harbourEntities }, (world) => {
  const { spy, engine } = world;
  let harbours: Repository<Harbour>;
  let filters: FilterService;
  beforeAll(() => {
    harbours = world.repository(Harbour);
    ({ filters } = world);
  });

  beforeEach(async () => {
    await harbours.deleteAll();
    await harbours.insert(Array.from({ length: 20 }, (_, index) => ({ id: index * 2, rank: index % 3 || null })));
  });

  const idsOf = async (rows: AsyncIterable<Harbour>) => {
    const ids: number[] = [];
    for await (const { id } of rows) ids.push(id);
    return ids;
  };

  const query = (request: string | object = 'sort=id') => filters.parse(Harbour, request);
  const all = Array.from({ length: 20 }, (_, index) => index * 2);

  it.each<[why: string, options: EachOptions, rows: number, statements: number]>([
    ['the last chunk is not full', { chunk: 7 }, 20, 3],
    ['the last chunk is full, so that one more statement finds nothing', { chunk: 10 }, 20, 3],
    ['all rows fit into one chunk', {}, 20, 1],
    ['the last chunk ends at the maximum', { chunk: 7, max: 9 }, 9, 2],
    ['the maximum is a multiple of the chunk', { chunk: 5, max: 10 }, 10, 2],
    ['the maximum is more than there is', { chunk: 15, max: 100 }, 20, 2],
    ['no row is wanted', { max: 0 }, 0, 0],
  ])('takes a statement for each chunk: %s', async (_, options, rows, expected) => {
    const { result, statements } = await spy.during(() => idsOf(filters.each(harbours, query(), options)));
    expect(result).toEqual(all.slice(0, rows));
    expect(statements).toHaveLength(expected);
  });

  it('reads nothing before the first row is wanted, and no chunk ahead', async () => {
    const { statements } = await spy.during(async () => {
      const rows = filters.each(harbours, query(), { chunk: 5 });
      expect(spy.statements).toHaveLength(0);
      for (let index = 0; index < 5; index += 1) await rows.next();
      expect(spy.statements).toHaveLength(1);
      await rows.next();
    });
    expect(statements).toHaveLength(2);
  });

  it('sends two statements for a chunk of a builder whose joins multiply rows, and loads all of them', async () => {
    await world.repository(Boat).insert([0, 1, 2, 3, 4, 5].map((id) => ({ id, harbour: { id: id < 4 ? 0 : 2 } })));
    const builder = harbours.createQueryBuilder('harbour').leftJoinAndSelect('harbour.boats', 'boat');
    const { result, statements } = await spy.during(async () => {
      const rows: Harbour[] = [];
      for await (const row of filters.each(builder, query(), { chunk: 3, max: 4 })) rows.push(row);
      return rows;
    });
    expect(result.map(({ id, boats }) => [id, boats.length])).toEqual([
      [0, 4],
      [2, 2],
      [4, 0],
      [6, 0],
    ]);
    expect(statements).toHaveLength(4);
  });

  it.each([
    ['break', (rows: AsyncGenerator<Harbour>) => breakOff(rows)],
    ['return()', (rows: AsyncGenerator<Harbour>) => rows.next().then(() => rows.return(undefined))],
    [
      'throw()',
      (rows: AsyncGenerator<Harbour>) =>
        rows.next().then(() => rows.throw(new Error('no more')).catch(() => undefined)),
    ],
  ])('leaves nothing behind after %s', async (_, end) => {
    const rows = filters.each(harbours, query(), { chunk: 2 });
    await end(rows);
    const { statements } = await spy.during(() => rows.next());
    expect(statements).toEqual([]);
    expect(await rows.next()).toEqual({ done: true, value: undefined });
    expect(spy.runners.every((runner) => runner === undefined || runner.isReleased || engine === 'sqlite')).toBe(true);
  });

  it('takes a connection for each chunk and gives it back, or uses that of the builder', async () => {
    await spy.during(() => idsOf(filters.each(harbours, query(), { chunk: 5 })));
    if (engine !== 'sqlite') expect(new Set(spy.runners).size).toBe(5);
    if (engine !== 'sqlite') expect(spy.runners.every((runner) => runner?.isReleased)).toBe(true);
    await world.source.transaction(async (manager) => {
      await manager.delete(Harbour, { id: 4 });
      const builder = manager.createQueryBuilder(Harbour, 'harbour');
      const { result } = await spy.during(() => idsOf(filters.each(builder, query(), { chunk: 5 })));
      expect(result).toEqual(all.filter((id) => id !== 4));
      expect(new Set(spy.runners)).toEqual(new Set([manager.queryRunner]));
    });
  });

  it.each(['rank', 'rank:desc:nullsLast', 'boats.$count'])(
    'finds each row that stays once while others come and go: %s',
    async (sort) => {
      const seen: number[] = [];
      for await (const { id } of filters.each(harbours, query({ sort }), { chunk: 3 })) {
        seen.push(id);
        if (seen.length % 3 !== 0) continue;
        await harbours.insert({ id: 1_001 + seen.length * 2, rank: 0 });
        await harbours.delete([id, id - 6 < 0 ? -1 : id - 6]);
        if (seen.length > 100) throw new Error('the walk goes in a circle');
      }
      const staying = (await harbours.find({ select: { id: true } })).map(({ id }) => id).filter((id) => id < 1_000);
      expect(new Set(seen).size).toBe(seen.length);
      expect(staying.filter((id) => !seen.includes(id))).toEqual([]);
    },
  );

  it("keeps conditions, and()'s, and the builder's own, which may change its mind meanwhile", async () => {
    const narrowed = filters.and(query('sort=rank:desc,id&filters[rank][$gte]=1'), { name: null });
    const builder = harbours.createQueryBuilder('harbour').where('harbour.id < 10 OR harbour.id > 30');
    const rows = filters.each(builder, narrowed, { chunk: 2 });
    await rows.next();
    builder.where('1 = 0');
    expect(await idsOf(rows)).toEqual([34, 2, 8, 32, 38]);
    await harbours.update({ id: 34 }, { name: 'a' });
    expect(await idsOf(filters.each(harbours, narrowed, { chunk: 2 }))).not.toContain(34);
  });

  it('is not answered from a cache, where each chunk would be the first one', async () => {
    const builder = harbours.createQueryBuilder('harbour').cache('harbours', 60_000);
    expect(await idsOf(filters.each(builder, query(), { chunk: 3 }))).toEqual(all);
  });

  it('can be read as a stream', async () => {
    const rows = await Readable.from(filters.each(harbours, query(), { chunk: 3 })).toArray();
    expect(rows.map(({ id }: Harbour) => id)).toEqual(all);
  });
});

async function breakOff(rows: AsyncGenerator<Harbour>): Promise<void> {
  for await (const { id } of rows) if (id > 2) break;
}
