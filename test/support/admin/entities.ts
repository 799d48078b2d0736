import { Filterable } from 'nestjs-filterable';
import { Column, Entity, JoinTable, ManyToMany, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

/** A department of an organization whose staff an admin panel lists. */
@Entity()
@Filterable({ fields: ['id', 'name', 'sortNo'], relations: [] })
export class Dept {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() sortNo!: number;
}

@Entity()
@Filterable({ fields: ['id', 'name', 'value', 'status'], relations: [] })
export class Role {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() value!: string;
  @Column({ type: 'boolean' }) status!: boolean;
}

@Entity()
@Filterable({
  fields: [
    'id',
    { name: 'username', as: 'login' },
    'nickname',
    'email',
    'status',
    'age',
    'createdAt',
    { name: 'salary', when: (context) => context === 'hr' },
  ],
  relations: ['dept', 'roles'],
  search: ['username', 'nickname'],
})
export class User {
  @PrimaryColumn() id!: number;
  @Column() username!: string;
  @Column({ type: 'varchar', length: 50, nullable: true }) nickname!: string | null;
  @Column() email!: string;
  @Column({ type: 'boolean' }) status!: boolean;
  @Column() age!: number;
  @Column() salary!: number;
  @Column() createdAt!: Date;
  @Column() password!: string;
  @ManyToOne(() => Dept, { nullable: true }) dept!: Relation<Dept> | null;
  @ManyToMany(() => Role) @JoinTable() roles!: Relation<Role>[];
}

@Entity()
@Filterable({ fields: ['id', 'ip', 'address', 'createdAt'], relations: ['user'] })
export class LoginLog {
  @PrimaryColumn() id!: number;
  @Column() ip!: string;
  @Column() address!: string;
  @Column() createdAt!: Date;
  @ManyToOne(() => User) user!: Relation<User>;
}

export const adminEntities = [Dept, Role, User, LoginLog];
