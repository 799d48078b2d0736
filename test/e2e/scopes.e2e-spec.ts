import { Logger } from '@nestjs/common';
import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, JoinTable, ManyToMany, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { type TestDatabase, engines, openDatabase } from '../support/databases.js';

interface Reader {
  readonly tenant: number;
}

const ofTenant = (reader: Reader) => ({ tenantId: reader.tenant });

@Entity()
@Filterable({ fields: ['id', 'name'], relations: ['reports', 'labels'], scope: ofTenant })
class Team {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenantId!: number;
  @OneToMany(() => Report, (report) => report.team) reports!: Relation<Report>[];
  @ManyToMany(() => Label) @JoinTable() labels!: Relation<Label>[];
}

@Entity()
@Filterable({ fields: ['id', 'title', 'pages'], relations: ['team', 'labels'], scope: ofTenant })
class Report {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() pages!: number;
  @Column() tenantId!: number;
  @ManyToOne(() => Team, (team) => team.reports, { nullable: true }) team!: Relation<Team> | null;
  @ManyToMany(() => Label) @JoinTable() labels!: Relation<Label>[];
}

@Entity()
@Filterable({ fields: ['id', 'text'], scope: ofTenant })
class Label {
  @PrimaryColumn() id!: number;
  @Column() text!: string;
  @Column() tenantId!: number;
}

/** Tenant 1 sees team 1 and report 1; report 2 of team 1, team 2 of report 1's twin, and label 2 belong to tenant 2. */
const teams = [
  { id: 1, name: 'here', tenantId: 1 },
  { id: 2, name: 'hidden', tenantId: 2 },
];
const labels = [
  { id: 1, text: 'plain', tenantId: 1 },
  { id: 2, text: 'secret', tenantId: 2 },
];
const reports = [
  { id: 1, title: 'seen', pages: 10, tenantId: 1, team: { id: 1 }, labels: [{ id: 1 }] },
  { id: 2, title: 'hidden', pages: 99, tenantId: 2, team: { id: 1 }, labels: [{ id: 2 }] },
  { id: 3, title: 'orphan', pages: 20, tenantId: 1, team: { id: 2 }, labels: [{ id: 2 }] },
];

/** Every route by which a filter, an order or a total could tell of a row that is out of scope. */
const routes: [route: string, entity: 'team' | 'report', query: string, ids: number[]][] = [
  ['the list itself', 'report', '', [1, 3]],
  ['a filter on own columns', 'report', 'filters[title]=hidden', []],
  ['a filter through to-many', 'team', 'filters[reports][title]=hidden', []],
  ['a filter through to-one', 'report', 'filters[team][name]=hidden', []],
  ['a filter through many-to-many', 'report', 'filters[labels][text]=secret', []],
  ['a related key', 'report', 'filters[team]=2', []],
  ['a related key that is not', 'report', 'filters[$not][team]=1', [3]],
  ['existence', 'report', 'filters[team][$exists]=true', [1]],
  ['no existence', 'report', 'filters[team][$null]=true', [3]],
  ['$none', 'team', 'filters[reports][$none][title]=hidden', [1]],
  ['$every', 'team', 'filters[reports][$every][title]=seen', [1]],
  ['$not $every', 'team', 'filters[$not][reports][$every][title]=seen', []],
  ['$count', 'team', 'filters[reports][$count]=1', [1]],
  ['a hop beyond', 'team', 'filters[reports][labels][text]=secret', []],
  ['a sort through to-one', 'report', 'sort=team.name:asc:nullsLast', [1, 3]],
  ['a sort through to-one, NULLs first', 'report', 'sort=team.name:asc:nullsFirst', [3, 1]],
  ['a sort through to-many', 'team', 'filters[reports][pages][$gte]=99&sort=reports.pages:desc', []],
];

const entities = { team: Team, report: Report };

describe.each(engines)('scopes on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase(engine, { entities: [Team, Report, Label] });
    const { manager } = database.source;
    await manager.save(Team, teams);
    await manager.save(Label, labels);
    await manager.save(Report, reports);
    filters = FilterService.forDataSource(database.source);
  });
  afterAll(() => database.close());

  it.each(routes)('closes %s', async (_, name, query, ids) => {
    const repository = database.source.getRepository<Team | Report>(entities[name]);
    const parsed = filters.parse<Team | Report>(entities[name], query, { context: { tenant: 1 } });
    const { data, meta } = await filters.page(repository, parsed);
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(meta.pagination).toMatchObject({ total: ids.length });
    expect(await filters.count(repository, parsed)).toBe(ids.length);
  });

  it('closes a count of what is hidden', async () => {
    const query = 'filters[reports][$count][$eq]=0&filters[reports][$count][$where][title]=hidden';
    const parsed = filters.parse(Team, query, { context: { tenant: 1 } });
    const rows = await filters.apply(database.source.getRepository(Team).createQueryBuilder('team'), parsed).getMany();
    expect(rows.map(({ id }) => id)).toEqual([1]);
  });

  it('holds in code, and in the relations of a condition of the server', async () => {
    const context = { tenant: 1 };
    const inCode = filters.filter(Report, { filters: { pages: { $gte: 1 } } }, { context });
    expect((await inCode.getMany()).map(({ id }) => id).sort()).toEqual([1, 3]);
    const query = filters.and(filters.parse(Report, '', { context }), { team: { name: 'hidden' } });
    expect(await filters.count(database.source.getRepository(Report), query)).toBe(0);
  });

  it('holds in a total that is to be estimated, from statistics of all tenants', async () => {
    const estimating = FilterService.forDataSource(database.source, { pagination: { count: 'estimate' } });
    const query = estimating.parse(Report, 'pagination[pageSize]=1', { context: { tenant: 1 } });
    const { meta } = await estimating.page(database.source.getRepository(Report), query);
    expect(meta.pagination).toEqual({ page: 1, pageSize: 1, pageCount: 2, total: 2 });
  });

  it('refuses the request where a scope fails or gives nothing', () => {
    expect(() => filters.parse(Team, '')).toThrow(expect.objectContaining({ status: 403 }));
  });
});
