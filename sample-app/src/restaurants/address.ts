import { Column } from 'typeorm';

/** Embedded in the restaurant's table: `filters[address][zip]=0150`. */
export class Address {
  @Column({ type: 'varchar', length: 120 })
  street!: string;

  @Column({ type: 'varchar', length: 12 })
  zip!: string;
}
