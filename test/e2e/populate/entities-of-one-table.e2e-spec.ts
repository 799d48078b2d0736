import fc from 'fast-check';
import { Filterable } from 'nestjs-filterable';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { onEngines, type World } from '../../support/engines.js';
import { announceSeed, seed, timeout } from '../properties/settings.js';
import { factor } from '../../support/thorough.js';

const listed = {
  fields: [
    'id',
    'code',
    { name: 'partCount', of: 'parts', count: true },
    { name: 'heaviest', of: 'parts', max: 'weight' },
    { name: 'tagCount', of: 'tags', count: true },
  ],
  relations: ['parts', 'tags'],
  populate: ['parts', 'tags'],
} as const;

@Entity('nf_thing')
@Filterable(listed)
class Thing {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'int' }) @Index({ unique: true }) code!: number;
  @OneToMany(() => Part, ({ thing }) => thing) parts!: Relation<Part>[];
  @ManyToMany(() => Tag)
  @JoinTable({ name: 'nf_thing_tag', joinColumn: { name: 'thing' }, inverseJoinColumn: { name: 'tag' } })
  tags!: Relation<Tag>[];
}

/** The same table, whose rows are identified by another column. */
@Entity('nf_thing', { synchronize: false })
@Filterable(listed)
class ByCode {
  @PrimaryColumn({ type: 'int' }) code!: number;
  @Column({ type: 'int' }) id!: number;
  @OneToMany(() => Part, ({ byCode }) => byCode) parts!: Relation<Part>[];
  @ManyToMany(() => Tag)
  @JoinTable({
    name: 'nf_thing_tag',
    joinColumn: { name: 'thing', referencedColumnName: 'id' },
    inverseJoinColumn: { name: 'tag' },
    synchronize: false,
  })
  tags!: Relation<Tag>[];
}

/** The same table, whose rows are identified by both. Their parts are those of another column. */
@Entity('nf_thing', { synchronize: false })
@Filterable(listed)
class ByBoth {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @PrimaryColumn({ type: 'int' }) code!: number;
  @OneToMany(() => Part, ({ byBoth }) => byBoth) parts!: Relation<Part>[];
  @ManyToMany(() => Tag)
  @JoinTable({
    name: 'nf_thing_tag',
    joinColumns: [{ name: 'thing', referencedColumnName: 'code' }],
    inverseJoinColumns: [{ name: 'tag', referencedColumnName: 'id' }],
    synchronize: false,
  })
  tags!: Relation<Tag>[];
}

@Entity('nf_part')
@Filterable({ fields: ['id', 'weight'], populate: ['thing', 'byCode', 'byBoth'] })
class Part {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'int' }) weight!: number;
  @Column({ type: 'int', name: 'thing_id' }) @Index() thingId!: number;
  @ManyToOne(() => Thing, ({ parts }) => parts) @JoinColumn({ name: 'thing_id' }) thing!: Relation<Thing>;
  @ManyToOne(() => ByCode, ({ parts }) => parts, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'thing_id', referencedColumnName: 'id' })
  byCode!: Relation<ByCode>;
  @ManyToOne(() => ByBoth, ({ parts }) => parts, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'thing_id', referencedColumnName: 'code' })
  byBoth!: Relation<ByBoth>;
}

@Entity('nf_tag')
@Filterable({ fields: ['id'] })
class Tag {
  @PrimaryColumn({ type: 'int' }) id!: number;
}

/** Codes are numbers of other rows, so that a key of one entity finds a row of another. */
const things = Array.from({ length: 9 }, (_, index) => ({ id: index + 1, code: 9 - index }));
const parts = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  weight: (index * 7) % 11,
  thingId: ((index * index) % 9) + 1,
}));
const tags = [1, 2, 3, 4];
const tagged = things.flatMap(({ id }) =>
  tags.filter((tag) => (id * tag) % 3 === 0).map((tag) => ({ thing: id, tag })),
);

