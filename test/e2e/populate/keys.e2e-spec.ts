import {
  Column,
  type ColumnOptions,
  Entity,
  type EntityTarget,
  JoinTable,
  ManyToMany,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
} from 'typeorm';
import { Filterable, FilterService } from 'nestjs-filterable';
import { type EngineName, engines, openDatabase } from '../../support/databases.js';

type PrimaryColumnOptions = ColumnOptions & { readonly nullable?: false };

/** A type of primary key, two keys of it, and how they are stored where a transformer decides that. */
type KeyType = readonly [
  name: string,
  options: PrimaryColumnOptions,
  keys: readonly [unknown, unknown],
  stored?: readonly [unknown, unknown],
];

const uuids: readonly [unknown, unknown] = [
  '6f0d8a0e-0000-4000-8000-00000000000a',
  '6f0d8a0e-0000-4000-8000-00000000000b',
];
const bytes: readonly [unknown, unknown] = [Buffer.from([0, 92, 34, 255]), Buffer.from([0, 92, 34, 254])];
const texts: readonly [unknown, unknown] = ['a "b", {c} \\ d%', "it's | ü €"];
const moments: readonly [unknown, unknown] = [new Date('2024-02-03T04:05:06Z'), new Date('2024-02-03T04:05:07Z')];
const upper = { to: (value: string) => value.toUpperCase(), from: (value: string) => value.toLowerCase() };

const everywhere: readonly KeyType[] = [
  ['integer', { type: 'int' }, [1, 2]],
  ['smallint', { type: 'smallint' }, [-3, 4]],
  ['text', { type: 'varchar', length: 40 }, texts],
  ['date', { type: 'date' }, ['2024-02-29', '2023-12-31']],
  ['transformed text', { type: 'varchar', length: 40, transformer: upper }, ['one', 'two'], ['ONE', 'TWO']],
];

const types: Readonly<Record<EngineName, readonly KeyType[]>> = {
  sqlite: [
    ...everywhere,
    ['blob', { type: 'blob' }, bytes],
    ['datetime', { type: 'datetime' }, moments],
    ['bigint', { type: 'bigint' }, [2 ** 40, 2 ** 41]],
    ['boolean', { type: 'boolean' }, [true, false]],
  ],
  postgres: [
    ...everywhere,
    ['bigint', { type: 'bigint' }, ['9007199254740993', '-9007199254740995']],
    ['uuid', { type: 'uuid' }, uuids],
    ['bytea', { type: 'bytea' }, bytes],
    ['timestamp', { type: 'timestamp' }, moments],
    ['timestamptz', { type: 'timestamptz' }, moments],
    ['numeric', { type: 'numeric', precision: 30, scale: 5 }, ['123456789012345678901.50000', '1.00000']],
    ['enum', { type: 'enum', enum: ['soft', 'hard "x"'], enumName: 'kinds' }, ['soft', 'hard "x"']],
    ['char', { type: 'char', length: 6 }, ['abc   ', 'abcdef']],
    ['boolean', { type: 'boolean' }, [true, false]],
    ['time', { type: 'time' }, ['10:00:00', '10:00:01']],
    ['inet', { type: 'inet' }, ['10.0.0.1', '10.0.0.2']],
    ['double precision', { type: 'double precision' }, [0.1, 1e300]],
  ],
  mariadb: [
    ...everywhere,
    ['bigint', { type: 'bigint' }, ['9007199254740993', '-9007199254740995']],
    ['uuid', { type: 'uuid' }, uuids],
    ['binary', { type: 'binary', length: 4 }, bytes],
    ['varbinary', { type: 'varbinary', length: 8 }, bytes],
    ['datetime', { type: 'datetime' }, moments],
    ['timestamp', { type: 'timestamp' }, moments],
    ['decimal', { type: 'decimal', precision: 30, scale: 5 }, ['123456789012345678901.50000', '1.00000']],
    ['enum', { type: 'enum', enum: ['soft', 'hard "x"'] }, ['soft', 'hard "x"']],
    ['char', { type: 'char', length: 6 }, ['abc', 'abcdef']],
    ['boolean', { type: 'boolean' }, [true, false]],
    ['double', { type: 'double' }, [0.1, 1e300]],
  ],
};

/** Makes the two sides of relations by a key of a type. */
function entitiesWith(options: PrimaryColumnOptions) {
  @Entity('key_child')
  @Filterable({ fields: ['id', 'name'], populate: ['parent', { name: 'friends', limit: 5 }] })
  class Child {
    @PrimaryColumn()
    id!: number;

    @Column()
    name!: string;

    @ManyToOne(() => Parent, ({ children }) => children, { nullable: true })
    parent!: ObjectLiteral | null;

    @ManyToMany(() => Parent, ({ others }) => others)
    @JoinTable({ name: 'key_friends' })
    friends!: ObjectLiteral[];
  }

  @Entity('key_parent')
  @Filterable({
    fields: ['name'],
    populate: [
      { name: 'children', limit: 2 },
      { name: 'others', limit: 2 },
    ],
  })
  class Parent {
    @PrimaryColumn(options)
    key!: unknown;

    @Column()
    name!: string;

    @OneToMany(() => Child, ({ parent }) => parent)
    children!: Child[];

    @ManyToMany(() => Child, ({ friends }) => friends)
    others!: Child[];
  }
  return { Parent: Parent as EntityTarget<ObjectLiteral>, Child: Child as EntityTarget<ObjectLiteral> };
}

