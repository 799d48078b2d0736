import { Filterable, type ValuesFacet } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import { Column, Entity, type ObjectLiteral, PrimaryColumn } from 'typeorm';
import { idsOf, onEngines } from '../../support/engines.js';
import { insertRaw } from '../../support/samples/database.js';

@Entity('offer')
@Filterable({ facets: ['price', 'days', 'rates'] })
class Offer {
  @PrimaryColumn() id!: number;
  @Column('decimal', { precision: 12, scale: 8 }) price!: number;
  @Column('date', { array: true }) days!: string[];
  @Column('numeric', { array: true, precision: 30, scale: 10 }) rates!: string[];
}

interface Types {
  getTypeParser(oid: number): (text: string) => unknown;
  setTypeParser(oid: number, parse: (text: string) => unknown): void;
}

/** A host reads numbers of decimals, and texts of arrays of dates and of decimals, as docs/filters.md advises. */
onEngines(
  'what type parsers of a host show',
  {
    on: ['postgres'],
    entities: [Offer],
    seed: (source) =>
      insertRaw(source, 'offer', [
        { id: '1', price: '1.50', days: '{2024-02-29}', rates: '{12345678901234567890.0000000001}' },
        { id: '2', price: '0.0000001', days: '{0001-01-01,2024-02-29}', rates: '{1.5}' },
      ]),
  },
  (world) => {
    const oids = [1700, 1182, 1231];
    let before: readonly ((text: string) => unknown)[] = [];
    const types = () => (world.source.driver as unknown as { postgres: { types: Types } }).postgres.types;

    beforeAll(() => {
      before = oids.map((oid) => types().getTypeParser(oid));
      [Number, ...oids.slice(1).map(() => types().getTypeParser(1009))].forEach((parse, index) => {
        types().setTypeParser(oids[index] ?? 0, parse);
      });
    });
    afterAll(() => before.forEach((parse, index) => types().setTypeParser(oids[index] ?? 0, parse)));

    it.each(['price', 'days', 'rates'])('%s', async (name) => {
      const found = async (value: unknown) =>
        idsOf((await world.page(Offer, toQueryString<ObjectLiteral>({ filters: { [name]: value as string } }))).data);
      const { data, meta } = JSON.parse(JSON.stringify(await world.page(Offer, `facets=${name}`))) as {
        readonly data: readonly ObjectLiteral[];
        readonly meta: { readonly facets: Record<string, ValuesFacet> };
      };
      for (const row of data) {
        for (const value of [row[name]].flat() as unknown[]) expect(await found(value)).toContain(row['id']);
      }
      for (const { value, count } of meta.facets[name]?.values ?? []) expect(await found(value)).toHaveLength(count);
      const values = new Set(data.flatMap((row) => row[name] as unknown));
      expect(meta.facets[name]?.values).toHaveLength(values.size);
    });
  },
);