async function seedRows({ source }: Pick<World, 'source'>): Promise<void> {
  const insert = (entity: new () => object, rows: object[]) => source.getRepository(entity).insert(rows);
  await insert(Thing, things);
  await insert(
    Tag,
    tags.map((id) => ({ id })),
  );
  await insert(Part, parts);
  await source.createQueryBuilder().insert().into('nf_thing_tag').values(tagged).execute();
}

/** Each entity of the table, and the column by which related rows belong to its rows. */
const entities = { Thing, ByCode, ByBoth };
const ownKeys = { Thing: 'id', ByCode: 'id', ByBoth: 'code' } as const;
type Name = keyof typeof entities;

/** What is requested of an entity, and the row that must be answered for a thing. */
interface Asked {
  readonly query: string;
  readonly row: (own: number) => object;
}

const partsOf = (own: number) => parts.filter(({ thingId }) => thingId === own);
const tagsOf = (own: number) => tagged.filter(({ thing }) => thing === own);
const heaviestOf = (own: number) =>
  partsOf(own).length === 0 ? null : Math.max(...partsOf(own).map(({ weight }) => weight));
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => ({ id }));

// prettier-ignore
const requests: readonly Asked[] = [
  { query: 'populate[parts][fields]=id&fields=id,code', row: (own) => ({ parts: idsOf(partsOf(own)) }) },
  { query: 'populate[parts][fields]=id&populate[parts][limit]=2&fields=id,code', row: (own) => ({ parts: idsOf(partsOf(own)).slice(0, 2) }) },
  { query: 'populate[tags][sort]=id&fields=id,code', row: (own) => ({ tags: tagsOf(own).map(({ tag }) => ({ id: tag })) }) },
  { query: 'fields=id,code,partCount,heaviest', row: (own) => ({ partCount: partsOf(own).length, heaviest: heaviestOf(own) }) },
  { query: 'fields=id,code,tagCount', row: (own) => ({ tagCount: tagsOf(own).length }) },
];

const asked = fc.record({
  name: fc.constantFrom<Name>('Thing', 'ByCode', 'ByBoth'),
  request: fc.constantFrom(...requests),
  most: fc.integer({ min: 1, max: 9 }),
});

onEngines(
  'entities of one table',
  { entities: [Thing, ByCode, ByBoth, Part, Tag], seed: (source) => seedRows({ source }) },
  (world) => {
    beforeAll(announceSeed);

    async function check(name: Name, { query, row }: Asked, most: number): Promise<void> {
      const { filters } = world;
      const repository = world.repository<object>(entities[name]);
      const { data } = await filters.page(
        repository,
        filters.parse(entities[name], `${query}&sort=id&filters[id][$lte]=${most}`, { select: true }),
      );
      expect(data).toEqual(
        things.slice(0, most).map((thing) => expect.objectContaining(row(thing[ownKeys[name]])) as unknown),
      );
    }

    it.each(requests)('answer $query of their own rows, one after the other', async (request) => {
      for (const name of [
        'Thing',
        'Thing',
        'Thing',
        'ByCode',
        'ByCode',
        'ByCode',
        'ByBoth',
        'ByBoth',
        'Thing',
      ] as const) {
        await check(name, request, 9);
      }
    });

    it('answer a row that is related to one of each', async () => {
      for (const relation of ['thing', 'thing', 'byCode', 'byCode', 'byBoth', 'byBoth', 'thing'] as const) {
        const { filters } = world;
        const query = filters.parse(Part, `populate[${relation}][fields]=id,code&sort=id&fields=id`);
        const { data } = await filters.page(world.repository(Part), query);
        expect(data.map((part) => part[relation])).toEqual(
          parts.slice(0, 25).map(({ thingId }) => {
            const own = relation === 'byBoth' ? 'code' : 'id';
            return expect.objectContaining(things.find((thing) => thing[own] === thingId) ?? {}) as unknown;
          }),
        );
      }
    });

    it(
      'answer any requests of any of them, in turns, of their own rows',
      async () => {
        const property = fc.asyncProperty(fc.array(asked, { minLength: 6, maxLength: 12 }), async (turns) => {
          for (const { name, request, most } of turns) await check(name, request, most);
        });
        await fc.assert(property, { numRuns: 20 * factor, seed });
      },
      timeout,
    );
  },
);
