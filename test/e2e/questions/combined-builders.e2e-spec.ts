import { Filterable } from 'nestjs-filterable';
import {
  Column,
  type DataSource,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  type SelectQueryBuilder,
} from 'typeorm';
import { ascending, idsOf as idsOfRows, onEngines } from '../../support/engines.js';

interface Reader {
  readonly tenant: number;
}

const ofTenant = ({ tenant }: Reader) => ({ tenantId: tenant });

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['jobs'], scope: ofTenant })
class Firm {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenantId!: number;
  @OneToMany(() => Job, (job) => job.firm) jobs!: Relation<Job>[];
}

@Entity()
@Filterable({ fields: ['id', 'hours'], relations: ['firm'], scope: ofTenant })
class Job {
  @PrimaryColumn() id!: number;
  @Column() hours!: number;
  @Column() tenantId!: number;
  @ManyToOne(() => Firm, (firm) => firm.jobs) firm!: Relation<Firm>;
}

/** Of each firm a short job and a long one; the firms 3 and 4 are another tenant's. */
const firms = [1, 2, 3, 4].map((id) => ({ id, name: `firm ${id}`, tenantId: id < 3 ? 1 : 2 }));
const jobs = firms.flatMap((firm) => [
  { id: firm.id * 10 + 1, hours: firm.id, tenantId: firm.tenantId, firm },
  { id: firm.id * 10 + 2, hours: firm.id * 10, tenantId: firm.tenantId, firm },
]);

/** The text of one builder in another, and its parameters beside the other's. */
function within<E extends object>(outer: SelectQueryBuilder<E>, key: string, sub: SelectQueryBuilder<object>) {
  return outer.andWhere(`${key} IN (${sub.getQuery()})`).setParameters(sub.getParameters());
}

const seed = async ({ manager }: DataSource) => {
  await manager.save(Firm, firms);
  await manager.save(Job, jobs);
};

onEngines('builders of filter() in one statement', { entities: [Firm, Job], seed }, (world) => {
  const context: Reader = { tenant: 1 };
  const jobsWith = (input: object) => world.filters.filter(Job, input, { context });
  const idsOf = async (builder: SelectQueryBuilder<Firm | Job>) => ascending(idsOfRows(await builder.getMany()));

  it('keep their own values: a scope, and what the client asked for', async () => {
    const sub = jobsWith({ filters: { hours: { $gte: 2 } } }).select('Job.firm');
    const outer = world.filters.filter(Firm, { filters: { name: { $startsWith: 'firm' } } }, { context });
    expect(await idsOf(within(outer, 'Firm.id', sub))).toEqual([1, 2]);
    const narrower = jobsWith({ filters: { hours: { $gte: 20 } } }).select('Job.firm');
    expect(await idsOf(within(outer, 'Firm.id', narrower))).toEqual([2]);
  });

  it('see nothing of another tenant, whatever number the client asks for', async () => {
    const everything = world.filters.filter(Job, { filters: { hours: 2 } }, { context: { tenant: 2 } });
    const sub = world.filters.filter(Job, { filters: { hours: { $lte: 2 } } }, { context });
    const outer = world.filters.filter(Job, {}, { context });
    const combined = within(outer, 'Job.id', sub.select('Job.id'));
    expect(await idsOf(combined.setParameters(everything.getParameters()))).toEqual([11, 21]);
  });

  it('keep apart aliases of one name, in subqueries and in the joins of an order', async () => {
    const ask = { filters: { firm: { name: { $ne: 'firm 1' } } }, sort: 'firm.name' };
    const sub = jobsWith({ filters: { firm: { jobs: { hours: 10 } } } });
    const outer = jobsWith({ filters: { firm: { jobs: { $count: 2 } } }, sort: 'firm.name:desc' });
    expect(await idsOf(within(outer.clone(), 'Job.id', sub.select('Job.id')))).toEqual([11, 12]);
    const others = jobsWith(ask).select('Job.id').orderBy();
    expect(await idsOf(within(outer.clone(), 'Job.id', others))).toEqual([21, 22]);
  });

  it('can be correlated by the host', async () => {
    const sub = world.filters.apply(
      world.source.createQueryBuilder(Job, 'other').select('1').where('other.firm = Job.firm AND other.id > Job.id'),
      world.filters.parse(Job, 'filters[firm][jobs][hours][$gte]=20', { context }),
    );
    const outer = jobsWith({ filters: { firm: { jobs: { hours: { $gte: 1 } } } } });
    outer.andWhere(`EXISTS (${sub.getQuery()})`).setParameters(sub.getParameters());
    expect(await idsOf(outer)).toEqual([21]);
  });

  it('can be read from', async () => {
    const sub = jobsWith({ filters: { firm: { name: 'firm 2' } } }).select('Job.hours', 'hours');
    const sum = world.source
      .createQueryBuilder()
      .select('SUM(found.hours)', 'sum')
      .from(`(${sub.getQuery()})`, 'found')
      .where('found.hours < :most', { most: 1_000 })
      .setParameters(sub.getParameters());
    expect(Number((await sum.getRawOne<{ sum: unknown }>())?.sum)).toBe(22);
  });

  it('can be paged and counted', async () => {
    const sub = jobsWith({ filters: { hours: { $in: [1, 20] } } }).select('Job.id');
    const builder = within(jobsWith({ filters: { hours: { $gte: 1 } } }), 'Job.id', sub);
    const query = world.filters.parse(Job, 'filters[hours][$lte]=10&pagination[pageSize]=1', { context });
    const { data, meta } = await world.filters.page(builder, query);
    expect(data.map(({ id }) => id)).toEqual([11]);
    expect(meta.pagination).toMatchObject({ total: 1 });
    expect(await world.filters.count(builder, query)).toBe(1);
  });

  it('send one text for one shape', () => {
    const ask = (hours: number) => {
      const sub = jobsWith({ filters: { hours, firm: { name: `firm ${hours}` } } }).select('Job.firm');
      return within(world.filters.filter(Firm, { filters: { jobs: { hours } } }, { context }), 'Firm.id', sub);
    };
    const [one, two] = [1, 2].map((hours) => ask(hours).getQueryAndParameters());
    expect(two?.[0]).toBe(one?.[0]);
    expect(two?.[1]).not.toEqual(one?.[1]);
  });
});
