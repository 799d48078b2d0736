import { Filterable, FilterConfigurationError, FilterService } from 'nestjs-filterable';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { serviceFor } from '../parse/asking.js';
import { Cook, cooks } from './model.js';

type Rules = Parameters<typeof Filterable>[0];

/** Boots an entity with these options, and returns what is wrong with them. */
async function mistakeOf(options: Rules): Promise<string> {
  @Entity()
  class Dish {
    @PrimaryGeneratedColumn() id!: number;
    @Column() name!: string;
    @Column() rating!: number;
    @Column('simple-json') specs!: object;
  }
  Filterable(options as never)(Dish);
  try {
    await serviceFor([Dish]);
    return '';
  } catch (error) {
    if (error instanceof FilterConfigurationError) return error.message;
    throw error;
  }
}

const rated = (formerly: unknown) => ({
  fields: ['id', 'name', { name: 'rating', formerly }, { name: 'specs', as: 'details', paths: { color: 'text' } }],
});
const taken = (name: string) => `the former name ${name} is taken`;
const list = 'must be a list of the different names that requests had before';

describe('former names that cannot be', () => {
  // prettier-ignore
  const mistakes: readonly (readonly [unknown, string, string])[] = [
    [rated(['name']), taken('name'), 'the name of another member'],
    [rated(['details']), taken('details'), 'an alias'],
    [rated(['rating']), taken('rating'), 'its own name'],
    [rated(['details.color']), taken('details.color'), 'a path'],
    [rated(['name.first']), taken('name.first'), 'a place within a member'],
    [{ fields: [{ name: 'name', formerly: ['label'] }, { name: 'rating', formerly: ['label'] }] }, taken('label'), 'another former name'],
    [{ fields: ['name', { name: 'specs', paths: { color: { kind: 'text', formerly: ['w'] }, w: 'text' } }] }, taken('specs.w'), 'the name of another path'],
    [rated('score'), list, 'one name'],
    [rated([]), list, 'none'],
    [rated(['score', 'score']), list, 'one twice'],
    [rated([3]), list, 'no text'],
    [rated(['$eq']), list, 'an operator'],
    [rated(['a[b]']), list, 'a bracket'],
    [rated(['7']), list, 'an index'],
    [rated(['']), list, 'an empty one'],
  ];
  test.each(mistakes)('%j: %s, %s', async (options, message) => {
    expect(await mistakeOf(options as never)).toContain(message);
  });

  test('correct ones are none', async () => {
    expect(await mistakeOf(rated(['score', 'points']) as never)).toBe('');
  });
});

describe('deprecations that cannot be', () => {
  const deprecated = (option: unknown) => ({ fields: ['id', { name: 'rating', deprecated: option }] });
  const day = "must be a day of the calendar, such as '2026-11-01'";
  const mistakes: readonly (readonly [unknown, string])[] = [
    ['', "`deprecated` must be a text such as 'use rating', or { use }"],
    [true, "`deprecated` must be a text such as 'use rating', or { use }"],
    [{}, '`deprecated.use` must be what takes its place'],
    [{ use: ' ' }, '`deprecated.use` must be what takes its place'],
    [{ use: 'stars', sunset: '2026-11-01' }, 'sunset'],
    [{ use: 'stars', since: '2026-02-29' }, `\`deprecated.since\` ${day}`],
    [{ use: 'stars', since: 'now' }, `\`deprecated.since\` ${day}`],
    [{ use: 'stars', until: '2026-11-01T00:00:00Z' }, `\`deprecated.until\` ${day}`],
    [{ use: 'stars', until: new Date(0) }, `\`deprecated.until\` ${day}`],
    [{ use: 'stars', since: '2027-05-01', until: '2026-11-01' }, '`deprecated.until` is 2026-11-01, before'],
  ];
  test.each(mistakes)('%j: %s', async (option, message) => {
    expect(await mistakeOf(deprecated(option) as never)).toContain(message);
  });
  test('of a facet', async () => {
    const facets = [{ name: 'rating', deprecated: { use: 'stars', since: '2027-05-01', until: '2026-11-01' } }];
    expect(await mistakeOf({ fields: ['rating'], facets } as never)).toContain('the facet rating: `deprecated.until`');
  });
  test('an end on the day of the beginning is none', async () => {
    expect(await mistakeOf(deprecated({ use: 'stars', since: '2026-11-01', until: '2026-11-01' }) as never)).toBe('');
  });
});

test('a handler may take a former name for itself where it leaves its member out', () => {
  const overrides = { fields: ['id', { name: 'name', as: 'score' }] } as const;
  const query = cooks.parse(Cook, 'filters[score]=a', overrides);
  expect(decodeURIComponent(query.toString())).toBe('filters[score][$eq]=a');
  expect(() => cooks.parse(Cook, '', { fields: ['rating', { name: 'name', as: 'score' }] })).toThrow(taken('score'));
});

test('a handler keeps the former names of the fields that it lists, or has its own', () => {
  expect(cooks.parse(Cook, 'filters[score]=1', { fields: ['rating'] }).has('filters')).toBe(true);
  const own = { fields: [{ name: 'rating', formerly: ['marks'] }] } as const;
  expect(cooks.parse(Cook, 'filters[marks]=1', own).has('filters')).toBe(true);
  expect(() => cooks.parse(Cook, 'filters[score]=1', own)).toThrow('filters[score]');
});

test('the decorator of a property takes them', async () => {
  @Entity()
  class Dish {
    @PrimaryGeneratedColumn() id!: number;
    @Filterable({ formerly: ['score'] }) @Column() rating!: number;
  }
  const filters = FilterService.forDataSource(await describeEntities('sqlite', [Dish]));
  expect(decodeURIComponent(filters.parse(Dish, 'filters[score]=1').toString())).toBe('filters[rating][$eq]=1');
});

describe('flat names', () => {
  const flat = { filters: { stars: { field: 'rating', operator: '$gte', formerly: ['min', 'from'] } } } as const;
  test.each(['stars', 'min', 'from'])('%s', (name) => {
    expect(decodeURIComponent(cooks.parse(Cook, `${name}=3`, { flat }).toString())).toBe('filters[rating][$gte]=3');
  });
  test('two of them contradict', () => {
    expect(() => cooks.parse(Cook, 'stars=3&min=2', { flat })).toThrow('min is sent by stars, too');
  });
  test('links have the present one', () => {
    const query = cooks.parse(Cook, 'min=3&lang=de', { flat });
    const page = { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 2, total: 30 } } };
    expect(cooks.links(query, page as never, '/cooks?min=3&lang=de')).toContain('/cooks?stars=3&lang=de');
  });
  test('descriptions have the present one', () => {
    expect(cooks.describe(Cook, { flat }).flat?.map(({ name }) => name)).toEqual(['stars']);
  });
  test('one that is taken', () => {
    const twice = { filters: { ...flat.filters, min: { field: 'rating' } } } as const;
    expect(() => cooks.parse(Cook, '', { flat: twice })).toThrow('names min, which is listed twice');
  });
});
