import type { Page } from 'nestjs-filterable';
import type { FindOptionsSelect } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { House, fillHouses, houseEntities, seen } from './model.js';

/** Fields that are asked for, TypeORM's own `select` for the same, the first house as JSON, and why the row is here. */
// prettier-ignore
const cases: readonly (readonly [
  fields: string,
  select: FindOptionsSelect<House>,
  first: Readonly<Record<string, unknown>>,
  why: string,
])[] = [
  ['id', {}, {}, 'the key alone'],
  ['title', { name: true }, { name: 'Dune' }, 'an alias in the request, the property in the answer'],
  ['rooms,title', { name: true, rooms: true }, { name: 'Dune', rooms: 1 }, 'a comma list'],
  ['note', { note: true }, { note: 'note 1' }, 'a column that is NULL in the last house'],
  ['tags', { tags: true }, { tags: ['a', '1'] }, 'a list'],
  ['specs', { specs: true }, { specs: { color: 'blue' } }, 'a document, whole'],
  ['price', { price: true }, { price: 1.5 }, 'a transformer'],
  ['address.street', { address: { street: true } }, { address: { street: 'street 1' } }, 'an embedded column'],
  ['address.place', { address: { place: { lat: true, lng: true } } }, { address: { place: { lat: '59', lng: null } } }, 'a group within a group'],
  ['address', { address: { street: true, city: true, place: { lat: true, lng: true } } }, { address: { street: 'street 1', city: 'Oslo', place: { lat: '59', lng: null } } }, 'a group, but for its column with `select: false`'],
  ['address,address.city', { address: { street: true, city: true, place: { lat: true, lng: true } } }, { address: { street: 'street 1', city: 'Oslo', place: { lat: '59', lng: null } } }, 'a group, and a column of it once more'],
];

onEngines(
  'the rows that `fields` leaves',
  { entities: houseEntities, seed: fillHouses, options: { context: undefined } },
  (world) => {
    const houses = () => world.repository(House);
    const queryOf = (text: string, context?: unknown) => world.filters.parse(House, text, { select: true }, context);

    it.each(cases)('%s: by page(), apply() and find()', async (fields, select, first) => {
      const query = queryOf(`fields=${fields}&sort=id`);
      // Lazy relations are found by `code`, and a listener writes `heading`.
      const found = await houses().find({ select: { id: true, code: true, ...select }, order: { id: 'ASC' } });
      const { data } = await world.filters.page(houses(), query);
      expect(seen(data)).toEqual(seen(found));
      expect(data.every((row) => row instanceof House)).toBe(true);
      expect(seen(await world.filters.apply(houses().createQueryBuilder('h'), query).getMany())).toEqual(seen(found));
      const { code, heading, ...answered } = JSON.parse(JSON.stringify(data[0])) as Record<string, unknown>;
      expect(answered).toEqual({ id: 1, ...first });
      expect([code, heading]).toEqual(['code-1', `${String(first['name'])} (${String(first['rooms'])})`]);
    });

    it('a virtual column, which counts', async () => {
      const { data } = await world.filters.page(houses(), queryOf('fields=visitCount&sort=visitCount:desc,id'));
      const counts = data.map(({ id, visitCount, name }) => `${id} ${Number(visitCount)} ${name}`);
      expect(counts).toEqual(['1 2 undefined', '2 0 undefined', '3 0 undefined', '4 0 undefined']);
    });

    it.each([
      ['page', 'pagination[page]=2&pagination[pageSize]=2'],
      ['offset', 'pagination[start]=2&pagination[limit]=2'],
    ])('a slice by %s has the rows that it would have, and its total', async (_, slice) => {
      const page = await world.filters.page(houses(), queryOf(`fields=title&sort=rooms,id&${slice}`));
      const whole = await world.filters.page(houses(), queryOf(`sort=rooms,id&${slice}`));
      expect(page.data.map(({ id, name }) => [id, name])).toEqual(whole.data.map(({ id, name }) => [id, name]));
      expect(page.meta).toEqual(whole.meta);
    });

    it.each(['rooms', 'rooms:desc', 'note', 'owner.name:desc', 'visitCount', 'title'])(
      'cursors by %s, which is not answered, lead through all rows',
      async (sort) => {
        const ids: unknown[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const slice: string = `pagination[pageSize]=1&pagination[after]=${encodeURIComponent(cursor)}`;
          const { data, meta }: Page<Partial<House>> = await world.filters.page(
            houses(),
            queryOf(`fields=tags&sort=${sort}&${slice}`),
          );
          ids.push(...data.map(({ id }) => id));
          expect(
            data.flatMap((row) => Object.keys(row)).filter((key) => ['name', 'rooms', 'note'].includes(key)),
          ).toEqual([]);
          cursor = meta.pagination.next ?? null;
        }
        const whole = await world.filters.page(houses(), queryOf(`sort=${sort}`));
        expect(ids).toEqual(whole.data.map(({ id }) => id));
      },
    );

    it('a cursor goes on where other fields are asked for', async () => {
      const first = await world.filters.page(
        houses(),
        queryOf('fields=title&sort=rooms&pagination[after]=&pagination[pageSize]=2'),
      );
      const { pagination } = first.meta;
      const next = 'next' in pagination ? String(pagination.next) : '';
      const after = `sort=rooms&pagination[pageSize]=2&pagination[after]=${encodeURIComponent(next)}`;
      for (const fields of ['', '&fields=rooms', '&fields=title']) {
        const { data } = await world.filters.page(houses(), queryOf(after + fields));
        expect(data.map(({ id }) => id)).toEqual([3, 4]);
      }
      const undeclared = await world.filters.page(houses(), world.filters.parse(House, after));
      expect(undeclared.data.map(({ id }) => id)).toEqual([3, 4]);
    });

    it('count() and the conditions alone are what they are without it', async () => {
      const query = queryOf('fields=title&filters[rooms][$gte]=2');
      expect(await world.filters.count(houses(), query)).toBe(3);
      const builder = world.filters.apply(houses().createQueryBuilder('h'), query, { only: 'filters' });
      const [row] = await builder.getMany();
      expect(row).toMatchObject({ rooms: expect.any(Number), note: expect.any(String) });
    });

    it('filters and sorts by fields that are not answered', async () => {
      const query = queryOf('fields=title&filters[address][city]=Oslo&filters[rooms]=2&sort=note:desc');
      const { data } = await world.filters.page(houses(), query);
      expect(data.map(({ name }) => name)).toEqual(['Bay', 'Cove']);
      expect(data[0]).not.toHaveProperty('address');
    });

    it('a field that only some may see is answered to them', async () => {
      const { data } = await world.filters.page(houses(), queryOf('fields=profit&sort=id', 'manager'));
      expect(data[0]).toMatchObject({ id: 1, profit: 7 });
    });

    it('in code, by property names, and in a builder of its own', async () => {
      const rows = await world.filters.filter(houses(), { fields: ['name'], sort: 'id' }, { select: true }).getMany();
      expect(rows[0]).toMatchObject({ id: 1, name: 'Dune' });
      expect(rows[0]).not.toHaveProperty('rooms');
      const overrides = { select: ['name', 'ownerId'], trusted: true } as const;
      const [trusted] = await world.filters.filter(houses(), { fields: ['ownerId'], sort: 'id' }, overrides).getMany();
      expect(trusted).toMatchObject({ id: 1, ownerId: 1 });
      expect(trusted).not.toHaveProperty('name');
    });
  },
);
