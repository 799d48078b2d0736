import type { EntityDescription, FilterService } from 'nestjs-filterable';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
  VersionColumn,
  VirtualColumn,
} from 'typeorm';
import { type ClassRules, type PropertyRule, recordClass, recordProperty } from '../../../lib/schema/index.js';
import { serviceFor } from '../parse/asking.js';

/**
 * The options of decorators in a test, without the checks of the compiler: most of the tests here are about mistakes.
 */
export interface Declarations {
  readonly thing?: ClassRules;
  readonly properties?: Readonly<Record<string, PropertyRule>>;
  readonly owner?: ClassRules;
  /** Without it, the class Tag has no decorator. */
  readonly tag?: ClassRules;
}

type Options = Parameters<typeof serviceFor>[1];

/** Makes entities with every sort of property, and decorates them as a test declares. */
function things({ thing, properties = {}, owner, tag }: Declarations) {
  class Address {
    @Column() city!: string;
    @Column({ type: 'varchar', nullable: true }) zip!: string | null;
    @Column({ select: false }) code!: string;
  }

  @Entity()
  class Owner {
    @PrimaryGeneratedColumn() id!: number;
    @Column() name!: string;
    @Column() email!: string;
    @Column(() => Address) address!: Address;
    @OneToMany(() => Thing, (one) => one.owner) things!: Relation<Thing>[];
  }

  @Entity()
  class Tag {
    @PrimaryGeneratedColumn() id!: number;
    @Column() name!: string;
  }

  @Entity()
  class Thing {
    @PrimaryGeneratedColumn('uuid') id!: string;
    @Column() title!: string;
    @Column({ type: 'int', nullable: true }) size!: number | null;
    @Column({ type: 'simple-json' }) meta!: object;
    @Column({ type: 'blob', nullable: true }) picture!: Buffer | null;
    @Column({ select: false }) secret!: string;
    @Column({ length: 36 }) reference!: string;
    @DeleteDateColumn() deletedAt!: Date | null;
    @VersionColumn() version!: number;
    @VirtualColumn({ query: (alias) => `SELECT COUNT(*) FROM tag WHERE ${alias}.id = 1` }) tagCount!: number;
    @Column(() => Address) address!: Address;
    @Column() ownerId!: number;
    @ManyToOne(() => Owner, (one) => one.things) @JoinColumn({ name: 'ownerId' }) owner!: Relation<Owner>;
    @ManyToOne(() => Owner) keeper!: Relation<Owner>;
    @ManyToMany(() => Tag) @JoinTable() tags!: Relation<Tag>[];
    @ManyToOne(() => Thing, (one) => one.parts) whole!: Relation<Thing> | null;
    @OneToMany(() => Thing, (one) => one.whole) parts!: Relation<Thing>[];
  }

  if (thing !== undefined) recordClass(Thing, thing);
  for (const [name, rule] of Object.entries(properties)) recordProperty(Thing.prototype, name, rule);
  if (owner !== undefined) recordClass(Owner, owner);
  if (tag !== undefined) recordClass(Tag, tag);
  return { Thing, Owner, Tag, entities: [Thing, Owner, Tag] };
}

/** Makes a service for these entities, as an application would at boot. */
export async function boot(declarations: Declarations, options?: Options) {
  const { Thing, Owner, Tag, entities } = things(declarations);
  return { by: await serviceFor(entities, options), of: Thing, Owner, Tag };
}

/** The names that a declaration exposes. */
export interface Exposed {
  readonly fields?: readonly string[];
  readonly relations?: readonly string[];
  readonly sort?: readonly string[];
}

export function namesIn({ fields, relations, sort }: EntityDescription): Required<Exposed> {
  return { fields: fields.map(({ name }) => name), relations: relations.map(({ name }) => name), sort };
}

export async function exposedBy(declarations: Declarations, overrides?: object): Promise<Required<Exposed>> {
  const { by, of } = await boot(declarations);
  return namesIn(by.describe(of, overrides));
}

/** Returns the error that fails the boot, as text. */
export async function errorOf(declarations: Declarations, options?: Options): Promise<string> {
  return boot(declarations, options).then(() => 'no error', messageOf);
}

/** Returns the error that a handler's overrides cause, as text. */
export async function overrideError(declarations: Declarations, overrides: object): Promise<string> {
  const { by, of }: { by: FilterService; of: new () => object } = await boot(declarations);
  try {
    by.describe(of, overrides);
    return 'no error';
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
