import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation, VirtualColumn } from 'typeorm';

import { type Asking, serviceFor } from './asking.js';

/** What the `when` of the wares decides by. */
export interface Reader {
  readonly isAdmin: boolean;
}

const isAdmin = (reader?: Reader): boolean => reader?.isAdmin === true;

/**
 * Wares with a virtual column, lists and documents; what starts with `secret` is hidden from all but an administrator.
 */
@Entity()
@Filterable({
  fields: [
    'id',
    'name',
    { name: 'letters', kind: 'integer' },
    'tags',
    { name: 'sizes', kind: 'text', list: true },
    { name: 'counts', as: 'amounts', kind: 'integer', list: true, operators: ['$has', '$empty'] },
    {
      name: 'specs',
      paths: {
        color: 'text',
        'size.width': 'integer',
        'size.height': { kind: 'integer', sortable: false },
        weight: { kind: 'decimal', as: 'mass' },
        ratio: 'float',
        big: 'bigint',
        on: { kind: 'boolean', operators: ['$eq'] },
        made: 'date',
        code: 'uuid',
        labels: { kind: 'text', list: true },
        odd: { at: ['a.b', "it's"], as: 'ab', kind: 'text' },
        secret: { kind: 'text', when: isAdmin },
      },
    },
    { name: 'notes', as: 'remarks', paths: { by: 'text' }, operators: ['$null'] },
    { name: 'secretVault', paths: { color: 'text' }, when: isAdmin },
    'plain',
  ],
  relations: ['maker'],
})
export class Ware {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` }) letters!: number;
  @Column('simple-array', { nullable: true }) tags!: string[] | null;
  @Column('simple-json', { nullable: true }) sizes!: string[] | null;
  @Column('simple-json', { nullable: true }) counts!: number[] | null;
  @Column('simple-json', { nullable: true }) specs!: object | null;
  @Column('simple-json', { nullable: true }) notes!: object | null;
  @Column('simple-json', { nullable: true }) secretVault!: object | null;
  @Column('simple-json', { nullable: true }) plain!: object | null;
  @ManyToOne(() => Maker, { nullable: true }) maker!: Relation<Maker> | null;
  @ManyToOne(() => Maker, { nullable: true }) seller!: Relation<Maker> | null;
}

/** Sees its wares by a part of their fields: one path of a document, or a document with all of its paths. */
@Entity()
@Filterable({
  fields: ['id', 'name'],
  relations: [
    { name: 'wares', fields: ['id', 'specs.color', 'specs.size.width'] },
    { name: 'offers', fields: ['specs'] },
  ],
})
export class Maker {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Ware, (ware) => ware.maker) wares!: Relation<Ware>[];
  @OneToMany(() => Ware, (ware) => ware.seller) offers!: Relation<Ware>[];
}

export const wares = [Ware, Maker];

/** Asks for wares as somebody who is no administrator. */
export const asking: Asking = { of: Ware, by: await serviceFor(wares, { context: undefined }) };
