import type { FilterModuleOptions, FilterService } from 'nestjs-filterable';
import { ownClock } from '../../../lib/engine/index.js';
import { onEngines } from '../../support/engines.js';
import { type Guest, Venue, entities, fillVenues, today, venues } from './model.js';

/** A request, and the same question by hand, about \`v\`, its owner \`o\`, and its visits. */
const rows: readonly (readonly [request: string, sql: string, guest?: Guest])[] = [
  ['filters[popular]=true', live('>= 2')],
  ['filters[popular][$eq]=true', live('>= 2')],
  ['filters[loved]=true', live('>= 2')],
  ['filters[popular]=1', live('>= 2')],
  ['filters[popular]=false', live('< 2')],
  ['filters[$not][popular]=true', live('< 2')],
  ['filters[popular][$not][$eq]=true', live('< 2')],
  ['filters[$not][popular]=false', live('>= 2')],
  ['filters[popular][$in][0]=true&filters[popular][$in][1]=false', '1 = 1'],
  ['filters[popular][0]=false', live('< 2')],
  ['filters[secret]=true', "v.notes LIKE '%secret%'"],
  ['filters[secret]=false', "NOT v.notes LIKE '%secret%'"],
  ['filters[atLeast]=3', 'v.rating >= 3'],
  ['filters[$not][atLeast]=3', 'NOT v.rating >= 3'],
  ['filters[atLeast][$in][0]=5&filters[atLeast][$in][1]=4', '(v.rating >= 5 OR v.rating >= 4)'],
  ['filters[atLeast]=3&filters[score][$lt]=5', 'v.rating >= 3 AND v.rating < 5'],
  ['filters[about]=attic', "(LOWER(v.name) LIKE '%attic%' OR LOWER(v.notes) LIKE '%attic%')"],
  ['filters[about]=at%25tic', '1 = 0'],
  ['filters[since]=2026-11-18', "v.opened >= '2026-11-18'"],
  ['filters[fresh]=true', "v.opened >= '2026-11-18'"],
  ['filters[since]=now-7d', "v.opened >= '2026-11-18'"],
  ['filters[every]=true', '1 = 1'],
  ['filters[every]=false', '1 = 0'],
  ['filters[$or][0][popular]=true&filters[$or][1][city]=Rome', `(${live('>= 2')} OR v.city = 'Rome')`],
  ['filters[$or][popular]=true&filters[$or][secret]=true', `(${live('>= 2')} OR v.notes LIKE '%secret%')`],
  ['filters[$not][$or][popular]=true&filters[$not][$or][every]=false', `NOT (${live('>= 2')})`],
  ['filters[wellKept]=true', 'o.wealth > 10 AND v.rating > 2'],
  ['filters[wellKept]=false', 'NOT (o.wealth IS NOT NULL AND o.wealth > 10 AND v.rating > 2)'],
  ['filters[owner][rich]=true', 'o.wealth >= 100'],
  ['filters[owner][rich]=false', 'o.wealth < 100'],
  ['filters[$not][owner][rich]=true', '(o.id IS NULL OR o.wealth < 100)'],
  ['filters[owner][any]=true', 'o.id IS NOT NULL'],
  ['filters[$not][owner][any]=true', 'o.id IS NULL'],
  ['filters[owner][$or][any]=true&filters[owner][$or][id]=2', 'o.id IS NOT NULL'],
  ['filters[owner][any]=false', '1 = 0'],
  ['filters[visits][good]=true', visited('w.stars >= 4')],
  ['filters[visits][good]=true&filters[visits][stars]=4', visited('w.stars >= 4 AND w.stars = 4')],
  ['filters[visits][$none][good]=true', `NOT ${visited('w.stars >= 4')}`],
  ['filters[visits][$every][good]=true', `NOT ${visited('NOT w.stars >= 4')}`],
  ['filters[visits][$count][$gte]=2&filters[visits][$count][$where][good]=true', `${count('w.stars >= 4')} >= 2`],
  ['filters[popular]=true', `${live('>= 2')} AND v.city = 'Rome'`, { city: 'Rome' }],
  ['filters[popular]=false', `${live('< 2')} AND v.city = 'Rome'`, { city: 'Rome' }],
  ['filters[liked]=true', '1 = 0'],
  ['filters[liked]=true', 'v.id IN (2, 3)', { liked: [2, 3] }],
  ['filters[liked]=false', 'v.id NOT IN (2, 3)', { liked: [2, 3] }],
  ['filters[forAdmins]=true', 'v.notes IS NOT NULL', { admin: true }],
];

function count(condition: string): string {
  return `(SELECT COUNT(*) FROM nf_visit w WHERE w.${q('venueId')} = v.id AND w.${q('deletedAt')} IS NULL AND ${condition})`;
}

function live(comparison: string): string {
  return `${count('1 = 1')} ${comparison}`;
}

function visited(condition: string): string {
  return `${count(condition)} > 0`;
}

function q(name: string): string {
  return `{${name}}`;
}

const settings: readonly (readonly [string, FilterModuleOptions])[] = [
  ['adaptive', { adaptive: { few: 1, walk: 2 } }],
  ['by subqueries', { strategy: 'in' }],
];

function cursorOf(pagination: object): string {
  return 'next' in pagination ? String(pagination.next) : '';
}

