import {
  AfterLoad,
  Column,
  type DataSource,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type Relation,
  type ValueTransformer,
} from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { sampleColumns, specialColumns } from '../../support/samples/columns.js';
import { entityOf } from '../../support/samples/entities.js';

/** Shows NULL as a value, as no other conversion does. */
const orNothing: ValueTransformer = { to: (value: unknown) => value, from: (stored: unknown) => stored ?? 'nothing' };

class Measures {
  @Column({ type: 'int', nullable: true }) width: number | null = 7;
  @Column({ type: 'varchar', nullable: true, transformer: orNothing }) unit!: string | null;
}

/** Values that a constructor sets, and that rows replace or leave alone. */
@Entity('made_owner')
export class MadeOwner {
  @PrimaryColumn({ length: 10 }) code!: string;
  @Column({ nullable: true, type: 'varchar' }) name: string | null = 'unnamed';
  @Column({ type: 'boolean', nullable: true }) active!: boolean | null;
  @OneToMany(() => MadeThing, (thing) => thing.owner) things!: Relation<MadeThing>[];
  seen = 0;

  @AfterLoad() count() {
    this.seen += 1;
  }
}

/** An embedded object, lists and documents, relations of one to one on either side, and a date of deletion. */
@Entity('made_thing')
export class MadeThing {
  @PrimaryColumn() id!: number;
  @Column(() => Measures) measures!: Measures;
  @Column({ type: 'simple-array', nullable: true }) words!: string[] | null;
  @Column({ type: 'simple-json', nullable: true }) facts!: object | null;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToOne(() => MadeOwner, (owner) => owner.things, { nullable: true }) owner!: Relation<MadeOwner> | null;
  @OneToOne(() => MadeLabel, (label) => label.thing) label!: Relation<MadeLabel> | null;
}

@Entity('made_label')
export class MadeLabel {
  @OneToOne(() => MadeThing, (thing) => thing.label) @JoinColumn() @PrimaryColumn({ name: 'thingId' }) id!: number;
  @Column() text!: string;
  @OneToOne(() => MadeThing, (thing) => thing.label) @JoinColumn({ name: 'thingId' }) thing!: Relation<MadeThing>;
}

/** The entities of this suite, and a table with a column of every type that the engine has. */
export function hydratedEntities(engine: EngineName) {
  const Sample = entityOf('hydrated_sample', { ...sampleColumns[engine], ...specialColumns[engine] });
  return { Sample, entities: [MadeOwner, MadeThing, MadeLabel, Sample] };
}

/** Saves what the rows of this suite are made of: with NULL wherever it may be. */
export async function seedMade(source: DataSource): Promise<void> {
  const owners = [
    { code: '', name: null, active: null },
    { code: 'a', name: 'A', active: true },
    { code: 'b_1', name: 'B', active: false },
  ];
  await source.getRepository(MadeOwner).insert(owners);
  const measures = { width: 3, unit: 'cm' };
  await source.getRepository(MadeThing).insert([
    { id: 1, measures, words: ['x', 'y'], facts: { a: 1 }, owner: { code: 'a' } },
    { id: 2, measures: { width: null, unit: null }, words: [], facts: null, owner: { code: 'a' } },
    { id: 3, measures: { width: 0, unit: '' }, words: null, facts: [], owner: { code: '' } },
    { id: 4, measures, words: ['z'], facts: {}, owner: null },
  ]);
  await source.getRepository(MadeLabel).insert([
    { id: 1, text: 'one' },
    { id: 3, text: '' },
  ]);
}