describe.each(engines)('populated relations by keys on %s', (engine) => {
  const rows = types[engine].map(([name, options, keys, stored = keys]) => ({ name, options, keys, stored }));

  it.each(rows)('of type $name', async ({ options, keys, stored }) => {
    const { Parent, Child } = entitiesWith(options);
    const database = await openDatabase(engine, { entities: [Parent, Child] as (new () => object)[] });
    try {
      const { manager } = database.source;
      const [one, other] = keys.map((key, index) => ({ key, name: `parent ${index}` }));
      await manager.insert(Parent, [one, other] as ObjectLiteral[]);
      const children = [1, 2, 3, 4].map((id) => ({
        id,
        name: `child ${id}`,
        parent: { key: stored[id === 4 ? 1 : 0] },
      }));
      await manager.insert(Child, [...children, { id: 5, name: 'child 5', parent: null }]);
      const parents = await manager.find(Parent, { order: { name: 'ASC' } });
      const friends = [1, 2, 3].flatMap((id) => stored.map((key) => ({ keyChildId: id, keyParentKey: key })));
      await manager.insert('key_friends', friends);
      for (const strategy of ['adaptive', 'in'] as const) {
        const service = FilterService.forDataSource(database.source, { strategy });
        const read = async (entity: EntityTarget<ObjectLiteral>, text: string) =>
          (await service.page(manager.getRepository(entity), service.parse(entity, text))).data;
        const up = await read(Child, 'sort=id&populate=parent,friends');
        expect(up.map((row) => (row['parent'] as ObjectLiteral | null)?.['name'] ?? null)).toEqual([
          ...['parent 0', 'parent 0', 'parent 0', 'parent 1', null],
        ]);
        expect(
          up.map((row) => (row['friends'] as ObjectLiteral[]).map((friend) => friend['name'] as string).sort()),
        ).toEqual([1, 2, 3, 4, 5].map((id) => (id < 4 ? ['parent 0', 'parent 1'] : [])));
        const [first] = up;
        expect((first?.['parent'] as ObjectLiteral)['key']).toEqual(parents[0]?.['key']);
        const down = await read(Parent, 'sort=name&populate=children,others');
        const ids = (row: ObjectLiteral, name: string) =>
          (row[name] as ObjectLiteral[]).map((child) => child['id'] as number);
        expect(down.map((row) => [ids(row, 'children'), ids(row, 'others')])).toEqual([
          [
            [1, 2],
            [1, 2],
          ],
          [[4], [1, 2]],
        ]);
      }
    } finally {
      await database.close();
    }
  });
});

describe('whole numbers beyond 2^53 in primary keys on SQLite', () => {
  it('are refused, because the driver makes one number of neighbours, which have other related rows', async () => {
    const { Parent, Child } = entitiesWith({ type: 'bigint' });
    const database = await openDatabase('sqlite', { entities: [Parent, Child] as (new () => object)[] });
    try {
      const { source } = database;
      for (const [id, key] of ['9007199254740992', '9007199254740993'].entries()) {
        await source.query(`INSERT INTO key_parent (key, name) VALUES (${key}, 'parent ${id}')`);
        await source.query(`INSERT INTO key_child (id, name, parentKey) VALUES (${id}, 'child ${id}', ${key})`);
      }
      const service = FilterService.forDataSource(source);
      const parents = source.getRepository(Parent);
      const query = service.parse(Parent, 'filters[name]=parent 1&populate=children');
      const refused = /^populate: the driver cannot give a number beyond 2\^53 in the primary key of Parent/;
      await expect(service.page(parents, query)).rejects.toThrow(refused);
      await expect(service.populate(parents, await parents.find(), query)).rejects.toThrow(refused);
      const child = service.parse(Child, 'filters[id]=1&populate=parent');
      const up = await service.page(source.getRepository(Child), child);
      expect(up.data).toMatchObject([{ parent: { name: 'parent 1' } }]);
      const both = service.parse(Child, 'sort=id&populate=parent');
      await expect(service.page(source.getRepository(Child), both)).rejects.toThrow(refused);
      await source.query('UPDATE key_child SET parentKey = 9007199254740993');
      const ofOne = await service.page(source.getRepository(Child), both);
      expect(ofOne.data).toMatchObject([{ parent: { name: 'parent 1' } }, { parent: { name: 'parent 1' } }]);
    } finally {
      await database.close();
    }
  });
});
