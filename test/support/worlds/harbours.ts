import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';

/*
 * Harbours and their boats: two tables for specs to which no mapping matters. What a list exposes, a spec writes as
 * overrides of its handler.
 */

@Entity()
@Filterable()
export class Harbour {
  @PrimaryColumn() id!: number;
  @Column({ type: 'varchar', length: 50, nullable: true }) name!: string | null;
  @Column({ type: 'int', nullable: true }) rank!: number | null;
  @OneToMany(() => Boat, (boat) => boat.harbour) boats!: Relation<Boat>[];
}

@Entity()
@Filterable()
export class Boat {
  @PrimaryColumn() id!: number;
  @Column({ type: 'varchar', length: 50, nullable: true }) name!: string | null;
  @ManyToOne(() => Harbour, (harbour) => harbour.boats, { onDelete: 'CASCADE' }) harbour!: Relation<Harbour>;
}

export const harbourEntities = [Harbour, Boat];
