import {
  Column,
  type ColumnOptions,
  Entity,
  type EntityTarget,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable, FilterService } from 'nestjs-filterable';
import { type EngineName, openDatabase } from '../../support/databases.js';
import { onEngines } from '../../support/engines.js';

type Pair = readonly [unknown, unknown];
type PrimaryColumnOptions = ColumnOptions & { readonly nullable?: false };

/** A type of primary key, two keys of it, and how they are stored where a transformer decides that. */
type KeyType = readonly [name: string, options: PrimaryColumnOptions, keys: Pair, stored?: Pair];

const uuids: Pair = ['6f0d8a0e-0000-4000-8000-00000000000a', '6f0d8a0e-0000-4000-8000-00000000000b'];
const bytes: Pair = [Buffer.from([0, 92, 34, 255]), Buffer.from([0, 92, 34, 254])];
const texts: Pair = ['a "b", {c} \\ d%', "it's | ü €"];
const moments: Pair = [new Date('2024-02-03T04:05:06Z'), new Date('2024-02-03T04:05:07Z')];
const beyond: Pair = ['9007199254740993', '-9007199254740995'];
const exact: Pair = ['123456789012345678901.50000', '1.00000'];
const upper = { to: (value: string) => value.toUpperCase(), from: (value: string) => value.toLowerCase() };
const words = ['soft', 'hard "x"'] as const;

const everywhere: readonly KeyType[] = [
  ['integer', { type: 'int' }, [1, 2]],
  ['smallint', { type: 'smallint' }, [-3, 4]],
  ['text', { type: 'varchar', length: 40 }, texts],
  ['date', { type: 'date' }, ['2024-02-29', '2023-12-31']],
  ['transformed text', { type: 'varchar', length: 40, transformer: upper }, ['one', 'two'], ['ONE', 'TWO']],
  ['boolean', { type: 'boolean' }, [true, false]],
];

const types: Readonly<Record<EngineName, readonly KeyType[]>> = {
  sqlite: [
    ['blob', { type: 'blob' }, bytes],
    ['datetime', { type: 'datetime' }, moments],
    ['bigint', { type: 'bigint' }, [2 ** 40, 2 ** 41]],
  ],
  postgres: [
    ['bigint', { type: 'bigint' }, beyond],
    ['uuid', { type: 'uuid' }, uuids],
    ['bytea', { type: 'bytea' }, bytes],
    ['timestamp', { type: 'timestamp', precision: 3 }, moments],
    ['timestamptz', { type: 'timestamptz', precision: 3 }, moments],
    ['numeric', { type: 'numeric', precision: 30, scale: 5 }, exact],
    ['enum', { type: 'enum', enum: [...words], enumName: 'kinds' }, words],
    ['char', { type: 'char', length: 6 }, ['abc   ', 'abcdef']],
    ['time', { type: 'time' }, ['10:00:00', '10:00:01']],
    ['inet', { type: 'inet' }, ['10.0.0.1', '10.0.0.2']],
    ['double precision', { type: 'double precision' }, [0.1, 1e300]],
  ],
  mariadb: [
    ['bigint', { type: 'bigint' }, beyond],
    ['uuid', { type: 'uuid' }, uuids],
    ['binary', { type: 'binary', length: 4 }, bytes],
    ['varbinary', { type: 'varbinary', length: 8 }, bytes],
    ['datetime', { type: 'datetime', precision: 3 }, moments],
    ['timestamp', { type: 'timestamp', precision: 0 }, moments],
    ['decimal', { type: 'decimal', precision: 30, scale: 5 }, exact],
    ['enum', { type: 'enum', enum: [...words] }, words],
    ['char', { type: 'char', length: 6 }, ['abc', 'abcdef']],
    ['double', { type: 'double' }, [0.1, 1e300]],
  ],
};

