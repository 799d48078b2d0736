import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';

class Place {
  @Column() lat!: string;
  @Column() lng!: string;
}

class Address {
  @Column() city!: string;
  @Column() zip!: string;
  @Column(() => Place) place!: Place;
  @Column({ select: false }) door!: string;
}

/** Some of it is hidden from whoever is no `manager`: a column, and a whole group. */
const forManagers = { when: (role: unknown) => role === 'manager' };

@Entity()
@Filterable({
  fields: [
    'id',
    { name: 'name', as: 'title' },
    { name: 'specs', paths: { color: 'text' } },
    'tags',
    'address',
    { name: 'home', as: 'yard', ...forManagers },
    { name: 'votes', kind: 'integer' },
    { name: 'profit', ...forManagers },
    'secret',
  ],
  relations: ['owner', 'parts'],
})
export class Ware {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column('simple-json') specs!: object;
  @Column('simple-array') tags!: string[];
  @Column(() => Address) address!: Address;
  @Column(() => Place) home!: Place;
  @VirtualColumn({ query: () => 'SELECT 1' }) votes!: number;
  @VirtualColumn({ query: () => 'SELECT 2' }) shares!: number;
  @Column() profit!: number;
  @Column({ select: false }) secret!: string;
  @Column() hidden!: string;
  @Column() title!: string;
  @Column({ nullable: true }) ownerId!: number;
  @ManyToOne(() => Ware) owner!: Relation<Ware>;
  @ManyToOne(() => Ware, (ware) => ware.parts) whole!: Relation<Ware>;
  @OneToMany(() => Ware, (ware) => ware.whole) parts!: Relation<Ware>[];
}

/** Nothing of it can be selected: what is exposed has `select: false`. */
@Entity()
@Filterable({ fields: ['note'] })
export class Safe {
  @PrimaryColumn() id!: number;
  @Column({ select: false }) note!: string;
}
