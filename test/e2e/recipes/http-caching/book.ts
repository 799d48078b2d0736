import { Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
@Filterable({ fields: ['id', 'title'], scope: (user: { readonly tenant: number }) => ({ tenant: user.tenant }) })
export class Book {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() tenant!: number;
  /** Taken from a sequence by every write, so that it rises whatever changes. */
  @Column() version!: number;
}
