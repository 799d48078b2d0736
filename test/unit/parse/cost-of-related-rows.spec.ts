import fc from 'fast-check';
import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { cases } from '../../support/table.js';
import { issuesOf, serviceFor, told } from './asking.js';
import { factor } from '../../support/thorough.js';

@Entity()
@Filterable({
  fields: ['id', 'name'],
  relations: [{ name: 'as', aggregates: true }],
  populate: [{ name: 'as', maximum: 50 }],
})
class Label {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Item, ({ label }) => label) as!: Relation<Item>[];
}

@Entity()
@Filterable({
  fields: [
    'id',
    'score',
    'name',
    { name: 'kidAvg', of: 'kids', avg: 'v' },
    { name: 'goodAvg', of: 'kids', avg: 'v', where: { v: { $gte: 0 } } },
  ],
  relations: ['label', { name: 'kids', aggregates: true }],
  populate: ['label', { name: 'kids', limit: 10 }],
})
class Item {
  @PrimaryColumn() id!: number;
  @Column() score!: number;
  @Column() name!: string;
  @ManyToOne(() => Label, ({ as }) => as, { nullable: false }) label!: Relation<Label>;
  @OneToMany(() => Kid, ({ item }) => item) kids!: Relation<Kid>[];
}

@Entity()
@Filterable({ fields: ['id', 'v', 'text'] })
class Kid {
  @PrimaryColumn() id!: number;
  @Column() v!: number;
  @Column() text!: string;
  @ManyToOne(() => Item, ({ kids }) => kids) item!: Relation<Item>;
}

const by = await serviceFor([Label, Item, Kid]);
const verdictOf = (request: string) => issuesOf(request, { of: Label, by }).map(told).join() || 'accepted';
const costOf = (request: string) => by.parse(Label, request).cost;

const dear = 'populate[as][sort]=kids.$count:desc,kids.$avg.v,kidAvg,goodAvg&sort=as.$avg.score,as.$max.name';

describe('the cost of work in related rows', () => {
  it.each(
    cases(`
      ${dear}&pagination[pageSize]=100                                  -> limit_exceeded /populate (cost 1000)
      ${dear}                                                           -> limit_exceeded /populate (cost 1000)
      populate[as][sort]=kids.$count&pagination[pageSize]=100           -> limit_exceeded /populate (cost 1000)
      populate[as][filters][$and][0][name][$contains]=a&populate[as][filters][$and][1][name][$contains]=b&populate[as][filters][$and][2][name][$contains]=c&pagination[pageSize]=100 -> limit_exceeded /populate (cost 1000)
      populate[as][filters][kids][$none][v]=1&populate[as][filters][kids][$count]=3&populate[as][filters][kidAvg]=3&pagination[pageSize]=100 -> limit_exceeded /populate (cost 1000)
      populate[as][limit]=5&populate[as][populate][kids][filters][text][$contains]=a -> accepted
      populate[as][filters][name][$contains]=a&pagination[pageSize]=100 -> accepted
      populate[as][filters][kids][$none][v]=1&pagination[pageSize]=100  -> accepted

      populate[as][sort]=kids.$count:desc                               -> accepted
      populate[as][sort]=kidAvg:desc                                    -> accepted
      populate[as][sort]=score:desc,name&pagination[pageSize]=100       -> accepted
      populate[as][filters][name][$contains]=a                          -> accepted
      populate[as][filters][kids][$none][v]=1                           -> accepted
      populate[as][filters][score][$gte]=3&populate[as][filters][name]=a&populate[as][sort]=score&pagination[pageSize]=100 -> accepted
      populate[as][filters][kids][v]=3&populate[as][limit]=50           -> accepted
      populate[as][limit]=5&populate[as][populate][kids][sort]=v:desc&populate[as][populate][kids][filters][v][$gte]=1 -> accepted
      populate[as][fields]=name,kidAvg,goodAvg&pagination[pageSize]=100 -> accepted
      populate=as,as.kids&populate=as.label&pagination[pageSize]=10     -> accepted
    `),
  )('%s -> %s', (request, verdict) => {
    expect(verdictOf(request)).toBe(verdict);
  });

  it('is multiplied by the parents, which the page and the limits on the path bound', () => {
    const conditionsAt = (parents: number) => 3 * (1 + parents / 20);
    for (const size of [1, 10, 25, 100]) {
      const { parts } = costOf(`populate[as][filters][score]=1&pagination[pageSize]=${size}`);
      expect(parts.conditions).toBeCloseTo(conditionsAt(size), 4);
    }
    const below = (limit: number) => `populate[as][limit]=${limit}&populate[as][populate][kids][filters][v]=1`;
    expect(costOf(`${below(3)}&pagination[pageSize]=10`).parts.conditions).toBeCloseTo(conditionsAt(30), 4);
    const { parts } = costOf('populate[as][sort]=kids.$count&pagination[pageSize]=50');
    expect(parts.sortedSubqueries).toBeCloseTo(45 * (1 + 50 / 5), 4);
    // Beyond these parents, all rows of the related table are read once.
    const many = `${below(50)}&populate[as][populate][kids][limit]=1&pagination[pageSize]=10`;
    expect(costOf(many).parts.conditions).toBeCloseTo(conditionsAt(250), 4);
  });

  it('is that of the list for one related row, which is found by its key', () => {
    const { parts } = by.parse(Item, 'populate[label][filters][name]=a').cost;
    expect(parts.conditions).toBe(3);
  });

  it('is the same however the path to the rows is written, and whatever stands first', () => {
    const limit = 'populate[as][limit]=3';
    const filter = 'populate[as][populate][kids][filters][v]=1';
    const page = 'pagination[pageSize]=10';
    const [first, second] = [`${limit}&${filter}&${page}`, `${filter}&${page}&${limit}`].map(costOf);
    expect(second).toEqual(first);
  });

  it('never falls where the page or a limit grows, and is never less than in the list itself', () => {
    const conditions = fc.subarray(
      ['[filters][name]=a', '[filters][kids][v]=1', '[sort]=score', '[fields]=id,kidAvg'],
      {
        minLength: 1,
      },
    );
    const sizes = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(conditions, sizes, sizes, (parts, [page, limit], [morePages, moreLimit]) => {
        const at = (pageSize: number, most: number) => {
          const populated = parts.map((part) => `populate[as]${part}`).join('&');
          return costOf(`${populated}&populate[as][limit]=${most}&pagination[pageSize]=${pageSize}`).total;
        };
        const own = by.parse(
          Item,
          parts
            .filter((part) => !part.includes('fields'))
            .map((part) => part.replace(/^\[(\w+)\]/, '$1'))
            .join('&'),
        );
        expect(at(page, limit)).toBeGreaterThan(own.cost.total);
        expect(at(page + morePages, limit + moreLimit)).toBeGreaterThan(at(page, limit));
      }),
      { numRuns: 30 * factor },
    );
  });
});