onEngines('named filters', { entities, seed: fillVenues }, (world) => {
  const serviceOf = (options: FilterModuleOptions = {}) =>
    world.filtersWith(Object.assign({ ...options }, { [ownClock]: () => today }));

  async function byHand(condition: string): Promise<readonly number[]> {
    const written = condition.replaceAll(/\{(\w+)\}/g, (_, name: string) => world.source.driver.escape(name));
    const owner = world.source.driver.escape('ownerId');
    const found: readonly { id: number }[] = await world.source.query(
      `SELECT v.id FROM nf_venue v LEFT JOIN nf_owner o ON o.id = v.${owner} WHERE ${written} ORDER BY v.id`,
    );
    return found.map(({ id }) => Number(id));
  }

  describe.each(settings)('%s', (_, options) => {
    let filters: FilterService;
    beforeAll(() => {
      filters = serviceOf(options);
    });

    it.each(rows.map(([request, sql, guest]) => ({ request, sql, guest })))(
      '$request',
      async ({ request, sql, guest }) => {
        const query = filters.parse(Venue, `${request}&sort=id`, undefined, guest);
        const page = await filters.page(world.repository(Venue), query);
        const expected = await byHand(sql);
        expect(page.data.map(({ id }) => id)).toEqual(expected);
        expect(page.meta.pagination).toMatchObject({ total: expected.length });
        expect(await filters.count(world.repository(Venue), query)).toBe(expected.length);
        const again = filters.parse(Venue, query.toString(), undefined, guest);
        expect(again.toString()).toBe(query.toString());
        expect(again.cacheKey()).toBe(query.cacheKey());
      },
    );
  });

  it('guests in turns each have their own rows, whatever the number of their likes', async () => {
    const all = settings.map(([, options]) => serviceOf(options));
    const likes = [[], [1], [1, 2], [1, 2, 3, 4, 5], [3], [], [2, 5], [5, 4, 3, 2, 1], [4]];
    for (const filters of [...all, ...all]) {
      for (const request of [
        'filters[liked]=true',
        'filters[liked]=false',
        'filters[liked]=true&filters[secret]=true',
      ]) {
        for (const liked of likes) {
          const query = filters.parse(Venue, `${request}&sort=id&facets=city`, undefined, { liked });
          const page = await filters.page(world.repository(Venue), query);
          const isLiked = ({ id }: { readonly id: number }) => liked.includes(id) === !request.includes('=false');
          const kept = venues
            .filter(isLiked)
            .filter(({ notes }) => !request.includes('secret') || notes?.includes('secret'));
          expect(page.data.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
          expect(page.meta.pagination).toMatchObject({ total: kept.length });
          const cities = [...new Set(kept.map(({ city }) => city))].sort();
          const counted = cities.map((city) => ({
            value: city,
            count: kept.filter((venue) => venue.city === city).length,
          }));
          expect(page.meta.facets?.city).toMatchObject({ values: expect.arrayContaining(counted) as unknown });
        }
      }
    }
  });

  it('a populated relation knows those of its entity', async () => {
    const filters = serviceOf();
    const query = filters.parse(
      Venue,
      'populate[visits][filters][good]=true&populate[owner][filters][rich]=true&sort=id',
    );
    const { data } = await filters.page(world.repository(Venue), query);
    const shown = data.map(
      ({ id, owner, visits }) => `${id} ${owner?.id ?? '-'} ${visits.map(({ stars }) => stars).join()}`,
    );
    expect(shown).toEqual(['1 1 5,4', '2 - 4', '3 - ', '4 - ', '5 1 5']);
    expect(decodeURIComponent(query.toString())).toContain('populate[visits][filters][good][$eq]=true');
  });

  it('a facet of a field that a named filter compares keeps the condition', async () => {
    const filters = serviceOf();
    const query = filters.parse(Venue, 'filters[about]=attic&filters[city]=Oslo&facets=city');
    const { meta } = await filters.page(world.repository(Venue), query);
    expect(meta.facets?.city).toEqual({
      values: [
        { value: 'Oslo', count: 1 },
        { value: 'Rome', count: 1 },
      ],
      hasMore: false,
    });
  });

  it('walks by cursor, in chunks, and in a builder', async () => {
    const filters = serviceOf({ pagination: { styles: ['cursor'] } });
    const venue = () => world.repository(Venue);
    const first = await filters.page(
      venue(),
      filters.parse(Venue, 'filters[popular]=true&sort=id&pagination[after]=&pagination[pageSize]=1'),
    );
    const next = cursorOf(first.meta.pagination);
    const request = `filters[loved]=true&sort=id&pagination[after]=${next}&pagination[pageSize]=1`;
    const second = await filters.page(venue(), filters.parse(Venue, request));
    expect([first, second].map(({ data }) => data.map(({ id }) => id))).toEqual([[1], [3]]);
    const seen: number[] = [];
    for await (const { id } of filters.each(venue(), filters.parse(Venue, 'filters[popular]=true&sort=id')))
      seen.push(id);
    expect(seen).toEqual([1, 3]);
    const inCode = filters.filter(Venue, { filters: { popular: true } as object, sort: 'id' });
    expect((await inCode.getMany()).map(({ id }) => id)).toEqual([1, 3]);
    const both = filters.and(filters.parse(Venue, 'filters[popular]=true'), { city: 'Rome' });
    expect((await filters.page(venue(), both)).data.map(({ id }) => id)).toEqual([3]);
  });
});
