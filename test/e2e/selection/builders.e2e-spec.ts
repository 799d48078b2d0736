import type { SelectQueryBuilder } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { House, fillHouses, houseEntities, seen } from './model.js';

type Builder = SelectQueryBuilder<House>;

/**
 * What a handler's builder selects, the fields that are asked for, and the names in an answered row beside what
 * listeners add.
 */
// prettier-ignore
const narrowings: readonly (readonly [why: string, change: (h: Builder) => Builder, fields: string, keys: string])[] = [
  ['the entity', (h) => h, 'title', 'id name code'],
  ['the entity under another name', (h) => h.select('h'), 'rooms', 'id rooms code'],
  ['some columns', (h) => h.select(['h.id', 'h.name', 'h.rooms']), 'title', 'id name'],
  ['a column that is not selected stays out', (h) => h.select(['h.id', 'h.name']), 'title,rooms', 'id name'],
  ['the key alone is left', (h) => h.select(['h.id', 'h.name']), 'rooms', 'id'],
  ['without the key it stays out', (h) => h.select(['h.name', 'h.rooms']), 'title', 'name'],
  ['without the key, no row is lost where the field is NULL', (h) => h.select(['h.name', 'h.note']), 'note', 'name note'],
  ['without the key and any column that always has a value', (h) => h.select(['h.note', 'h.ownerId']), 'note', 'note ownerId'],
  ['a hidden column that the handler adds', (h) => h.addSelect('h.secret'), 'title', 'id name code'],
  ['a column under its name in the result', (h) => h.select('h.id').addSelect('h.name', 'h_name'), 'rooms', 'id'],
  ['a column under a name of its own is raw', (h) => h.addSelect('h.rooms', 'size'), 'title', 'id name code'],
  ['joined rows are whole', (h) => h.leftJoinAndSelect('h.owner', 'o'), 'title', 'id name code owner'],
  ['joined rows to many', (h) => h.leftJoinAndSelect('h.labels', 'l'), 'title', 'id name code labels'],
  ['a joined property', (h) => h.leftJoinAndMapOne('h.boss', 'h.agent', 'b'), 'title', 'id name code boss'],
  ['DISTINCT', (h) => h.select(['h.id', 'h.name', 'h.rooms']).distinct(true).orderBy('h.rooms'), 'title', 'id name'],
  ['an order by what is left out', (h) => h.orderBy('h.rooms', 'DESC'), 'title', 'id name code'],
  ['an order by a name in the result', (h) => h.orderBy('h_rooms', 'DESC'), 'title', 'id name code'],
];

const houses = { entities: houseEntities, seed: fillHouses, options: { context: undefined } };

onEngines('what `fields` leaves of a builder', houses, (world) => {
  const builder = () => world.repository(House).createQueryBuilder('h');
  const queryOf = (text: string) => world.filters.parse(House, text, { select: true });
  const keysOf = (row: object | undefined) => Object.keys(row ?? {}).filter((key) => key !== 'heading');

  it.each(narrowings)('%s', async (_, change, fields, keys) => {
    const query = queryOf(`fields=${fields}`);
    const whole = await world.filters.page(change(builder()), queryOf(''));
    const narrowed = await world.filters.page(change(builder()), query);
    expect(narrowed.data.map(keysOf).map((names) => names.sort())).toEqual(
      whole.data.map(() => keys.split(' ').sort()),
    );
    // Every value is the one that the whole row has.
    for (const [index, row] of narrowed.data.entries()) {
      const { heading, ...shown } = JSON.parse(JSON.stringify(row)) as Record<string, unknown>;
      expect(JSON.parse(JSON.stringify(whole.data[index]))).toMatchObject(shown);
      expect(heading).toBeDefined();
    }
    expect(narrowed.meta).toEqual(whole.meta);
    const applied = await world.filters.apply(change(builder()), query).getMany();
    expect(applied).toHaveLength(whole.data.length);
    expect(keysOf(applied[0]).sort()).toEqual(keys.split(' ').sort());
  });

  it('`take` over joins, in the builder’s own order by what is left out', async () => {
    const many = () =>
      builder().leftJoinAndSelect('h.labels', 'l').orderBy('h.rooms', 'DESC').addOrderBy('h.note').take(2).skip(1);
    const whole = await many().getMany();
    const rows = await world.filters.apply(many(), queryOf('fields=title')).getMany();
    expect(rows.map(({ id, labels }) => [id, labels?.length])).toEqual(
      whole.map(({ id, labels }) => [id, labels.length]),
    );
    expect(rows[0]).not.toHaveProperty('rooms');
  });

  it('a client slice over joins, sorted by what is left out', async () => {
    const query = queryOf('fields=title&sort=rooms:desc,id&pagination[page]=1&pagination[pageSize]=2');
    const joined = () => builder().leftJoinAndSelect('h.labels', 'l');
    const { data } = await world.filters.page(joined(), query);
    const applied = await world.filters.apply(joined(), query).getMany();
    expect(data.map(({ name }) => name)).toEqual(['Ark', 'Cove']);
    expect(seen(applied)).toEqual(seen(data));
  });

  it('HAVING by what is left out', async () => {
    const grouped = builder().groupBy('h.id').having('h.rooms > 1');
    const rows = await world.filters.apply(grouped, queryOf('fields=title&sort=id')).getMany();
    expect(rows.map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(rows[0]).not.toHaveProperty('rooms');
  });

  it('leaves raw aggregates alone', async () => {
    const query = queryOf('fields=title&filters[rooms][$gte]=2');
    const sum = builder().select('SUM(h.rooms)', 'sum');
    expect(Number((await world.filters.apply(sum, query).getRawOne<{ sum: unknown }>())?.sum)).toBe(7);
    const groups = builder().select('h.rooms').addSelect('COUNT(*)', 'n').groupBy('h.rooms').orderBy('h.rooms');
    const rows = await world.filters.apply(groups, query).getRawMany<{ h_rooms: unknown; n: unknown }>();
    expect(rows.map((row) => `${Number(row.h_rooms)}: ${Number(row.n)}`)).toEqual(['2: 2', '3: 1']);
  });

  it('leaves the page’s builder as it was', async () => {
    const own = builder().leftJoinAndSelect('h.labels', 'l');
    const before = own.getQuery();
    await world.filters.page(own, queryOf('fields=title'));
    expect(own.getQuery()).toBe(before);
  });

  it('keeps raw values beside the entities', async () => {
    const { raw } = await world.filters
      .apply(builder().addSelect('h.rooms', 'size'), queryOf('fields=title&sort=id'))
      .getRawAndEntities();
    expect(Number((raw as { size: unknown }[])[0]?.size)).toBe(1);
  });
});
