import fc from 'fast-check';
import type { Repository } from 'typeorm';
import type { Page } from 'nestjs-filterable';
import { type WorldOptions, onEngines } from '../../support/engines.js';
import { cursorsOf } from './walk.js';
import { factor, seed } from '../../support/thorough.js';
import { Harbour, harbourEntities } from '../../support/worlds/harbours.js';

const numRuns = 8 * factor;

type Row = Pick<Harbour, 'id' | 'rank' | 'name'>;

const row = fc.record({
  rank: fc.option(fc.integer({ min: 0, max: 2 })),
  name: fc.option(fc.constantFrom('a', 'b')),
});

/** Changes between two pages by somebody else: rows are inserted, and some of the earlier ones deleted. */
const happening = fc.record({
  come: fc.array(row, { maxLength: 3 }),
  go: fc.array(fc.nat(), { maxLength: 3 }),
  /** Deletes the row at the cursor, too. */
  edgeGoes: fc.boolean(),
});

const scene = fc.record({
  rows: fc.array(row, { minLength: 10, maxLength: 25 }),
  happenings: fc.array(happening, { minLength: 12, maxLength: 12 }),
  sort: fc.constantFrom('rank', 'rank:desc', 'rank:desc:nullsLast,name', 'name:nullsFirst,rank:desc', 'boats.$count'),
  direction: fc.constantFrom('after' as const, 'before' as const),
  joined: fc.boolean(),
});

onEngines(`a walk by cursor while rows come and go (seed ${seed})`, { entities: harbourEntities }, (world) => {
  let harbours: Repository<Harbour>;
  beforeAll(() => {
    harbours = world.repository(Harbour);
  });

  /** Inserts rows with odd ids between the even ones of the first rows. */
  const insert = (rows: readonly Omit<Row, 'id'>[], idOf: (index: number) => number) =>
    harbours.insert(rows.map((each, index) => ({ ...each, id: idOf(index) })));

  const pageAt = (
    sort: string,
    direction: 'after' | 'before',
    cursor: string,
    joined: boolean,
  ): Promise<Page<Harbour>> => {
    const builder = harbours.createQueryBuilder('harbour');
    if (joined) builder.leftJoinAndSelect('harbour.boats', 'boat');
    return world.filters.page(
      builder,
      world.filters.parse(Harbour, { sort, pagination: { [direction]: cursor, pageSize: '3' } }),
    );
  };

  it('finds every row that stays exactly once, in order', async () => {
    const check = fc.asyncProperty(scene, async ({ rows, happenings, sort, direction, joined }) => {
      await harbours.deleteAll();
      await insert(rows, (index) => index * 2);
      const staying = new Set(rows.map((_, index) => index * 2));
      const seen: number[] = [];
      let cursor: string | null = '';
      let inserted = 0;
      const read = async (at: string): Promise<readonly number[]> => {
        const { data, meta } = await pageAt(sort, direction, at, joined);
        const ids = data.map(({ id }) => id);
        seen.splice(direction === 'after' ? seen.length : 0, 0, ...ids);
        cursor = direction === 'after' ? cursorsOf(meta).next : cursorsOf(meta).previous;
        return ids;
      };
      for (const { come, go, edgeGoes } of happenings) {
        if (cursor === null) break;
        const ids = await read(cursor);
        if (come.length > 0) await insert(come, (index) => (inserted + index) * 2 + 1);
        inserted += come.length;
        const edge = direction === 'after' ? ids.at(-1) : ids[0];
        const gone = [...go.map((pick) => (pick % rows.length) * 2), ...(edgeGoes && edge !== undefined ? [edge] : [])];
        if (gone.length > 0) await harbours.delete(gone);
        for (const id of gone) staying.delete(id);
      }
      // As many rows may have come as were read.
      for (let pages = 0; cursor !== null && pages < 30; pages += 1) await read(cursor);
      expect(cursor).toBeNull();
      const query = world.filters.parse(Harbour, { sort: `${sort},id:${/desc[^,]*$/.test(sort) ? 'desc' : 'asc'}` });
      const inOrder = (await world.filters.apply(harbours.createQueryBuilder('harbour'), query).getMany()).map(
        ({ id }) => id,
      );
      expect(seen.filter((id) => staying.has(id))).toEqual(inOrder.filter((id) => staying.has(id)));
      expect(new Set(seen).size).toBe(seen.length);
    });
    await fc.assert(check, { seed, numRuns });
  }, 600_000);

  it('leads back from a page whose rows were all deleted', async () => {
    await harbours.deleteAll();
    await insert(
      [1, 2, 3, 4, 5].map((rank) => ({ rank, name: null })),
      (index) => index,
    );
    const first = cursorsOf((await pageAt('rank', 'after', '', false)).meta);
    await harbours.delete([3, 4]);
    const empty = await pageAt('rank', 'after', first.next ?? '', false);
    expect(empty.data).toEqual([]);
    expect(cursorsOf(empty.meta)).toMatchObject({ next: null, previous: expect.stringMatching(/./) });
    const back = await pageAt('rank', 'before', cursorsOf(empty.meta).previous ?? '', false);
    expect(back.data.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(cursorsOf(back.meta)).toMatchObject({ next: null, previous: null });
  });
});

/** Rows can also be deleted between the statement that finds them and the one that loads them. */
const ofSqlite: WorldOptions = { entities: harbourEntities, on: ['sqlite'] };

onEngines('a page whose rows are deleted while it is read', ofSqlite, (world) => {
  beforeEach(async () => {
    await world.repository(Harbour).deleteAll();
    await world.repository(Harbour).insert([1, 2, 3, 4, 5].map((id) => ({ id, rank: 0, name: null })));
  });

  /** Reads a page, and deletes the second harbour before its second statement. */
  const pageOf = (pagination: Record<string, string>) => {
    const builder = world.source.createQueryBuilder(Harbour, 'harbour').leftJoinAndSelect('harbour.boats', 'boat');
    const { databaseConnection } = world.source.driver as unknown as {
      databaseConnection: { exec(sql: string): void };
    };
    world.spy.beforeStatement = (_, index) => {
      if (index === 1) databaseConnection.exec('DELETE FROM harbour WHERE id = 2');
    };
    return world.filters.page(builder, world.filters.parse(Harbour, { sort: 'id', pagination })).finally(() => {
      world.spy.beforeStatement = undefined;
    });
  };

  it('is a row short by cursor, and the next page goes on where it ended', async () => {
    const { data, meta } = await pageOf({ after: '', pageSize: '3' });
    expect(data.map(({ id }) => id)).toEqual([1, 3]);
    const { next } = cursorsOf(meta);
    const pagination = { after: next ?? '', pageSize: '3' };
    const rest = await world.filters.page(
      world.repository(Harbour),
      world.filters.parse(Harbour, { sort: 'id', pagination }),
    );
    expect(rest.data.map(({ id }) => id)).toEqual([4, 5]);
  });

  it.each([
    ['that there is more', { start: '0', limit: '3', withCount: 'false' }, { start: 0, limit: 3, hasNext: true }],
    ['how many there are', { start: '0', limit: '3' }, { start: 0, limit: 3, total: 4 }],
  ])('is a row short by number, and still says %s', async (_, pagination, meta) => {
    const page = await pageOf(pagination);
    expect(page.data.map(({ id }) => id)).toEqual([1, 3]);
    expect(page.meta.pagination).toEqual(meta);
  });
});
