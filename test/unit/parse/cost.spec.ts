import fc from 'fast-check';
import { Filterable, type Limits } from 'nestjs-filterable';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  VirtualColumn,
} from 'typeorm';
import { type Work, type WorkParts, costTable, narrowingCostOf, priceOf } from '../../../lib/cost.js';
import { type Asking, issuesOf, serviceFor, told } from './asking.js';

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Label {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
}

@Entity()
@Filterable({
  fields: [
    'id',
    'name',
    'marks',
    { name: 'length', kind: 'integer' },
    {
      name: 'specs',
      paths: { color: 'text', width: { kind: 'integer', indexed: true }, parts: { kind: 'text', list: true } },
    },
  ],
  relations: ['owner', 'pieces', 'labels'],
  search: ['name', 'owner.name'],
  aggregates: { id: ['sum'], length: ['sum'], 'specs.width': ['max'] },
  facets: ['name', 'marks', 'length', 'specs.color', 'owner.name', 'pieces.name', { name: 'id', type: 'range' }],
  populate: ['owner', { name: 'pieces', limit: 2 }],
})
class Ware {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column('simple-array') marks!: string[];
  @Column('simple-json') specs!: object;
  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` }) length!: number;
  @ManyToOne(() => Owner, { nullable: false }) owner!: Relation<Owner>;
  @OneToMany(() => Piece, (piece) => piece.ware) pieces!: Relation<Piece>[];
  @ManyToMany(() => Label) @JoinTable() labels!: Relation<Label>[];
}

@Entity()
@Filterable({ fields: ['id', 'name', { name: 'wareCount', of: 'wares', count: true }] })
class Owner {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Ware, (ware) => ware.owner) wares!: Relation<Ware>[];
}

@Entity()
@Filterable({ fields: ['id', 'name'] })
class Piece {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Ware, (ware) => ware.pieces) ware!: Relation<Ware>;
}

const by = await serviceFor([Ware, Owner, Piece, Label]);
const asking = (limits: Partial<Limits> = {}): Asking => ({ of: Ware, by, overrides: { limits } });
const refusals = (input: string | object, limits?: Partial<Limits>) => issuesOf(input, asking(limits)).map(told);
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join('&');

/** Requests, and the parts of their cost. */
// prettier-ignore
const priced: readonly (readonly [request: string, parts: WorkParts])[] = [
  ['filters[name]=a', { conditions: 1, values: 1 }],
  ['filters[name][$in][]=a&filters[name][$in][]=b', { conditions: 1, values: 2 }],
  ['filters[name][$null]=true', { conditions: 1 }],
  ['filters[name][$startsWith]=a', { conditions: 1, values: 1, anchoredMatches: 1 }],
  ['filters[name][$contains]=a', { conditions: 1, values: 1, unanchoredNeedles: 1, needles: 1 }],
  ['filters[marks]=a', { conditions: 1, values: 1, unanchoredNeedles: 1, listElements: 1 }],
  ['filters[specs][color]=a', { conditions: 1, values: 1, documentConditions: 1 }],
  ['filters[specs][width]=1', { conditions: 1, values: 1 }],
  ['filters[specs][parts][$empty]=true', { conditions: 1, documentConditions: 1 }],
  ['filters[specs][$null]=true', { conditions: 1, documentConditions: 1 }],
  ['filters[length]=1', { conditions: 1, values: 1, relationConditions: 1, virtualConditions: 1 }],
  ['filters[owner][name]=a', { conditions: 1, values: 1, relationConditions: 1 }],
  ['filters[pieces][name]=a', { conditions: 1, values: 1, relationConditions: 1, manyConditions: 1 }],
  ['filters[pieces][$none][name]=a', { conditions: 1, values: 1, relationConditions: 1, manyConditions: 1, absences: 1 }],
  ['filters[$not][pieces][name]=a', { conditions: 1, values: 1, relationConditions: 1, manyConditions: 1, absences: 1 }],
  ['filters[$not][pieces][$none][name]=a', { conditions: 1, values: 1, relationConditions: 1, manyConditions: 1 }],
  ['filters[pieces][$count]=1', { conditions: 1, values: 1, relationConditions: 1, counts: 1 }],
  ['filters[pieces][$count][$gt]=1&filters[pieces][$count][$where][name]=a', { conditions: 2, values: 2, relationConditions: 1, counts: 1, countedWhere: 1 }],
  ['filters[labels][$count][$gt]=1&filters[labels][$count][$where][name]=a', { conditions: 2, values: 2, relationConditions: 1, counts: 1, countedWhere: 1, countedJunctions: 1 }],
  ['search=a b', { searchTerms: 4 }],
  ['sort=name,id', { sortKeys: 2 }],
  ['sort=owner.name', { sortKeys: 1, sortHops: 1 }],
  ['sort=pieces.$count', { sortKeys: 1, sortHops: 1, sortedSubqueries: 1 }],
  ['sort=labels.$count', { sortKeys: 1, sortHops: 1, sortedSubqueries: 1, sortedJunctions: 1 }],
  ['sort=length', { sortKeys: 1, sortedSubqueries: 1, relationConditions: 1 }],
  ['sort=specs.color', { sortKeys: 1, sortedDocuments: 1 }],
  ['sort=specs.width', { sortKeys: 1 }],
  ['pagination[page]=101&pagination[pageSize]=100', { offset: 10_000 }],
  ['pagination[start]=50000', { offset: 50_000 }],
  ['populate=owner', { populate: 1, populatedRows: 25 }],
  ['populate=pieces', { populate: 1, populatedRows: 50 }],
  ['populate=pieces&pagination[pageSize]=10', { populate: 1, populatedRows: 20 }],
  ['facets=name,id', { facets: 2 }],
  ['facets=marks', { facets: 1, facetLists: 1 }],
  ['populate[owner][fields]=wareCount', { populate: 1, populatedRows: 25, aggregatedRelations: 1 }],
  ['aggregates=id:sum', { aggregates: 1 }],
  ['aggregates=length:sum', { aggregates: 1, aggregatedSubqueries: 1 }],
  ['aggregates=specs.width:max', { aggregates: 1, aggregatedDocuments: 1 }],
  ['facets=length', { facets: 1, facetSubqueries: 1 }],
  ['facets=specs.color', { facets: 1, facetDocuments: 1 }],
  ['facets=owner.name', { facets: 1, facetHops: 1 }],
  ['facets=pieces.name', { facets: 1, facetHops: 1, facetManyHops: 1 }],
  ['filters[owner][name]=a&facets=name,id', { conditions: 1, values: 1, relationConditions: 1, facets: 2, facetConditions: 2 * (3 + 0.04 + 8) }],
];

/** The price of work of any kinds. */
const costOf = (parts: WorkParts) =>
  (Object.keys(costTable) as Work[]).reduce((sum, kind) => sum + priceOf(kind, parts[kind] ?? 0), 0);

/** The parameter that is read last of those that a request sends. */
const lastOf = (request: string) =>
  ['populate', 'aggregates', 'facets', 'search', 'pagination', 'sort', 'filters'].find((name) =>
    new RegExp(`(^|&)${name}`).test(request),
  );

describe('limits.cost', () => {
  it.each(priced)('counts %s by its parts', (request, parts) => {
    const cost = Math.ceil(costOf(parts));
    expect(refusals(request, { cost })).toEqual([]);
    if (cost > 1)
      expect(refusals(request, { cost: cost - 1 })).toEqual([`limit_exceeded /${lastOf(request)} (cost ${cost - 1})`]);
  });

  it('has a request for every kind of work', () => {
    const asked = new Set(priced.flatMap(([, parts]) => Object.keys(parts)));
    expect(Object.keys(costTable).filter((kind) => !asked.has(kind))).toEqual([]);
  });

  it.each(priced)('counts %s as much where its shape is known', (request, parts) => {
    const service = asking({ cost: Math.ceil(costOf(parts)) });
    for (let round = 0; round < 4; round += 1) expect(issuesOf(request, service)).toEqual([]);
  });

  it('is told once, at the parameter that exceeds it, with its name and number', () => {
    const request = `${times(6, (i) => `filters[specs][color][$in][${i}]=a`)}&facets=pieces.name,specs.color,owner.name`;
    expect(issuesOf(request, asking({ cost: 200 }))).toEqual([
      {
        code: 'limit_exceeded',
        path: 'facets',
        pointer: '/facets',
        message: 'facets exceeds a limit: at most 200 units of work of every kind together (limits.cost)',
        limit: 'cost',
        max: 200,
      },
    ]);
  });

  it('is not told of work that another limit has refused', () => {
    expect(
      refusals(
        times(40, (i) => `filters[$or][${i}][name]=a`),
        { cost: 98 },
      ),
    ).toEqual(['limit_exceeded /filters (conditions 32)']);
  });

  it('counts what each facet repeats of the conditions and the search, and of nothing else', () => {
    const parts = { conditions: 2, searchTerms: 2, sortKeys: 5, offset: 1_000, facets: 3 };
    expect(narrowingCostOf(parts)).toBe(2 * 3 + 2 * 3);
  });

  it('refuses by the values of a list, the rows that are skipped and the facets of a known shape, too', () => {
    const service = asking({ cost: 20 });
    const members = (count: number) => times(count, (i) => `filters[id][$in][${i}]=${i}`);
    const skipping = (start: number) => `filters[id]=1&pagination[start]=${start}`;
    for (let round = 0; round < 3; round += 1) {
      expect(issuesOf(members(90), service)).toEqual([]);
      expect(issuesOf(skipping(100), service)).toEqual([]);
      expect(issuesOf('filters[id]=1&facets=name', service)).toEqual([]);
    }
    expect(refusals(skipping(90_000), { cost: 20 })).toEqual(['limit_exceeded /pagination (cost 20)']);
    expect(issuesOf(skipping(90_000), service).map(told)).toEqual(['limit_exceeded /pagination (cost 20)']);
    expect(issuesOf('filters[id]=1&facets=pieces.name', service).map(told)).toEqual([
      'limit_exceeded /facets (cost 20)',
    ]);
  });

  it('never grows where a part is taken from a request', () => {
    const kinds = Object.keys(costTable) as (keyof typeof costTable)[];
    const parts = fc.dictionary(fc.constantFrom(...kinds), fc.nat(1_000));
    fc.assert(
      fc.property(parts, fc.constantFrom(...kinds), (all, taken) => {
        expect(costOf({ ...all, [taken]: 0 })).toBeLessThanOrEqual(costOf(all));
      }),
    );
  });
});

describe('query.cost', () => {
  const costOfQuery = (request: string | object, overrides = {}) => by.parse(Ware, request, overrides).cost;

  it.each(priced)('tells the parts of %s', (request, work) => {
    const { total, parts } = costOfQuery(request);
    expect(total).toBeCloseTo(costOf(work), 4);
    const kinds = Object.keys(work) as Work[];
    expect(Object.keys(parts).sort()).toEqual(kinds.sort());
    for (const kind of kinds) expect(parts[kind]).toBeCloseTo(priceOf(kind, work[kind] ?? 0), 4);
  });

  it.each([[''], ['pagination[pageSize]=100'], ['pagination[withCount]=false'], ['pagination[after]=']])(
    'is 0 for %j, a page alone',
    (request) => expect(costOfQuery(request)).toEqual({ total: 0, parts: {} }),
  );

  it('has no digits that are only rounding, and its parts are in the order of the table', () => {
    const request = `facets=name&sort=name&${times(3, (i) => `filters[name][$in][${i}]=a`)}`;
    expect(costOfQuery(request)).toEqual({
      total: 19.3056,
      parts: { conditions: 3, values: 0.12, sortKeys: 3, facets: 12, facetConditions: 1.1856 },
    });
    expect(Object.keys(costOfQuery(request).parts)).toEqual([
      'conditions',
      'values',
      'sortKeys',
      'facets',
      'facetConditions',
    ]);
  });

  it('is the same for an object in code, for its printed form, and after and()', () => {
    const query = by.parse(Ware, { filters: { owner: { name: 'a' } }, sort: 'name' });
    const { total } = query.cost;
    expect(total).toBe(3 + 0.04 + 8 + 3);
    expect(by.parse(Ware, query.toString()).cost.total).toBe(total);
    expect(by.and(query, { name: 'b' }).cost.total).toBe(total);
  });

  it('does not count what the handler adds', () => {
    expect(costOfQuery('', { defaults: { filters: { name: 'a' }, sort: 'name' } }).total).toBe(0);
  });

  it('cannot be changed by who reads it', () => {
    const query = by.parse(Ware, 'filters[name]=a');
    Reflect.set(query.cost.parts, 'conditions', 0);
    expect(query.cost.parts.conditions).toBe(3);
  });
});

describe('limits.documentConditions', () => {
  const paths = (count: number, path: string) => times(count, (i) => `filters[$or][${i}][specs][${path}]=1`);

  it.each([
    [8, 'color', []],
    [9, 'color', ['limit_exceeded /filters (documentConditions 8)']],
    [32, 'width', []],
  ])('reads %i comparisons of specs.%s, and says %j', (count, path, expected) => {
    expect(refusals(paths(count, path), { cost: 5_000 })).toEqual(expected);
  });

  it('counts one for a list of values, and for each operator of an object', () => {
    const one = times(3, (i) => `filters[specs][color][$in][${i}]=a`);
    expect(refusals(one, { documentConditions: 1 })).toEqual([]);
    expect(refusals('filters[specs][color][$gt]=a&filters[specs][color][$lt]=b', { documentConditions: 1 })).toEqual([
      'limit_exceeded /filters (documentConditions 1)',
    ]);
  });

  it('is shown as indexed by a description', () => {
    const { fields } = by.describe(Ware);
    const indexed = fields.filter(({ name }) => name.startsWith('specs.')).map(({ name, indexed: is }) => [name, is]);
    expect(indexed).toEqual([
      ['specs.color', false],
      ['specs.width', true],
      ['specs.parts', false],
    ]);
  });
});
