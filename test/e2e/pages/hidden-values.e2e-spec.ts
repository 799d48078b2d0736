import { Filterable, FilterService } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { walks } from './walk.js';

/** The default order is by a hidden field, and so is the primary key. */
@Entity({ orderBy: { salary: 'DESC' } })
@Filterable({ fields: ['name'] })
class Employee {
  @PrimaryColumn({ type: 'varchar', length: 20 }) passport!: string;
  @Column() name!: string;
  @Column({ select: false }) salary!: number;
}

const rows = [1, 2, 3, 4, 5].map((n) => ({ passport: `P-${n}`, name: `n${n}`, salary: n < 3 ? 1 : n }));

/** What encrypted cursors are, and for whom, is in test/unit/page. */
onEngines(
  'a list in the order of hidden values',
  {
    entities: [Employee],
    seed: (source) => source.getRepository(Employee).insert(rows),
  },
  (world) => {
    it.each([
      ['forwards', ['n5', 'n4', 'n3', 'n2', 'n1']],
      ['backwards', ['n5', 'n4', 'n3', 'n2', 'n1']],
    ] as const)('is walked by encrypted cursors, %s', async (walk, names) => {
      const filters = FilterService.forDataSource(world.source, {
        pagination: { secret: 'sixteen characters or more' },
      });
      const builder = () => world.repository(Employee).createQueryBuilder('employee');
      const pages = await walks[walk]({ filters, entity: Employee, builder, request: {} }, 2);
      expect(pages.flat().map(({ name }) => name)).toEqual(names);
    });
  },
);
