import { Column, type DataSource, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { cell, cellAs, readTable } from '../../support/table.js';

/** A company: relations that are always there, and people who are related to people. */

@Entity()
@Filterable({ fields: ['id', 'name'] })
export class Site {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['site'] })
export class Department {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Site, { nullable: false }) site!: Relation<Site>;
}

@Entity()
@Filterable({ fields: ['id', 'name', 'salary'], relations: ['department', 'boss', 'reports'] })
export class Employee {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'int', nullable: true }) salary!: number | null;
  @ManyToOne(() => Department, { nullable: false }) department!: Relation<Department>;
  @ManyToOne(() => Employee, (employee) => employee.reports, { nullable: true }) boss!: Relation<Employee> | null;
  @OneToMany(() => Employee, (employee) => employee.boss) reports!: Relation<Employee>[];
}

export const companyEntities = [Site, Department, Employee];

const sites = readTable(`
  id | name
  1  | Oslo
  2  | Bergen
  3  | Ålesund
`);

const departments = readTable(`
  id | name    | site
  1  | sales   | 2
  2  | support | 1
  3  | stock   | 2
`);

const employees = readTable(`
  id | name | salary | department | boss
  1  | Ada  | 900    | 1          | -
  2  | Bo   | 500    | 1          | 1
  3  | Cleo | 500    | 2          | 1
  4  | Dag  | -      | 2          | 3
  5  | Eva  | 300    | 3          | 3
  6  | Finn | 200    | 3          | 5
  7  | Gro  | -      | 1          | -
  8  | Hans | 300    | 2          | 7
`);

export async function seedCompany(source: DataSource): Promise<void> {
  await source
    .getRepository(Site)
    .insert(sites.map((row) => ({ id: Number(cell(row, 'id')), name: cell(row, 'name') })));
  await source.getRepository(Department).insert(
    departments.map((row) => ({
      id: Number(cell(row, 'id')),
      name: cell(row, 'name'),
      site: { id: Number(cell(row, 'site')) },
    })),
  );
  for (const row of employees) {
    await source.getRepository(Employee).insert({
      id: Number(cell(row, 'id')),
      name: cell(row, 'name'),
      salary: cellAs(row, 'salary', Number),
      department: { id: Number(cell(row, 'department')) },
      boss: cellAs(row, 'boss', (id) => ({ id: Number(id) })),
    });
  }
}
