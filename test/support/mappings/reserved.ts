import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, numbered, save } from './mapping.js';

/** Classes, columns and relations that are called like words of SQL; one-to-one relations from both sides. */

@Entity({ name: 'user' })
@Filterable()
class User {
  @PrimaryColumn() id!: number;
  @Column() key!: string;
  @OneToOne(() => Table, (table) => table.user) table!: Relation<Table>;
  @OneToMany(() => Order, (order) => order.user) orders!: Relation<Order>[];
  @ManyToMany(() => Group, (group) => group.all) groups!: Relation<Group>[];
}

/** Its primary key is a relation. */
@Entity({ name: 'table' })
@Filterable()
class Table {
  @PrimaryColumn() userId!: number;
  @OneToOne(() => User, (user) => user.table) @JoinColumn() user!: Relation<User>;
  @Column() column!: string;
}

@Entity({ name: 'group' })
@Filterable()
class Group {
  @PrimaryColumn() id!: number;
  @Column() where!: string;
  @ManyToMany(() => User, (user) => user.groups) @JoinTable({ name: 'union' }) all!: Relation<User>[];
}

@Entity({ name: 'order' })
@Filterable()
class Order {
  @PrimaryColumn() id!: number;
  @Column() select!: string;
  @Column() from!: number;
  @ManyToOne(() => User, (user) => user.orders, { nullable: true })
  @JoinColumn({ name: 'by' })
  user!: Relation<User> | null;
}

export const reserved: Mapping = {
  name: 'reserved words, and one-to-one relations',
  entities: [User, Table, Group, Order],
  async seed(source) {
    const [ann, bo, cy] = numbered('key', 'ann', 'bo', 'cy');
    await save(source, User, [ann, bo, cy]);
    await save(source, Table, [
      { userId: 1, column: 'z' },
      { userId: 2, column: 'a' },
    ]);
    await save(source, Group, [
      { id: 1, where: 'here', all: [ann, bo] },
      { id: 2, where: 'there', all: [bo] },
    ]);
    await save(source, Order, [
      { id: 1, select: 'b', from: 2, user: ann },
      { id: 2, select: 'a', from: 1, user: bo },
      { id: 3, select: 'c', from: 3, user: null },
    ]);
  },
  cases: [
    ...asking(Order, [
      ['filters[select]=a', [2]],
      ['filters[from][$in][0]=1&filters[from][$in][1]=3', [2, 3]],
      ['filters[user][key]=ann', [1]],
      ['filters[user][groups][where]=there', [2]],
      ['filters[user][table][column]=z', [1]],
      ['sort=select', [2, 1, 3]],
      ['sort=from:desc', [3, 1, 2]],
      ['sort=user.key:desc:nullsLast', [2, 1, 3]],
      ['sort=user.table.column:asc:nullsLast', [2, 1, 3]],
    ]),
    ...asking(User, [
      ['filters[key]=bo', [2]],
      ['filters[table][column]=a', [2]],
      ['filters[table][$exists]=false', [3]],
      ['filters[table]=1', [1]],
      ['filters[$not][table][column]=a', [1, 3]],
      ['filters[orders][select]=b', [1]],
      ['filters[groups][$count]=2', [2]],
      ['sort=key:desc', [3, 2, 1]],
      ['sort=table.column:asc:nullsLast', [2, 1, 3]],
      ['sort=orders.from:desc:nullsLast', [1, 2, 3]],
      ['sort=groups.where:desc:nullsLast', [2, 1, 3]],
    ]),
    ...asking(Group, [
      ['filters[where]=here', [1]],
      ['filters[all][key]=ann', [1]],
      ['sort=where:desc', [2, 1]],
      ['sort=all.$count', [2, 1]],
    ]),
    ...asking(
      Table,
      [
        ['filters[user][key]=ann', [1]],
        ['filters[userId]=2', [2]],
        ['filters[user]=2', [2]],
        ['filters[user][orders][select]=a', [2]],
        ['sort=user.key:desc', [2, 1]],
        ['sort=column', [2, 1]],
        ['sort=userId:desc', [2, 1]],
      ],
      (table) => table['userId'],
    ),
  ],
};
