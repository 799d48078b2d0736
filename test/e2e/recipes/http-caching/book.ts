import { Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
@Filterable({ fields: ['id', 'title'], scope: (user: { readonly tenant: number }) => ({ tenant: user.tenant }) })
export class Book {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() tenant!: number;
  /** The next number of a sequence, set by every write. */
  @Column() version!: number;
}
