import { Filterable, type Page, pageInfo } from 'nestjs-filterable';
import { Column, Entity, OneToMany, PrimaryColumn } from 'typeorm';

// Compiled without `strict` as well: there, an empty list is one of undefined.
@Entity()
@Filterable({ relations: [] })
export class Loose {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @OneToMany(() => Loose, (loose) => loose.id) others!: Loose[];
}

@Filterable({ fields: [] })
export class None {
  id!: number;
}

@Filterable({ fields: ['id'], relations: [], sort: [], search: [], populate: [] })
export class Lists {
  id!: number;
}

// @ts-expect-error no such relation
@Filterable({ relations: ['nothing'] })
export class Wrong {
  id!: number;
}

declare const page: Page<Loose>;
export const cursors: (string | null | undefined)[] = [page.meta.pagination.next, page.meta.pagination.previous];
export const again: (string | null | undefined)[] = [pageInfo(page).next, pageInfo(page).previous];
