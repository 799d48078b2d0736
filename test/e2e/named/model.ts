import { Filterable } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  DeleteDateColumn,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

/** A requester: the venues it has liked, and the city it may see. Without one, every city. */
export interface Guest {
  readonly liked?: readonly number[];
  readonly city?: string;
  readonly admin?: boolean;
}

@Entity('nf_owner')
@Filterable({
  fields: ['id', 'name'],
  relations: ['venues'],
  named: {
    rich: { kind: 'boolean', where: () => ({ wealth: { $gte: 100 } }) },
    any: { kind: 'boolean', where: () => ({}) },
  },
})
export class Owner {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ select: false }) wealth!: number;
  @OneToMany(() => Venue, ({ owner }) => owner) venues!: Relation<Venue>[];
  /** No column: the compiler knows the named filter by it. */
  declare readonly rich?: boolean;
}

@Entity('nf_visit')
@Filterable({ fields: ['id', 'stars'], named: { good: { kind: 'boolean', where: () => ({ stars: { $gte: 4 } }) } } })
export class Visit {
  @PrimaryColumn() id!: number;
  @Column() stars!: number;
  @ManyToOne(() => Venue, ({ visits }) => visits) venue!: Relation<Venue>;
  @DeleteDateColumn() deletedAt!: Date | null;
}

/** Only a request of a guest with likes asks by them: an empty list is refused in conditions of the program, too. */
const liked = (_: true, guest?: Guest) =>
  guest?.liked === undefined || guest.liked.length === 0 ? { id: -1 } : { id: { $in: guest.liked } };

@Entity('nf_venue')
@Filterable({
  fields: ['id', 'name', 'city', { name: 'rating', as: 'score' }],
  relations: ['owner', 'visits'],
  facets: ['city'],
  populate: ['owner', { name: 'visits', limit: 10 }],
  scope: (guest?: Guest) => (guest?.city === undefined ? {} : { city: guest.city }),
  named: {
    popular: { kind: 'boolean', where: () => ({ visits: { $count: { $gte: 2 } } }), formerly: ['loved'] },
    secret: { kind: 'boolean', where: () => ({ notes: { $contains: 'secret' } }) },
    liked: { kind: 'boolean', where: liked },
    atLeast: { kind: 'integer', where: (rating: number) => ({ rating: { $gte: rating } }) },
    about: {
      kind: 'text',
      where: (text: string) => ({ $or: [{ name: { $contains: text } }, { notes: { $contains: text } }] }),
    },
    since: { kind: 'date', where: (day: string) => ({ opened: { $gte: day } }) },
    fresh: { kind: 'boolean', where: () => ({ opened: { $gte: 'now-7d/d' } }), deprecated: 'use since' },
    every: { kind: 'boolean', where: () => ({}) },
    forAdmins: {
      kind: 'boolean',
      where: () => ({ notes: { $notNull: true } }),
      when: (guest?: Guest) => guest?.admin === true,
    },
    wellKept: { kind: 'boolean', where: () => ({ owner: { wealth: { $gt: 10 } }, rating: { $gt: 2 } }) },
  },
})
export class Venue {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() city!: string;
  @Column({ type: 'int', nullable: true }) rating!: number | null;
  @Column({ type: 'date' }) opened!: string;
  @Column({ type: 'varchar', length: 40, nullable: true, select: false }) notes!: string | null;
  @ManyToOne(() => Owner, ({ venues }) => venues, { nullable: true }) owner!: Relation<Owner> | null;
  @OneToMany(() => Visit, ({ venue }) => venue) visits!: Relation<Visit>[];
}

export const entities = [Owner, Venue, Visit];

export const owners = [
  { id: 1, name: 'Ada', wealth: 500 },
  { id: 2, name: 'Bo', wealth: 20 },
  { id: 3, name: 'Cy', wealth: 5 },
];

/** The day of the tests. */
export const today = Date.UTC(2026, 10, 25, 12);

export const venues = [
  { id: 1, name: 'Attic', city: 'Oslo', rating: 5, opened: '2026-11-24', notes: 'a secret door', owner: { id: 1 } },
  { id: 2, name: 'Barn', city: 'Oslo', rating: 3, opened: '2026-11-10', notes: null, owner: { id: 2 } },
  { id: 3, name: 'Cave', city: 'Rome', rating: null, opened: '2026-11-20', notes: 'secret', owner: { id: 3 } },
  { id: 4, name: 'Dome', city: 'Rome', rating: 2, opened: '2020-01-01', notes: 'attic above', owner: null },
  { id: 5, name: 'Eyot', city: 'Oslo', rating: 4, opened: '2026-11-18', notes: null, owner: { id: 1 } },
];

/** The stars of each venue's visits, and one that is deleted. */
export const visits = ['1 5', '1 4', '1 2', '2 4', '3 1', '3 2', '5 5'].map((text, index) => {
  const [venue = 0, stars = 0] = text.split(' ').map(Number);
  return { id: index + 1, venue: { id: venue }, stars, deletedAt: null as Date | null };
});
visits.push({ id: 8, venue: { id: 2 }, stars: 5, deletedAt: new Date(0) });

export async function fillVenues({ manager }: DataSource): Promise<void> {
  await manager.insert(Owner, owners);
  await manager.insert(Venue, venues);
  await manager.insert(Visit, visits);
}
