import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Filterable } from 'nestjs-filterable';
import { Column, Entity, JoinTable, ManyToMany, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { onEngines } from '../support/engines.js';
import { cases } from '../support/table.js';

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
const routes = cases(`
  report:                                                                -> 1 3
  report: filters[title]=hidden                                          -> 
  team: filters[reports][title]=hidden                                   -> 
  report: filters[team][name]=hidden                                     -> 
  report: filters[labels][text]=secret                                   -> 
  report: filters[team]=2                                                -> 
  report: filters[$not][team]=1                                          -> 3
  report: filters[team][$exists]=true                                    -> 1
  report: filters[team][$null]=true                                      -> 3
  team: filters[reports][$none][title]=hidden                            -> 1
  team: filters[reports][$every][title]=seen                             -> 1
  team: filters[$not][reports][$every][title]=seen                       -> 
  team: filters[reports][$count]=1                                       -> 1
  team: filters[reports][labels][text]=secret                            -> 
  report: sort=team.name:asc:nullsLast                                   -> 1 3
  report: sort=team.name:asc:nullsFirst                                  -> 3 1
  team: filters[reports][pages][$gte]=99&sort=reports.pages:desc         -> 
`);

const entities = { team: Team, report: Report };
const context = { tenant: 1 };

onEngines(
  'scopes',
  {
    entities: [Team, Report, Label],
    seed: async ({ manager }) => {
      await manager.save(Team, teams);
      await manager.save(Label, labels);
      await manager.save(Report, reports);
    },
  },
  (world) => {
    it.each(routes)('closes %s, which finds %s', async (route, verdict) => {
      const [, name = '', query = ''] = /^(\w+): (.*)$/.exec(`${route} `) ?? [];
      const entity = name === 'team' ? entities.team : entities.report;
      const ids = verdict.split(' ').filter(Boolean).map(Number);
      const repository = world.repository<Team | Report>(entity);
      const parsed = world.filters.parse<Team | Report>(entity, query.trim(), { context });
      const { data, meta } = await world.filters.page(repository, parsed);
      expect(data.map(({ id }) => id)).toEqual(ids);
      expect(meta.pagination).toMatchObject({ total: ids.length });
      expect(await world.filters.count(repository, parsed)).toBe(ids.length);
    });

    it('closes a count of what is hidden', async () => {
      const query = 'filters[reports][$count][$eq]=0&filters[reports][$count][$where][title]=hidden';
      const parsed = world.filters.parse(Team, query, { context });
      const rows = await world.filters.apply(world.repository(Team).createQueryBuilder('team'), parsed).getMany();
      expect(rows.map(({ id }) => id)).toEqual([1]);
    });

    it('holds in code, and in the relations of a condition of the server', async () => {
      const inCode = world.filters.filter(Report, { filters: { pages: { $gte: 1 } } }, { context });
      expect((await inCode.getMany()).map(({ id }) => id).sort()).toEqual([1, 3]);
      const query = world.filters.and(world.filters.parse(Report, '', { context }), { team: { name: 'hidden' } });
      expect(await world.filters.count(world.repository(Report), query)).toBe(0);
    });

    it('holds in a total that is to be estimated, from statistics of all tenants', async () => {
      const estimating = world.filtersWith({ pagination: { count: 'estimate' } });
      const query = estimating.parse(Report, 'pagination[pageSize]=1', { context });
      const { meta } = await estimating.page(world.repository(Report), query);
      expect(meta.pagination).toEqual({ page: 1, pageSize: 1, pageCount: 2, total: 2 });
    });

    it('refuses the request where a scope fails or gives nothing', () => {
      const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
      expect(() => world.filters.parse(Team, '')).toThrow(expect.objectContaining({ status: 403 }));
      logged.mockRestore();
    });
  },
);
