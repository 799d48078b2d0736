import { Filterable } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  DeleteDateColumn,
  Entity,
  Index,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

/** Loans with a relation to one row of every kind, by whose columns they can be sorted. */

@Entity()
@Filterable({ fields: ['id', 'name', 'nick', 'motto', 'town'] })
class Reader {
  @PrimaryColumn() id!: number;
  @Index() @Column({ length: 40 }) name!: string;
  @Index() @Column({ type: 'varchar', length: 40, nullable: true }) nick!: string | null;
  /** Longer than the part of a text that MariaDB orders by. */
  @Index() @Column({ length: 500 }) motto!: string;
  @Column() town!: string;
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Clerk {
  @PrimaryColumn() id!: number;
  @Index() @Column({ length: 40 }) name!: string;
  @DeleteDateColumn() deletedAt!: Date | null;
}

@Entity()
@Filterable({ fields: ['id', 'name'], scope: () => ({ id: { $ne: 2 } }) })
class Branch {
  @PrimaryColumn() id!: number;
  @Index() @Column({ length: 40 }) name!: string;
}

@Entity()
@Filterable({
  fields: ['id', 'kind', 'place'],
  relations: ['reader', 'helper', 'clerk', 'branch'],
  scope: (tenant?: number) => (tenant === undefined ? {} : { tenant }),
})
export class Loan {
  @PrimaryColumn() id!: number;
  @Column() kind!: string;
  /** Its place in the order by readers. */
  @Column() place!: number;
  @Column() tenant!: number;
  @DeleteDateColumn() deletedAt!: Date | null;
  @Index() @ManyToOne(() => Reader, { nullable: false }) reader!: Relation<Reader>;
  @Index() @ManyToOne(() => Reader, { nullable: true }) helper!: Relation<Reader> | null;
  @Index() @ManyToOne(() => Clerk, { nullable: false }) clerk!: Relation<Clerk>;
  @Index() @ManyToOne(() => Branch, { nullable: false }) branch!: Relation<Branch>;
}

export const loans = [Reader, Clerk, Branch, Loan];

/** In their order by the collation of MariaDB, which takes some of them for equal. */
const names = ['Abel', 'anna', 'ANNA', 'Anna ', 'Ánna', 'Bo', 'bö', 'Cem', 'Dora', 'Emil', 'Finn', 'Zoë'];

const size = 84;

export async function fillLoans({ manager }: DataSource): Promise<void> {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  await manager.insert(
    Reader,
    names.map((name, index) => ({
      id: 12 - index,
      name,
      nick: index % 3 === 0 ? null : `${name.trim()}y`,
      motto: `${name.slice(0, 1)}${'m'.repeat(400)}${index}`,
      town: name,
    })),
  );
  const four = ids(4).map((id) => ({ id, name: `name ${9 - id}` }));
  await manager.insert(
    Clerk,
    four.map((clerk) => ({ ...clerk, deletedAt: clerk.id === 3 ? new Date(0) : null })),
  );
  await manager.insert(Branch, four);
  await manager.insert(
    Loan,
    ids(size).map((id) => ({
      id,
      kind: id % 27 === 0 ? 'odd' : 'plain',
      place: 11 - (id % 12),
      tenant: id <= 4 ? 2 : 1,
      deletedAt: id % 31 === 0 ? new Date(0) : null,
      reader: { id: 1 + (id % 12) },
      helper: id % 5 === 0 ? null : { id: 1 + (id % 11) },
      clerk: { id: 1 + (id % 4) },
      branch: { id: 1 + (id % 3) },
    })),
  );
}
