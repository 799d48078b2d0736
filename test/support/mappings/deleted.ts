import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, save } from './mapping.js';

/** Rows that are deleted softly: they do not count, unless the handler asks for them. */

@Entity()
@Filterable()
export class Owner {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @DeleteDateColumn() deletedAt!: Date | null;
  @OneToMany(() => Pet, (pet) => pet.owner) pets!: Relation<Pet>[];
}

@Entity()
@Filterable()
export class Toy {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToMany(() => Pet, (pet) => pet.toys) pets!: Relation<Pet>[];
}

@Entity()
@Filterable()
export class Pet {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToOne(() => Owner, (owner) => owner.pets, { nullable: false }) owner!: Relation<Owner>;
  @ManyToMany(() => Toy, (toy) => toy.pets) @JoinTable() toys!: Relation<Toy>[];
}

/** Rows found by a builder with `withDeleted()`. */
export const withDeletedCases = [
  ...asking(Owner, [
    ['filters[pets][name]=Rex', [1]],
    ['filters[pets][$count]=2', [1]],
    ['filters[name][$gt]=A', [1, 2, 3]],
    ['filters[pets][toys][name]=bone', [1]],
    ['sort=pets.name:desc:nullsLast', [1, 3, 2]],
  ]),
  ...asking(Pet, [
    ['filters[owner][name]=Cy', [3]],
    ['filters[toys][name]=bone', [1, 2]],
    ['filters[toys][$count]=2', [1]],
    ['sort=owner.name:desc', [3, 2, 1]],
    ['sort=toys.$count:desc', [1, 2, 3]],
  ]),
];

export const deleted: Mapping = {
  name: 'softly deleted rows',
  entities: [Owner, Toy, Pet],
  async seed(source) {
    const gone = new Date('2024-03-01T00:00:00Z');
    const [ann, bo, cy] = [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bo' },
      { id: 3, name: 'Cy', deletedAt: gone },
    ];
    const [ball, bone] = [
      { id: 1, name: 'ball' },
      { id: 2, name: 'bone', deletedAt: gone },
    ];
    await save(source, Owner, [ann, bo, cy]);
    await save(source, Toy, [ball, bone]);
    await save(source, Pet, [
      { id: 1, name: 'Ada', owner: ann, toys: [ball, bone] },
      { id: 2, name: 'Rex', owner: ann, toys: [bone], deletedAt: gone },
      { id: 3, name: 'Kit', owner: cy, toys: [] },
    ]);
  },
  cases: [
    ...asking(Owner, [
      ['filters[name][$gt]=A', [1, 2]],
      ['filters[pets][name]=Ada', [1]],
      ['filters[pets][name]=Rex', []],
      ['filters[pets][$none][name]=Rex', [1, 2]],
      ['filters[pets][$every][name]=Ada', [1, 2]],
      ['filters[pets][$count]=1', [1]],
      ['filters[pets][$count]=0', [2]],
      ['filters[pets][$exists]=false', [2]],
      ['filters[pets][toys][name]=bone', []],
      ['sort=pets.name:desc:nullsLast', [1, 2]],
      ['sort=pets.$count', [2, 1]],
    ]),
    ...asking(Pet, [
      ['filters[name][$gt]=A', [1, 3]],
      ['filters[owner][name]=Cy', []],
      ['filters[owner]=3', []],
      ['filters[owner][$exists]=false', [3]],
      ['filters[$not][owner][name]=Ann', [3]],
      ['filters[toys][$count]=1', [1]],
      ['filters[toys][$every][name]=ball', [1, 3]],
      ['sort=owner.name:asc:nullsLast', [1, 3]],
      ['sort=owner.name:asc:nullsFirst', [3, 1]],
      ['sort=toys.name:desc:nullsFirst', [3, 1]],
    ]),
    ...asking(Toy, [
      ['filters[pets][name]=Rex', []],
      ['filters[pets][$count]=1', [1]],
      ['sort=pets.name', [1]],
    ]),
  ],
};
