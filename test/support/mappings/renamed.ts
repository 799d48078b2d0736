import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, numbered, save } from './mapping.js';

/** Nothing is called in the database what it is called in code. */

@Entity({ name: 'ports of call' })
@Filterable()
class Harbour {
  @PrimaryColumn({ name: 'port_no' }) id!: number;
  @Column({ name: 'port-name' }) name!: string;
  @OneToMany(() => Ship, (ship) => ship.home) ships!: Relation<Ship>[];
}

/** Ships refer to flags by their codes, which are unique, and not by their keys. */
@Entity({ name: 'FLAGS' })
@Filterable()
class Flag {
  @PrimaryColumn({ name: 'flag_no' }) id!: number;
  @Column({ name: 'iso', unique: true, length: 2 }) code!: string;
  @Column({ name: 'title' }) name!: string;
  @OneToMany(() => Ship, (ship) => ship.flag) ships!: Relation<Ship>[];
}

@Entity({ name: 'sailor$' })
@Filterable()
class Sailor {
  @PrimaryColumn({ name: 'sailor_no' }) id!: number;
  @Column({ name: 'nick', unique: true, length: 20 }) name!: string;
  @ManyToMany(() => Ship, (ship) => ship.crew) ships!: Relation<Ship>[];
  @ManyToMany(() => Ship, (ship) => ship.guests) visits!: Relation<Ship>[];
}

@Entity({ name: 't_ships' })
@Filterable()
class Ship {
  @PrimaryColumn({ name: 'ship_no' }) id!: number;
  @Column({ name: 'ship_name', unique: true, length: 20 }) name!: string;
  @Column({ name: 'tons (gross)' }) tons!: number;
  @ManyToOne(() => Harbour, (harbour) => harbour.ships, { nullable: true })
  @JoinColumn({ name: 'home port' })
  home!: Relation<Harbour> | null;
  @ManyToOne(() => Flag, (flag) => flag.ships, { nullable: true })
  @JoinColumn({ name: 'flag_code', referencedColumnName: 'code' })
  flag!: Relation<Flag> | null;
  @ManyToMany(() => Sailor, (sailor) => sailor.ships)
  @JoinTable({ name: 'ship-crew', joinColumn: { name: 'the_ship' }, inverseJoinColumn: { name: 'the_sailor' } })
  crew!: Relation<Sailor>[];
  @ManyToMany(() => Sailor, (sailor) => sailor.visits)
  @JoinTable({
    name: 'guests',
    joinColumn: { name: 'ship', referencedColumnName: 'name' },
    inverseJoinColumn: { name: 'guest', referencedColumnName: 'name' },
  })
  guests!: Relation<Sailor>[];
}

export const renamed: Mapping = {
  name: 'renamed tables, columns, join columns and join tables',
  entities: [Harbour, Flag, Sailor, Ship],
  async seed(source) {
    const [oslo, bergen] = numbered('name', 'Oslo', 'Bergen');
    const [no, dk] = [
      { id: 1, code: 'NO', name: 'Norway' },
      { id: 2, code: 'DK', name: 'Denmark' },
    ];
    const [ann, bo, cy] = numbered('name', 'Ann', 'Bo', 'Cy');
    await save(source, Harbour, [oslo, bergen]);
    await save(source, Flag, [no, dk]);
    await save(source, Sailor, [ann, bo, cy]);
    await save(source, Ship, [
      { id: 1, name: 'Fram', tons: 400, home: oslo, flag: no, crew: [ann, bo], guests: [cy] },
      { id: 2, name: 'Gjøa', tons: 47, home: bergen, flag: no, crew: [bo], guests: [] },
      { id: 3, name: 'Maud', tons: 380, home: oslo, flag: dk, crew: [], guests: [ann, bo] },
      { id: 4, name: 'Rust', tons: 1, home: null, flag: null, crew: [], guests: [] },
    ]);
  },
  cases: [
    ...asking(Ship, [
      ['filters[name]=Fram', [1]],
      ['filters[tons][$gte]=47&sort=tons', [2, 3, 1]],
      ['sort=name:desc', [4, 3, 2, 1]],
      ['filters[home][name]=Oslo', [1, 3]],
      ['filters[home]=2', [2]],
      ['filters[$not][home]=2', [1, 3, 4]],
      ['filters[home][$null]=true', [4]],
      ['sort=home.name:asc:nullsLast,name', [2, 1, 3, 4]],
      ['filters[flag][code]=NO', [1, 2]],
      ['filters[flag][code][$startsWith]=d', [3]],
      ['filters[$not][flag][code]=NO', [3, 4]],
      ['filters[flag]=2', [3]],
      ['filters[flag][$in][0]=1&filters[flag][$in][1]=2', [1, 2, 3]],
      ['filters[flag][name]=Norway', [1, 2]],
      ['filters[flag][$exists]=true', [1, 2, 3]],
      ['sort=flag.name:asc:nullsFirst,id:desc', [4, 3, 2, 1]],
      ['sort=flag.code:desc:nullsLast', [2, 1, 3, 4]],
      ['filters[crew][name]=Bo', [1, 2]],
      ['filters[crew]=1', [1]],
      ['filters[crew][$none][name]=Bo', [3, 4]],
      ['filters[crew][$every][name]=Bo', [2, 3, 4]],
      ['filters[crew][$count]=2', [1]],
      ['sort=crew.$count:desc,id', [1, 2, 3, 4]],
      ['sort=crew.name:asc:nullsLast', [1, 2, 3, 4]],
      ['filters[guests][name]=Ann', [3]],
      ['filters[guests][$none][name]=Ann', [1, 2, 4]],
      ['filters[guests][$count][$gte]=1&sort=guests.name:desc', [1, 3]],
    ]),
    ...asking(Flag, [
      ['filters[ships][name]=Gjøa', [1]],
      ['filters[ships][$every][tons][$gt]=100', [2]],
      ['filters[ships][$count]=2', [1]],
      ['sort=ships.$count', [2, 1]],
      ['sort=ships.tons:desc', [1, 2]],
    ]),
    ...asking(Harbour, [
      ['filters[ships][flag][code]=DK', [1]],
      ['filters[ships][crew][name]=Ann', [1]],
      ['sort=ships.name:desc', [1, 2]],
    ]),
    ...asking(Sailor, [
      ['filters[ships][tons][$lt]=100', [2]],
      ['filters[ships][$count]=0', [3]],
      ['filters[visits][name]=Maud&sort=name:desc', [2, 1]],
      ['filters[visits][$none][flag][code]=NO', [1, 2]],
      ['sort=visits.$count:desc,name:desc', [3, 2, 1]],
      ['sort=ships.name:asc:nullsFirst,id:desc', [3, 2, 1]],
    ]),
  ],
};