/** Makes the two sides of relations by a key of a type, in tables of their own. */
function entitiesWith(options: PrimaryColumnOptions, place = 0) {
  @Entity(`key_child_${place}`)
  @Filterable({ fields: ['id', 'name'], populate: ['parent', { name: 'friends', limit: 5 }] })
  class Child {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @ManyToOne(() => Parent, ({ children }) => children, { nullable: true })
    @JoinColumn({ name: 'parent' })
    parent!: ObjectLiteral | null;
    @ManyToMany(() => Parent, ({ others }) => others)
    @JoinTable({
      name: `key_friends_${place}`,
      joinColumn: { name: 'child' },
      inverseJoinColumn: { name: 'friend' },
    })
    friends!: ObjectLiteral[];
  }

  const many = ['children', 'others'] as const;
  @Entity(`key_parent_${place}`)
  @Filterable({ fields: ['name'], populate: many.map((name) => ({ name, limit: 2 })) })
  class Parent {
    @PrimaryColumn(options) key!: unknown;
    @Column() name!: string;
    @OneToMany(() => Child, ({ parent }) => parent) children!: Child[];
    @ManyToMany(() => Child, ({ friends }) => friends) others!: Child[];
  }
  return { Parent: Parent as new () => ObjectLiteral, Child: Child as new () => ObjectLiteral };
}

const rows = (engine: EngineName) =>
  [...everywhere, ...types[engine]].map(([name, options, keys, stored = keys], place) => ({
    ...{ name, keys, stored, place },
    ...entitiesWith(options, place),
  }));
const models = { sqlite: rows('sqlite'), postgres: rows('postgres'), mariadb: rows('mariadb') };

onEngines(
  'populated relations by keys',
  { entities: (engine) => models[engine].flatMap(({ Parent, Child }) => [Parent, Child]) },
  (world) => {
    let services: readonly FilterService[];
    beforeAll(() => {
      services = (['adaptive', 'in'] as const).map((strategy) => world.filtersWith({ strategy }));
    });

    it.each(models[world.engine])('of type $name', async ({ Parent, Child, keys, stored, place }) => {
      const { manager } = world.source;
      await manager.insert(
        Parent,
        keys.map((key, index) => ({ key, name: `parent ${index}` })),
      );
      const children = [1, 2, 3, 4].map((id) => ({ id, parent: { key: stored[id === 4 ? 1 : 0] } }));
      await manager.insert(
        Child,
        [...children, { id: 5, parent: null }].map((row) => ({ ...row, name: `child ${row.id}` })),
      );
      const friends = [1, 2, 3].flatMap((id) => stored.map((key) => ({ child: id, friend: key })));
      await manager.insert(`key_friends_${place}`, friends);
      for (const service of services) {
        const read = async (entity: EntityTarget<ObjectLiteral>, text: string) =>
          (await service.page(manager.getRepository(entity), service.parse(entity, text))).data;
        const up = await read(Child, 'sort=id&populate=parent,friends');
        const names = (related: readonly ObjectLiteral[]) => related.map((row) => row['name'] as string).sort();
        expect(up.map((row) => names([row['parent'] ?? []].flat() as ObjectLiteral[]))).toEqual(
          [0, 0, 0, 1].map((index) => [`parent ${index}`]).concat([[]]),
        );
        expect(up.map((row) => names(row['friends'] as ObjectLiteral[]))).toEqual(
          [1, 2, 3, 4, 5].map((id) => (id < 4 ? ['parent 0', 'parent 1'] : [])),
        );
        const [first] = await manager.find(Parent, { order: { name: 'ASC' } });
        expect((up[0]!['parent'] as ObjectLiteral)['key']).toEqual(first?.['key']);
        const down = await read(Parent, 'sort=name&populate=children,others');
        const ids = (row: ObjectLiteral, name: string) =>
          (row[name] as ObjectLiteral[]).map((child) => String(child['id']));
        expect(down.map((row) => [ids(row, 'children').join(), ids(row, 'others').join()].join(' '))).toEqual([
          '1,2 1,2',
          '4 1,2',
        ]);
      }
    });
  },
);

/** Keys on SQLite that are one value to JavaScript, and the refusal where rows are found by them. */
const sameInJavaScript: readonly (readonly [
  type: 'bigint' | 'datetime',
  one: string,
  other: string,
  refused: string,
])[] = [
  ['bigint', '9007199254740992', '9007199254740993', 'the driver rounds a number beyond 2^53 in the primary key of'],
  [
    'datetime',
    "'2026-01-02 03:04:05.123'",
    "'2026-01-02T03:04:05.123Z'",
    'two rows of Parent have primary keys that are',
  ],
];

