import fc from 'fast-check';
import { FilterService, Filterable, type FilterQuery, type FilterQueryOverrides } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import type { PathRule } from '../../../lib/schema/declarations.js';
import { describeEntities } from '../../support/metadata.js';
import { parse } from '../parse/asking.js';
import { requests, shuffled } from './requests.js';
import { factor } from '../../support/thorough.js';

interface Reader {
  readonly tenant: number;
  readonly admin: boolean;
}

const isAdmin = ({ admin }: Reader) => admin;

@Entity()
@Filterable({ fields: ['id', 'name'], scope: ({ tenant }: Reader) => ({ tenantId: tenant }) })
class Owner {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenantId!: number;
  @OneToMany(() => Paper, (paper) => paper.owner) papers!: Relation<Paper>[];
}

@Entity()
@Filterable({
  fields: ['id', 'title', 'pages', { name: 'note', when: isAdmin }],
  relations: ['owner'],
  scope: ({ tenant }: Reader) => ({ tenantId: tenant }),
})
class Paper {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() subtitle!: string;
  @Column() pages!: number;
  @Column() note!: string;
  @Column() tenantId!: number;
  @ManyToOne(() => Owner, (owner) => owner.papers) owner!: Relation<Owner>;
}

@Entity()
@Filterable({ fields: ['id', 'specs'] })
class Sheet {
  @PrimaryColumn() id!: number;
  @Column('simple-json') specs!: unknown;
}

@Entity()
@Filterable({ fields: ['id', 'title', 'pages'], relations: ['owner'] })
class Leaf {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() pages!: number;
  @ManyToOne(() => Owner) owner!: Relation<Owner>;
}

const source = await describeEntities('sqlite', [Owner, Paper, Leaf, Sheet]);

type Overrides = FilterQueryOverrides<Paper>;

const services = {
  plain: FilterService.forDataSource(source),
  'NULLs last': FilterService.forDataSource(source, { nulls: 'last' }),
  'in Oslo': FilterService.forDataSource(source, { timezone: 'Europe/Oslo' }),
};
type ServiceName = keyof typeof services;

const overrides = {
  none: {},
  'defaults always': { defaults: { filters: { pages: { $gt: 1 } }, when: 'always' } },
  'other defaults always': { defaults: { filters: { pages: { $gt: 2 } }, when: 'always' } },
  'defaults where absent': { defaults: { filters: { pages: { $gt: 1 } } } },
  'an order by default': { defaults: { sort: 'pages' } },
  'the other way round': { defaults: { sort: 'pages:desc' } },
  'larger pages': { limits: { pageSize: 50 } },
  'an alias': { fields: ['id', { name: 'subtitle', as: 'title' }] },
  'fewer fields': { fields: ['id', 'title'] },
  'a cap': { pagination: { count: { capped: 10 } } },
  'another cap': { pagination: { count: { capped: 20 } } },
  signed: { pagination: { secret: 'sixteen letters!' } },
} as const satisfies Record<string, Overrides>;
type OverridesName = keyof typeof overrides;

const added = { nothing: undefined, something: { note: 'a' }, 'something else': { note: 'b' } } as const;
type AddedName = keyof typeof added;

const requestsHere = [
  '',
  'filters[title][$eq]=a',
  'sort[0]=title:asc',
  'filters[title][$eq]=a&pagination[page]=2&pagination[pageSize]=25',
] as const;

/** Every part by which two queries can differ. */
interface Asked {
  readonly service: ServiceName;
  readonly overrides: OverridesName;
  readonly reader: Reader;
  readonly added: AddedName;
  readonly request: string;
}

function queryOf(asked: Asked): FilterQuery<Paper> {
  const service = services[asked.service];
  const query = service.parse(Paper, asked.request, overrides[asked.overrides], asked.reader);
  const more = added[asked.added];
  return more === undefined ? query : service.and(query, more);
}

