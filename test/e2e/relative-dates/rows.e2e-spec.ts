import { type FilterService, Filterable, type ParseOverrides } from 'nestjs-filterable';
import { queryFor } from 'nestjs-filterable/testing';
import { Column, type DataSource, Entity, PrimaryColumn } from 'typeorm';
import { ownClock } from '../../../lib/engine/index.js';
import { onEngines } from '../../support/engines.js';
import { cases } from '../../support/table.js';

@Entity()
@Filterable({ facets: ['day'] })
class Visit {
  @PrimaryColumn() id!: number;
  @Column({ type: Date, nullable: true }) at!: Date | null;
  @Column({ type: 'date', nullable: true }) day!: string | null;
  @Filterable({ paths: { on: 'date' } })
  @Column({ type: 'json', nullable: true })
  data!: object | null;
}

/** Friday. In Oslo, clocks went forward on Sunday, the 31st of March; the list is read there. */
const now = new Date('2024-04-05T10:20:30Z');
const zone = 'Europe/Oslo';

/** The rows lie at the edges of what is asked: an instant before a unit, its first, its last, the first after it. */
const ats: readonly (string | null)[] = [
  null,
  '2024-02-29T22:59:59.999Z',
  '2024-02-29T23:00:00Z', // the first of March in Oslo
  '2024-03-29T10:20:30Z', // a week ago, by the clock, would be an hour earlier
  '2024-03-29T11:20:30Z',
  '2024-03-31T21:59:59.999Z',
  '2024-03-31T22:00:00Z', // the first of April, a Monday
  '2024-04-04T21:59:59.999Z',
  '2024-04-04T22:00:00Z', // today
  '2024-04-05T10:20:30Z', // now
  '2024-04-05T21:59:59.999Z',
  '2024-04-05T22:00:00Z', // tomorrow
  '2024-04-30T22:00:00Z',
];

const days = [null, '2024-02-29', '2024-03-01', '2024-03-29', '2024-03-31', '2024-04-01', '2024-04-04', '2024-04-05'];

const questions = cases(`
  filters[at]=now                                                     -> 9
  filters[at][$lt]=now                                                -> 1 2 3 4 5 6 7 8
  filters[at][$gte]=now                                               -> 9 10 11 12
  filters[at][$gte]=now-7d                                            -> 4 5 6 7 8 9 10 11 12
  filters[at][$gte]=now-168h                                          -> 3 4 5 6 7 8 9 10 11 12
  filters[at]=now/d                                                   -> 8 9 10
  filters[at][$ne]=now/d                                              -> 1 2 3 4 5 6 7 11 12
  filters[at][$lte]=now/d                                             -> 1 2 3 4 5 6 7 8 9 10
  filters[at][$gt]=now/d                                              -> 11 12
  filters[at][$lt]=now/d                                              -> 1 2 3 4 5 6 7
  filters[at][$gte]=now/d                                             -> 8 9 10 11 12
  filters[at]=now/M                                                   -> 6 7 8 9 10 11
  filters[at]=now-1M/M                                                -> 2 3 4 5
  filters[at]=now/w                                                   -> 6 7 8 9 10 11
  filters[at]=now/Q                                                   -> 6 7 8 9 10 11 12
  filters[at]=now-1Q/Q                                                -> 1 2 3 4 5
  filters[at]=now/y                                                   -> 1 2 3 4 5 6 7 8 9 10 11 12
  filters[at]=now-1d/d                                                -> 7
  filters[at]=now/h                                                   -> 9
  filters[at][$between][0]=now-7d/d&filters[at][$between][1]=now/d    -> 3 4 5 6 7 8 9 10
  filters[at][$notBetween][0]=now-1M/M&filters[at][$notBetween][1]=now/d -> 1 11 12
  filters[at][$in][0]=now/d&filters[at][$in][1]=now-1M/M&filters[at][$in][2]=now -> 2 3 4 5 8 9 10
  filters[at][$notIn][0]=now/d&filters[at][$notIn][1]=now-1M/M        -> 1 6 7 11 12
  filters[at][$in][0]=now&filters[at][$in][1]=2024-03-31T22:00:00Z    -> 6 9
  filters[$not][at]=now/d                                             -> 1 2 3 4 5 6 7 11 12
  filters[day]=now                                                    -> 7
  filters[day]=now/d                                                  -> 7
  filters[day][$lt]=now                                               -> 1 2 3 4 5 6
  filters[day][$lte]=now                                              -> 1 2 3 4 5 6 7
  filters[day]=now/w                                                  -> 5 6 7
  filters[day]=now-1M/M                                               -> 2 3 4
  filters[day][$ne]=now-1M/M                                          -> 1 5 6 7
  filters[day][$lt]=now-1M/M                                          -> 1
  filters[day][$lte]=now-1M/M                                         -> 1 2 3 4
  filters[day][$gt]=now-1M/M                                          -> 5 6 7
  filters[day][$gte]=now-1M/M                                         -> 2 3 4 5 6 7
  filters[day][$between][0]=now-7d&filters[day][$between][1]=now-1d   -> 3 4 5 6
  filters[day][$between][0]=now-1M/M&filters[day][$between][1]=2024-04-01 -> 2 3 4 5
  filters[day][$notBetween][0]=now-1M/M&filters[day][$notBetween][1]=now -> 1
  filters[day][$in][0]=now-1M/M&filters[day][$in][1]=2024-02-29&filters[day][$in][2]=now -> 1 2 3 4 7
  filters[day][$notIn][0]=now-1M/M&filters[day][$notIn][1]=2024-02-29 -> 5 6 7
  filters[$not][day]=now-1M/M                                         -> 1 5 6 7
  filters[data][on]=now                                               -> 7
  filters[data][on]=now-1M/M                                          -> 2 3 4
  filters[data][on][$gt]=now-1M/M                                     -> 5 6 7
`).map(([query, ids]) => [query, ids.split(' ').map(Number)] as const);

