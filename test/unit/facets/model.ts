import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation, VirtualColumn } from 'typeorm';
import { serviceFor } from '../parse/asking.js';

const isAdmin = (user?: { readonly isAdmin: boolean }) => user?.isAdmin === true;

@Entity()
@Filterable({ fields: ['id', 'name'] })
export class Brand {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Ware, (ware) => ware.brand) wares!: Relation<Ware>[];
}

@Entity()
@Filterable({
  fields: [
    'id',
    'title',
    { name: 'colour', as: 'color' },
    'price',
    'tags',
    { name: 'cost', when: isAdmin },
    { name: 'sales', kind: 'integer' },
  ],
  relations: ['brand'],
  facets: [
    { name: 'colour', limit: 5 },
    'tags',
    'brand.name',
    'sales',
    { name: 'price', type: 'range' },
    'cost',
    { name: 'title', limit: 50 },
  ],
})
export class Ware {
  @PrimaryGeneratedColumn() id!: number;
  @Column() title!: string;
  @Column() colour!: string;
  @Column({ type: 'decimal', precision: 8, scale: 2 }) price!: string;
  @Column('simple-array') tags!: string[];
  @Column() cost!: number;
  @VirtualColumn({ query: (ware) => `SELECT COUNT(*) FROM sale s WHERE s.ware_id = ${ware}.id` }) sales!: number;
  @ManyToOne(() => Brand, (brand) => brand.wares) brand!: Relation<Brand>;
}

export const wares = await serviceFor([Ware, Brand]);