/** The SQL and the parameters that reach the driver. */
function statementOf(asked: Asked): string {
  const builder = services[asked.service].apply(source.createQueryBuilder(Paper, 'paper'), queryOf(asked));
  return JSON.stringify(builder.getQueryAndParameters(), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) => Object.keys(table) as Name[];

/** All queries that these parts can be combined to. */
const everything: readonly Asked[] = (['plain', 'NULLs last'] as const).flatMap((service) =>
  namesOf(overrides).flatMap((override) =>
    [1, 2].flatMap((tenant) =>
      [false, true].flatMap((admin) =>
        namesOf(added).flatMap((more) =>
          requestsHere.map((request): Asked => ({
            service,
            overrides: override,
            reader: { tenant, admin },
            added: more,
            request,
          })),
        ),
      ),
    ),
  ),
);

const plain: Asked = {
  service: 'plain',
  overrides: 'none',
  reader: { tenant: 1, admin: false },
  added: 'nothing',
  request: 'filters[title][$eq]=a',
};
const keyOf = (asked: Partial<Asked> = {}) => queryOf({ ...plain, ...asked }).cacheKey();

describe('a cache key', () => {
  it('is the canonical query string and a digest of constant length', () => {
    const [text, digest, ...more] = keyOf().split('#');
    expect(text).toBe(queryOf(plain).toString());
    expect(digest).toMatch(/^[\w-]{43}$/);
    expect(more).toEqual([]);
    expect(keyOf({ request: '' })).toMatch(/^#[\w-]{43}$/);
  });

  it('is the same for equal requests', () => {
    expect(keyOf()).toBe(keyOf());
    expect(keyOf({ request: 'filters[title]=a' })).toBe(keyOf({ request: 'filters[$and][0][title][$eq]=a' }));
  });

  const differences: readonly (readonly [why: string, one: Partial<Asked>, other: Partial<Asked>])[] = [
    ['the tenant of a scope', {}, { reader: { tenant: 2, admin: false } }],
    ['what the context makes visible', {}, { reader: { tenant: 1, admin: true } }],
    ['and()', {}, { added: 'something' }],
    ['what and() adds', { added: 'something' }, { added: 'something else' }],
    ['defaults that always hold', {}, { overrides: 'defaults always' }],
    ['what they are', { overrides: 'defaults always' }, { overrides: 'other defaults always' }],
    ['defaults of who asks for nothing', { request: '' }, { request: '', overrides: 'defaults where absent' }],
    ['the order by default', {}, { overrides: 'an order by default' }],
    ['its direction', { overrides: 'an order by default' }, { overrides: 'the other way round' }],
    ['the size of a page', {}, { overrides: 'larger pages' }],
    ['what a name stands for', {}, { overrides: 'an alias' }],
    ['what may be asked', {}, { overrides: 'fewer fields' }],
    ['how totals are found', {}, { overrides: 'a cap' }],
    ['how far they are', { overrides: 'a cap' }, { overrides: 'another cap' }],
    ['what signs cursors', {}, { overrides: 'signed' }],
    ['where NULL stands', {}, { service: 'NULLs last' }],
    ['the zone of dates', {}, { service: 'in Oslo' }],
    ['the client’s own conditions', {}, { request: 'filters[title][$eq]=b' }],
  ];

  it.each(differences)('depends on %s', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it('depends on the scope of a related entity', () => {
    const [here, there] = [1, 2].map((tenant) => {
      const query = services.plain.parse(Leaf, 'filters[owner][name][$eq]=a', {}, { ...plain.reader, tenant });
      return query.cacheKey();
    });
    expect(here).not.toBe(there);
  });

  // prettier-ignore
  const paths: readonly (readonly [why: string, one: PathRule, other: PathRule])[] = [
    ['the keys of a path', { at: ['a'], kind: 'text' }, { at: ['b'], kind: 'text' }],
    ['whether the keys are one or two', { at: ['a.b'], kind: 'text' }, { at: ['a', 'b'], kind: 'text' }],
    ['whether a path is a list', { kind: 'text', operators: ['$null'] }, { kind: 'text', list: true, operators: ['$null'] }],
  ];

  it.each(paths)('depends on %s', (_, one, other) => {
    const [here, there] = [one, other].map((path) => {
      const specs = { name: 'specs', paths: { path: { ...path, as: 'path' } } } as const;
      return services.plain.parse(Sheet, 'filters[specs][path][$null]=true', { fields: [specs] }).cacheKey();
    });
    expect(here).not.toBe(there);
  });

  it('depends on the entity', () => {
    const request = 'filters[title][$eq]=a';
    const leaf = services.plain.parse(Leaf, request, {}, plain.reader);
    expect(leaf.toString()).toBe(queryOf(plain).toString());
    expect(leaf.cacheKey()).not.toBe(keyOf());
  });

  it('does not depend on the rest of the context, nor on defaults that do not apply', () => {
    const key = keyOf({ overrides: 'defaults where absent' });
    expect(key).toBe(keyOf());
    const reader = { tenant: 1, admin: false, requestId: 'abc' };
    expect(keyOf({ reader })).toBe(keyOf());
  });

  it('shows nothing of a secret, a tenant or a condition of the server', () => {
    const key = keyOf({ overrides: 'signed', added: 'something', reader: { tenant: 123456789, admin: false } });
    expect(key).not.toMatch(/sixteen|tenantId|123456789|note/);
  });

  it('is equal only for equal statements', () => {
    const statements = new Map<string, Set<string>>();
    for (const asked of everything) {
      const key = queryOf(asked).cacheKey();
      statements.set(key, (statements.get(key) ?? new Set()).add(statementOf(asked)));
    }
    expect([...statements.values()].filter(({ size }) => size > 1)).toEqual([]);
    // Without equal pairs the comparison above would prove nothing.
    expect(statements.size).toBeLessThan(everything.length);
  });

  const together = 'filters[comments][$count][$gte]=1&filters[comments][$count][$lte]=3';

  it.each([
    ['two members of $and', 'filters[$and][0][comments][$count][$gte]=1&filters[$and][1][comments][$count][$lte]=3'],
    ['the other order', 'filters[$and][0][comments][$count][$lte]=3&filters[$and][1][comments][$count][$gte]=1'],
  ])('is equal where the comparisons of a count are written as %s', (_, apart) => {
    expect(parse(apart).cacheKey()).toBe(parse(together).cacheKey());
    expect(parse(parse(apart).toString()).cacheKey()).toBe(parse(together).cacheKey());
  });

  it.each([
    ['one of them is enough', 'filters[$or][0][comments][$count][$gte]=1&filters[$or][1][comments][$count][$lte]=3'],
    ['other rows are counted', `${together}&filters[comments][$count][$where][stars]=1`],
    ['one is missing', 'filters[comments][$count][$gte]=1'],
  ])('is another one where %s', (_, other) => {
    expect(parse(other).cacheKey()).not.toBe(parse(together).cacheKey());
  });

  it('is equal for every spelling of one request', () => {
    const pairs = requests.chain((request) => fc.tuple(fc.constant(request), shuffled(request)));
    fc.assert(
      fc.property(pairs, ([request, other]) => {
        const key = understood(request);
        fc.pre(key !== undefined);
        expect(understood(other as object)).toBe(key);
        expect(parse(parse(request).toString()).cacheKey()).toBe(key);
      }),
      { numRuns: 50 * factor },
    );
  });
});

function understood(request: string | object): string | undefined {
  try {
    return parse(request).cacheKey();
  } catch {
    return undefined;
  }
}
