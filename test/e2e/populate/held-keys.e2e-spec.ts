import {
  Column,
  type DataSource,
  Entity,
  JoinColumn,
  ManyToOne,
  type ObjectLiteral,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable, FilterService } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';
import { StatementSpy } from '../../support/spy.js';

/** An owner by a whole number. The one named `hidden` is out of scope. */
@Entity()
@Filterable({ fields: ['name'], scope: () => ({ name: { $ne: 'hidden' } }) })
class Owner {
  @PrimaryColumn({ type: 'bigint' })
  id!: string;

  @Column({ type: 'varchar', length: 20 })
  name!: string;
}

/** A label by a text, which two columns may spell differently. */
@Entity()
@Filterable({ fields: ['code'] })
class Label {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  code!: string;
}

@Entity()
@Filterable({ fields: ['id'], relations: ['owner', 'label'], populate: ['owner', 'label'] })
class Box {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @ManyToOne(() => Owner, { nullable: true })
  @JoinColumn({ name: 'owner_key' })
  owner!: Relation<Owner> | null;

  @ManyToOne(() => Label)
  @JoinColumn({ name: 'label_code' })
  label!: Relation<Label>;

  @ManyToOne(() => Shelf, (shelf) => shelf.boxes)
  @JoinColumn({ name: 'shelf_id' })
  shelf!: Relation<Shelf>;
}

@Entity()
@Filterable({ fields: ['id'], relations: ['boxes'], populate: [{ name: 'boxes', limit: 5, sort: 'id' }] })
class Shelf {
  @PrimaryColumn({ type: 'int' })
  id!: number;

  @OneToMany(() => Box, (box) => box.shelf)
  boxes!: Relation<Box>[];
}

/** The keys of the owners of the boxes on each shelf, as digits: a parameter of SQLite's driver would be a double. */
type Boxes = readonly (readonly (string | null)[])[];

const owners = { 1: 'ann', 2: 'ben', 3: 'hidden' };
/** Neighbours that a double does not tell apart. */
const large = { '9007199254740992': 'even', '9007199254740993': 'odd' };

interface Case {
  readonly name: string;
  readonly owners: Readonly<Record<string, string>>;
  readonly boxes: Boxes;
  /** The names of their owners. */
  readonly names: readonly (readonly (string | null)[])[];
  /** True where the owners are looked up by the keys that the boxes hold, and false where the boxes are read again. */
  readonly isByHeld?: boolean | Partial<Record<string, boolean>>;
  /** Default: three. */
  readonly statements?: number;
}

const cases: readonly Case[] = [
  { name: 'an owner of several boxes', owners, boxes: [['1', '2'], ['1']], names: [['ann', 'ben'], ['ann']] },
  { name: 'boxes without an owner', owners, boxes: [[null, '2'], [null]], names: [[null, 'ben'], [null]] },
  { name: 'an owner out of scope', owners, boxes: [['3', '1']], names: [[null, 'ann']] },
  { name: 'no box with an owner', owners, boxes: [[null], []], names: [[null], []], statements: 2 },
  {
    name: 'keys beyond the whole numbers of a double',
    owners: large,
    boxes: [['9007199254740993'], [null, '9007199254740993']],
    names: [['odd'], [null, 'odd']],
    isByHeld: { sqlite: false },
  },
];

describe.each(engines)('keys of related rows that populated rows hold, on %s', (engine) => {
  const spy = new StatementSpy();
  let database: TestDatabase;

  beforeAll(async () => {
    const entities = [Owner, Label, Box, Shelf];
    database = await openDatabase(engine, { entities, logger: spy, logging: true });
    await insert(Label, [{ code: `'fragile'` }]);
  });
  afterAll(() => database.close());

  /** Inserts rows whose values are SQL. */
  async function insert(entity: new () => ObjectLiteral, rows: readonly Readonly<Record<string, string>>[]) {
    const { source } = database;
    const escaped = (name: string) => source.driver.escape(name);
    const table = source.getMetadata(entity).tablePath.split('.').map(escaped).join('.');
    for (const row of rows) {
      const columns = Object.keys(row).map(escaped).join(', ');
      await source.query(`INSERT INTO ${table} (${columns}) VALUES (${Object.values(row).join(', ')})`);
    }
  }

  async function fill(names: Case['owners'], boxes: Boxes): Promise<void> {
    for (const entity of [Box, Shelf, Owner])
      await database.source.createQueryBuilder().delete().from(entity).execute();
    await insert(
      Owner,
      Object.entries(names).map(([id, name]) => ({ id, name: `'${name}'` })),
    );
    let id = 0;
    for (const [shelf, keys] of boxes.entries()) {
      await insert(Shelf, [{ id: String(shelf) }]);
      for (const key of keys) {
        id += 1;
        const shelf_id = String(shelf);
        await insert(Box, [{ id: String(id), owner_key: key ?? 'NULL', label_code: `'fragile'`, shelf_id }]);
      }
    }
  }

  function shelves(source: DataSource, populate: string) {
    const filters = FilterService.forDataSource(source);
    const query = filters.parse(Shelf, `sort=id&pagination[withCount]=false&${populate}`);
    return spy.during(() => filters.page(source.getRepository(Shelf), query));
  }

  it.each(cases)('$name', async ({ owners: names, boxes, names: expected, isByHeld = true, statements: sent = 3 }) => {
    await fill(names, boxes);
    const { result, statements } = await shelves(database.source, 'populate[boxes][populate]=owner');
    expect(result.data.map((shelf) => shelf.boxes.map(({ owner }) => owner && owner.name))).toEqual(expected);
    // What was read to find the owners is not answered.
    for (const box of result.data.flatMap((shelf) => shelf.boxes)) expect(Object.keys(box)).toEqual(['id', 'owner']);
    expect(statements).toHaveLength(sent);
    if (sent === 3) {
      const held = typeof isByHeld === 'boolean' ? isByHeld : (isByHeld[engine] ?? true);
      expect(/\bbox\b/.test(statements[2] ?? '')).toBe(!held);
    }
  });

  it('by a text, the boxes are read again', async () => {
    await fill(owners, [['1'], ['2', null]]);
    const { result, statements } = await shelves(database.source, 'populate[boxes][populate]=label');
    expect(result.data.map((shelf) => shelf.boxes.map(({ label }) => label.code))).toEqual([
      ['fragile'],
      ['fragile', 'fragile'],
    ]);
    expect(statements[2]).toMatch(/\bbox\b/);
  });

  it('both ways in one request, through the same boxes', async () => {
    await fill(owners, [['1', null]]);
    const { result } = await shelves(database.source, 'populate[boxes][populate]=owner,label');
    expect(result.data).toEqual([
      {
        id: 0,
        boxes: [
          { id: 1, owner: { id: expect.anything(), name: 'ann' }, label: { code: 'fragile' } },
          { id: 2, owner: null, label: { code: 'fragile' } },
        ],
      },
    ]);
  });
});