describe.each(sameInJavaScript)(
  'two rows of %s keys that are one to JavaScript, on SQLite',
  (type, one, other, refused) => {
    it('are refused where related rows are read by them', async () => {
      const { Parent, Child } = entitiesWith({ type });
      const database = await openDatabase('sqlite', { entities: [Parent, Child] });
      try {
        const { source } = database;
        for (const [id, key] of [one, other].entries()) {
          await source.query(`INSERT INTO key_parent_0 (key, name) VALUES (${key}, 'parent ${id}')`);
          await source.query(`INSERT INTO key_child_0 (id, name, parent) VALUES (${id}, 'child ${id}', ${key})`);
        }
        const service = FilterService.forDataSource(source);
        const [parents, children] = [source.getRepository(Parent), source.getRepository(Child)];
        const query = service.parse(Parent, 'populate=children');
        await expect(service.page(parents, query)).rejects.toThrow(refused);
        await expect(service.populate(parents, await parents.find(), query)).rejects.toThrow(refused);
        const up = await service.page(children, service.parse(Child, 'filters[id]=1&populate=parent'));
        expect(up.data).toMatchObject([{ parent: { name: 'parent 1' } }]);
      } finally {
        await database.close();
      }
    });
  },
);

@Entity('nf_person')
@Filterable({ fields: ['id', 'name'] })
class Person {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'varchar', length: 20 }) name!: string;
}

/** A key as an object, which is no related entity. */
class Code {
  constructor(readonly number: number) {}
}

const code = {
  to: (value: unknown) => (value instanceof Code ? value.number : value),
  from: (value: number) => new Code(value),
};

@Entity('nf_member')
@Filterable({
  fields: ['personId', 'team', 'role', { name: 'noteCount', of: 'notes', count: true }],
  populate: ['person', 'notes'],
})
class Member {
  @PrimaryColumn({ type: 'int' }) personId!: number;
  @PrimaryColumn({ type: 'int' }) team!: number;
  @Column({ type: 'varchar', length: 20 }) role!: string;
  @ManyToOne(() => Person) @JoinColumn({ name: 'personId' }) person!: Relation<Person>;
  @OneToMany(() => Note, ({ member }) => member) notes!: Relation<Note>[];
}

@Entity('nf_note')
@Filterable({ fields: ['id'] })
class Note {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @ManyToOne(() => Member, ({ notes }) => notes) member!: Relation<Member>;
}

@Entity('nf_profile')
@Filterable({ fields: ['bio'], populate: ['person'] })
class Profile {
  @PrimaryColumn({ type: 'int', transformer: code }) personId!: Code;
  @Column({ type: 'varchar', length: 20 }) bio!: string;
  @OneToOne(() => Person) @JoinColumn({ name: 'personId' }) person!: Relation<Person>;
}

onEngines(
  'primary keys that refer to another entity',
  {
    entities: [Person, Member, Note, Profile],
    seed: async ({ manager }) => {
      await manager.insert(
        Person,
        ['Ann', 'Ben'].map((name, at) => ({ id: at + 1, name })),
      );
      await manager.insert(
        Member,
        ['a', 'b'].map((role, at) => ({ personId: at + 1, team: 7, role })),
      );
      await manager.insert(
        Note,
        [1, 2].map((id) => ({ id, member: { personId: 1, team: 7 } })),
      );
      await manager.insert(Profile, { person: { id: 2 }, bio: 'x' });
    },
  },
  (world) => {
    const members = () => world.repository(Member).createQueryBuilder('m');

    it.each([
      ['alone', members],
      [
        'with the related one, whose key is not selected',
        () => members().leftJoin('m.person', 'p').addSelect('p.name'),
      ],
      ['with the whole related one', () => members().leftJoinAndSelect('m.person', 'p')],
    ])('populate other relations, and answer aggregates, read %s', async (_, builder) => {
      const query = world.filters.parse(Member, 'sort=role&populate=notes&fields=role,noteCount', { select: true });
      const { data } = await world.filters.page(builder(), query);
      const shown = data.map((row) =>
        [row.role, row.notes?.map(({ id }) => id), Reflect.get(row, 'noteCount')].join(' '),
      );
      expect(shown).toEqual(['a 1,2 2', 'b  0']);
    });

    it('may be made into objects by a transformer', async () => {
      const query = world.filters.parse(Profile, 'populate=person');
      const { data } = await world.filters.page(world.repository(Profile), query);
      expect(data.map(({ person, personId }) => [person.name, personId])).toEqual([['Ben', new Code(2)]]);
    });
  },
);