const seed = (source: DataSource) =>
  source.getRepository(Visit).insert(
    ats.map((at, id) => ({
      id,
      at: at === null ? null : new Date(at),
      day: days[id] ?? null,
      data: days[id] === undefined ? null : { on: days[id] },
    })),
  );

onEngines('relative dates', { entities: [Visit], seed }, (world) => {
  let filters: FilterService;
  let time = now;
  let readings = 0;

  beforeAll(() => {
    const clock = () => {
      readings += 1;
      return time;
    };
    filters = world.filtersWith(Object.assign({ timezone: zone }, { [ownClock]: clock }));
  });
  beforeEach(() => {
    time = now;
    readings = 0;
  });

  const idsOf = async (query: string, overrides: ParseOverrides<Visit> = {}) => {
    const { data } = await filters.page(visits(), filters.parse(Visit, `${query}&sort=id`, overrides));
    return data.map(({ id }) => id);
  };
  const visits = () => world.repository(Visit).createQueryBuilder('v');

  it.each(questions)('%s finds %j', async (query, ids) => {
    for (const _ of [1, 2]) expect([_, await idsOf(query)]).toEqual([_, ids]);
    expect(readings).toBe(2);
  });

  it('take turns with dates and other units, and keep nothing of one another', async () => {
    for (const [query, ids] of [...questions, ...questions].reverse())
      expect([query, await idsOf(query)]).toEqual([query, ids]);
  });

  it('follow the clock', async () => {
    expect(await idsOf('filters[at]=now/d')).toEqual([8, 9, 10]);
    time = new Date('2024-04-06T10:20:30Z');
    expect(await idsOf('filters[at]=now/d')).toEqual([11]);
    time = new Date('2024-03-15T10:20:30Z');
    expect(await idsOf('filters[at]=now/M')).toEqual([2, 3, 4, 5]);
    expect(await idsOf('filters[day]=now/M')).toEqual([2, 3, 4]);
  });

  it('stay at the moment of their query, for the count, facets and rows, and beside conditions of the program', async () => {
    const query = filters.parse(Visit, 'filters[day]=now/w&facets=day');
    time = new Date('2025-04-05T10:20:30Z');
    expect(await filters.count(visits(), query)).toBe(3);
    expect((await filters.page(visits(), query)).data).toHaveLength(3);
    expect(await filters.count(visits(), filters.and(query, { day: { $lt: 'now' } }))).toBe(2);
    const { day } = await filters.facets(visits(), query);
    expect(day).toMatchObject({ values: expect.anything() });
    expect(query.toString()).toBe('filters[day][$eq]=now%2Fw&facets[day]=true');
    expect(readings).toBe(1);
  });

  it('are read by defaults at the moment of each request', async () => {
    const overrides: ParseOverrides<Visit> = { defaults: { filters: { day: 'now' }, when: 'always' } };
    expect(await idsOf('', overrides)).toEqual([7]);
    time = new Date('2024-04-04T10:20:30Z');
    expect(await idsOf('', overrides)).toEqual([6]);
    const handlers = { ...overrides, relativeDates: false };
    expect(await idsOf('', handlers)).toEqual([6]);
    time = now;
    expect(await idsOf('', handlers)).toEqual([7]);
  });

  it('are taken in code, and by the program’s own words', async () => {
    const found = await filters.filter(Visit, { filters: { at: { $gte: 'now/d' } }, sort: 'id' }).getMany();
    expect(found.map(({ id }) => id)).toEqual([8, 9, 10, 11, 12]);
    const trusted = filters.filter(Visit, { filters: { day: 'now' } }, { trusted: true });
    expect(await trusted.getCount()).toBe(1);
  });

  it('are those of a query that another data source has read', async () => {
    const query = await queryFor(Visit, 'filters[at]=now/d', { now, forRoot: { timezone: zone } });
    const { data } = await filters.page(visits(), query);
    expect(data.map(({ id }) => id)).toEqual([8, 9, 10]);
  });
});
