import { Filterable } from 'nestjs-filterable';
import {
  AfterLoad,
  Column,
  type DataSource,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  RelationId,
  VirtualColumn,
} from 'typeorm';

/**
 * Houses with a column of every sort that a selection has to keep right: embedded, virtual, transformed, hidden, of
 * keys.
 */

class Place {
  @Column({ type: 'varchar', nullable: true }) lat!: string | null;
  @Column({ type: 'varchar', nullable: true }) lng!: string | null;
}

class Address {
  @Column() street!: string;
  @Column({ type: 'varchar', nullable: true }) city!: string | null;
  @Column(() => Place) place!: Place;
  @Column({ type: 'varchar', nullable: true, select: false }) door!: string | null;
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
export class Owner {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() phone!: string;
}

@Entity('sel_label')
@Filterable({ fields: ['id', 'text'] })
export class Label {
  @PrimaryColumn() id!: number;
  @Column() text!: string;
}

/** Cents in the database, euros in the program. */
const cents = { to: (euros: number) => euros * 100, from: (stored: number) => stored / 100 };

@Entity('sel_house')
@Filterable({
  fields: [
    'id',
    { name: 'name', as: 'title' },
    'rooms',
    'note',
    'tags',
    { name: 'specs', paths: { color: 'text' } },
    'address',
    { name: 'visitCount', kind: 'integer' },
    { name: 'price', kind: 'decimal' },
    'code',
    { name: 'profit', when: (role: unknown) => role === 'manager' },
    'secret',
  ],
  relations: ['owner', 'labels'],
  sort: ['id', 'name', 'rooms', 'note', 'owner.name', 'visitCount'],
})
export class House {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column('integer') rooms!: number;
  @Column({ type: 'varchar', nullable: true }) note!: string | null;
  @Column('simple-array') tags!: string[];
  @Column('json') specs!: object;
  @Column(() => Address) address!: Address;
  @Column({ type: 'integer', transformer: cents }) price!: number;
  @Column({ type: 'varchar', length: 20, unique: true }) code!: string;
  @Column('integer') profit!: number;
  @Column({ select: false }) secret!: string;
  @Column({ type: 'integer', nullable: true }) ownerId!: number | null;

  @VirtualColumn({ query: (alias) => `SELECT COUNT(*) FROM sel_visit WHERE sel_visit.house_code = ${alias}.code` })
  visitCount!: number;

  @ManyToOne(() => Owner, { nullable: true }) owner!: Relation<Owner> | null;
  /** Its foreign key has no property. */
  @ManyToOne(() => Owner, { nullable: true }) agent!: Relation<Owner> | null;
  @ManyToMany(() => Label) @JoinTable() labels!: Relation<Label>[];
  /** Found by the code of a house, which is not its key. */
  @OneToMany(() => Visit, (visit) => visit.house, { lazy: true }) visits!: Promise<Visit[]>;

  /** Not a column: what a listener makes of what was loaded. */
  heading!: string;
  @AfterLoad() describe(): void {
    this.heading = `${this.name} (${this.rooms})`;
  }
}

@Entity('sel_visit')
@Filterable({ fields: ['id'] })
export class Visit {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => House, (house) => house.visits)
  @JoinColumn({ name: 'house_code', referencedColumnName: 'code' })
  house!: Relation<House>;
}

/** The same houses, with what TypeORM loads for each row beside it. */
@Entity('sel_flat')
@Filterable({ fields: ['id', 'name', 'rooms'] })
export class Flat {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column('integer') rooms!: number;
  @Column({ type: 'integer', nullable: true }) ownerId!: number | null;
  @ManyToOne(() => Owner, { nullable: true }) owner!: Relation<Owner> | null;
  @ManyToOne(() => Owner, { nullable: true, eager: true }) agent!: Relation<Owner> | null;
  @ManyToMany(() => Label, { eager: true }) @JoinTable() labels!: Relation<Label>[];
  @RelationId((flat: Flat) => flat.owner) ownerKey!: number | null;
  @RelationId((flat: Flat) => flat.agent) agentKey!: number | null;
  @RelationId((flat: Flat) => flat.labels) labelKeys!: number[];
}

export const houseEntities = [House, Owner, Label, Visit, Flat];

/** Four houses: the fourth has nothing in what may be NULL, and the second and the third the same number of rooms. */
export async function fillHouses({ manager }: DataSource): Promise<void> {
  const numbered = <Row extends object>(...rows: readonly Row[]) => rows.map((row, at) => ({ id: at + 1, ...row }));
  const owners = await manager.save(Owner, numbered({ name: 'Ada', phone: '1' }, { name: 'Bo', phone: '2' }));
  const labels = await manager.save(Label, numbered({ text: 'old' }, { text: 'new' }));
  const names = ['Dune', 'Cove', 'Bay', 'Ark'];
  for (const [index, name] of names.entries()) {
    const id = index + 1;
    const isLast = id === names.length;
    const owner = isLast ? null : (owners[index % 2] ?? null);
    const ofAll = { id, name, rooms: Math.ceil((id + 1) / 2), labels: labels.slice(0, index) };
    await manager.save(House, {
      ...ofAll,
      note: isLast ? null : `note ${id}`,
      tags: ['a', String(id)],
      specs: { color: id % 2 === 0 ? 'red' : 'blue' },
      address: {
        street: `street ${id}`,
        city: isLast ? null : 'Oslo',
        place: { lat: isLast ? null : '59', lng: null },
        door: 'left',
      },
      price: id + 0.5,
      code: `code-${id}`,
      profit: id * 7,
      secret: `secret ${id}`,
      owner,
      agent: owners[1] ?? null,
    });
    await manager.save(Flat, { ...ofAll, owner, agent: isLast ? null : (owners[1] ?? null) });
  }
  const house = await manager.findOneByOrFail(House, { id: 1 });
  await manager.save(Visit, [
    { id: 1, house },
    { id: 2, house },
  ]);
}

/** What a client sees of some rows. */
export function seen(rows: readonly object[]): unknown {
  return JSON.parse(JSON.stringify(rows));
}
