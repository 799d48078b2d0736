import { Filterable, filterOverrides } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
@Filterable({ fields: ['id', 'title'] })
export class Book {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
}

/** What the old endpoint reads: `?title=a&limit=2`. */
export const ofOldClients = filterOverrides<Book>({
  flat: { pageSize: 'limit', filters: { title: '$contains' } },
  unknownParameters: 'refuse', // reports what the old endpoint ignores
  defaults: { sort: 'id' },
});
