import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { Filterable } from 'nestjs-filterable';

/** Items and the marks on them, which the suites about torn pages and faults read. */

@Entity({ name: 'distributed_item' })
@Filterable({ fields: ['id', 'state', 'kind'], relations: ['marks'], facets: ['kind'] })
export class Item {
  @PrimaryColumn() id!: number;
  @Column() state!: string;
  @Column() kind!: string;
  @OneToMany(() => Mark, (mark) => mark.item) marks!: Relation<Mark>[];
}

@Entity({ name: 'distributed_mark' })
@Filterable({ fields: ['id', 'name'] })
export class Mark {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Item, (item) => item.marks, { nullable: false }) item!: Relation<Item>;
}
