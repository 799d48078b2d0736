import { type FilterService, Filterable } from 'nestjs-filterable';
import { queryFor } from 'nestjs-filterable/testing';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { ownClock } from '../../../lib/engine/index.js';
import { onEngines } from '../../support/engines.js';

const sameDay = { name: 'visits', where: { on: 'now' }, sort: 'id' } as const;
const givenDay = { ...sameDay, where: () => ({ on: 'now' }) } as const;

@Entity('nf_museum')
@Filterable({ fields: ['id', 'opened'], populate: [sameDay] })
class Museum {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'date' }) opened!: string;
  @OneToMany(() => Visit, ({ museum }) => museum) visits!: Relation<Visit>[];
}

@Entity('nf_visit')
@Filterable({ fields: ['id', 'on'], populate: ['museum'] })
class Visit {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'date' }) on!: string;
  @ManyToOne(() => Museum, ({ visits }) => visits) museum!: Relation<Museum>;
}

/** The last second of the fifth of April; the visits are of this day and the next four. */
const now = new Date('2024-04-05T23:59:59Z');
const day = 24 * 60 * 60 * 1_000;
const dates = [0, 1, 2, 3, 4].map((days) => new Date(now.getTime() + days * day).toISOString().slice(0, 10));

const limits = { populateHops: 3, populatedRows: 20_000 };
const rows = ['populate=visits', 'populate[visits][populate][museum][populate]=visits'].flatMap((request) => [
  { request, by: 'an object', rule: sameDay },
  { request, by: 'a function of the context', rule: givenDay },
]);

onEngines(
  'relative dates of populated relations',
  {
    entities: [Museum, Visit],
    seed: async ({ manager }) => {
      await manager.insert(
        Museum,
        dates.map((opened, id) => ({ id, opened })),
      );
      await manager.insert(
        Visit,
        dates.map((on, id) => ({ id, on, museum: { id: 0 } })),
      );
    },
  },
  (world) => {
    const serviceBy = (clock: () => Date): FilterService =>
      world.filtersWith(Object.assign({ timezone: 'UTC' }, { [ownClock]: clock }));

    describe.each([
      ['with those of the request', 'opened]=now', {}],
      ['where clients may write none', 'id]=0', { relativeDates: false }],
    ])('are read once %s', (_, filter, own) => {
      it.each(rows)('by $by: $request', async ({ request, rule }) => {
        let readings = 0;
        const filters = serviceBy(() => new Date(now.getTime() + day * readings++));
        const overrides = { populate: [rule], limits, ...own };
        const parse = () => filters.parse(Museum, `filters[${filter}&${request}`, overrides);
        // The rules are made with the first request, and read their own dates once.
        parse();
        readings = 0;
        const { data } = await filters.page(world.repository(Museum), parse());
        expect(data.map(({ id, visits }) => [id, ...visits.map((visit) => visit.id)])).toEqual([[0, 0]]);
        expect(readings).toBe(1);
      });
    });

    it.each(rows)('stay at the moment of a query that is applied days later, by $by: $request', async (row) => {
      const query = await queryFor(Museum, row.request, { now, populate: [row.rule], limits });
      const filters = serviceBy(() => new Date(now.getTime() + 3 * day));
      const { data } = await filters.page(world.repository(Museum), query);
      expect(data[0]?.visits.map((visit) => visit.id)).toEqual([0]);
    });
  },
);
