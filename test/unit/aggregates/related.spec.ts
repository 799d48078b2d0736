import { Filterable } from 'nestjs-filterable';
import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { answersBy, issuesOf, parse, serviceFor } from '../parse/asking.js';
import { errorOf } from '../schema/things.js';

const isAdmin = (user?: { readonly isAdmin: boolean }) => user?.isAdmin === true;
const cents = { to: (value: unknown) => value, from: (value: unknown) => value };

@Entity()
@Filterable({
  fields: [
    'id',
    { name: 'points', as: 'stars' },
    'words',
    { name: 'price', operators: ['$eq', '$gte', '$avg'] },
    { name: 'tax', operators: ['$eq'] },
    { name: 'cost', when: isAdmin },
    'fee',
    'labels',
    'approved',
  ],
  relations: ['place'],
})
class Review {
  @PrimaryGeneratedColumn() id!: number;
  @Column() points!: number;
  @Column() words!: string;
  @Column() price!: number;
  @Column() tax!: number;
  @Column() cost!: number;
  @Column({ type: 'int', transformer: cents }) fee!: number;
  @Column('simple-array') labels!: string[];
  @Column() approved!: boolean;
  @ManyToOne(() => Place) @JoinColumn() place!: Relation<Place>;
  @ManyToOne(() => Place) @JoinColumn() other!: Relation<Place>;
}

@Entity()
@Filterable({
  fields: ['id'],
  relations: [
    { name: 'reviews', aggregates: true },
    { name: 'others', aggregates: ['max'] },
  ],
})
class Place {
  @PrimaryGeneratedColumn() id!: number;
  @OneToMany(() => Review, (review) => review.place) reviews!: Relation<Review>[];
  @OneToMany(() => Review, (review) => review.other) others!: Relation<Review>[];
}

const places = await serviceFor([Place, Review]);
const asking = { of: Place, by: places };

describe('aggregates of related rows in filters', () => {
  answersBy(asking)(`
    filters[reviews][$avg][stars][$gte]=4                -> filters[reviews][$avg][stars][$gte]=4                # an operator
    filters[reviews][$avg][stars]=4                      -> filters[reviews][$avg][stars][$eq]=4                 # a bare value
    filters[reviews][$max][words][$lt]=b                 -> filters[reviews][$max][words][$lt]=b                 # text
    filters[reviews][$avg][stars][$gte]=4&filters[reviews][$avg][$where][approved]=true -> filters[reviews][$avg][$where][approved][$eq]=true&filters[reviews][$avg][stars][$gte]=4 # with $where
    filters[reviews][$sum][stars][$gt]=1&filters[reviews][$sum][stars][$lt]=9 -> filters[reviews][$sum][stars][$gt]=1&filters[reviews][$sum][stars][$lt]=9 # two operators
    filters[reviews]={"$avg":{"stars":4.5}}              -> filters[reviews][$avg][stars][$eq]=4.5               # JSON text
    filters[reviews][$avg][price][$gte]=4                -> filters[reviews][$avg][price][$gte]=4                # a rule that names it
    filters[reviews][$avg][price][$lt]=4                 -> operator_not_allowed /filters/reviews/$avg/price/$lt # not the operator
    filters[reviews][$sum][price][$gte]=4                -> operator_not_allowed /filters/reviews/$sum/price     # not the function
    filters[reviews][$avg][tax]=4                        -> operator_not_allowed /filters/reviews/$avg/tax       # a rule that names none
    filters[reviews][$avg][words]=a                      -> operator_not_allowed /filters/reviews/$avg/words     # the average of text
    filters[reviews][$sum][fee]=1                        -> operator_not_allowed /filters/reviews/$sum/fee       # a transformer
    filters[reviews][$max][labels]=a                     -> operator_not_allowed /filters/reviews/$max/labels    # a list
    filters[others][$avg][stars]=4                       -> operator_not_allowed /filters/others/$avg            # a function that is not declared
    filters[reviews][$avg][points]=4                     -> unknown_field /filters/reviews/$avg/points           # the program’s name
    filters[reviews][$avg][cost]=4                       -> unknown_field /filters/reviews/$avg/cost             # a hidden field
    filters[reviews][$avg][place][id]=4                  -> unknown_field /filters/reviews/$avg/place            # a relation
    filters[reviews][$avg]=4                             -> expected_object /filters/reviews/$avg                # no field
    filters[reviews][$avg][$where][approved]=true        -> expected_object /filters/reviews/$avg                # $where alone
    filters[reviews][$avg][stars][$contains]=4           -> operator_not_allowed /filters/reviews/$avg/stars/$contains # a text match
    filters[reviews][$avg][stars]=x                      -> invalid_value /filters/reviews/$avg/stars            # no number
    filters[reviews][$med][stars]=4                      -> unknown_operator /filters/reviews/$med               # no function
  `);

  it('a hidden field and an invented one are refused in the same words', () => {
    const [hidden, invented] = ['cost', 'zzzz'].map((name) => issuesOf(`filters[reviews][$avg][${name}]=1`, asking));
    expect(JSON.stringify(hidden).replaceAll('cost', 'zzzz')).toBe(JSON.stringify(invented));
  });

  it('each spends one of relationConditions', () => {
    const limited = { ...asking, overrides: { limits: { relationConditions: 1 } } };
    expect(issuesOf('filters[reviews][$avg][stars][$gt]=1', limited)).toEqual([]);
    expect(
      issuesOf('filters[reviews][$avg][stars][$gt]=1&filters[reviews][$avg][stars][$lt]=4', limited),
    ).toMatchObject([{ code: 'limit_exceeded', limit: 'relationConditions' }]);
    expect(issuesOf('filters[reviews][$avg][stars][$gt]=1&sort=reviews.$max.stars', limited)).toMatchObject([
      { code: 'limit_exceeded', limit: 'relationConditions' },
    ]);
  });

  it('are told apart in cache keys', () => {
    const keys = [
      '[$avg][stars]=4',
      '[$sum][stars]=4',
      '[$avg][stars]=4&filters[reviews][$avg][$where][approved]=true',
      '[$avg][stars]=4&filters[reviews][$avg][$where][approved]=false',
    ].map((text) => parse(`filters[reviews]${text}`, asking).cacheKey());
    expect(new Set(keys).size).toBe(4);
  });
});

describe('aggregates of related rows in sorts', () => {
  answersBy(asking)(`
    sort=reviews.$avg.stars:desc                    -> sort[0]=reviews.$avg.stars:desc # a text
    sort[reviews][$avg][stars]=desc                 -> sort[0]=reviews.$avg.stars:desc # an object
    sort=others.$max.stars                          -> sort[0]=others.$max.stars:asc   # a function that is declared
    sort=others.$avg.stars                          -> not_sortable /sort/0            # a function that is not
    sort=reviews.$avg                               -> not_sortable /sort/0            # no field
    sort=reviews.$avg.cost                          -> not_sortable /sort/0            # a hidden field
    sort=reviews.$avg.words                         -> not_sortable /sort/0            # the average of text
    sort=$avg.stars                                 -> not_sortable /sort/0            # no relation
    sort=reviews.$avg.stars,reviews.$avg.stars:desc -> duplicate_sort /sort/1          # twice
  `);

  it('are described', () => {
    const { relations, sort } = places.describe(Place);
    expect(relations[0]?.operators).toEqual(expect.arrayContaining(['$count', '$sum', '$avg', '$min', '$max']));
    expect(relations[1]?.operators).not.toContain('$avg');
    expect(sort).toEqual(expect.arrayContaining(['reviews.$count', 'reviews.$avg.stars', 'others.$max.words']));
    expect(sort).not.toContain('others.$avg.stars');
  });
});

describe('mistakes in the aggregates of a relation', () => {
  const declared = (name: string, aggregates: unknown) => ({
    thing: { fields: ['id'], relations: [{ name, aggregates }] } as never,
    owner: {},
    tag: {},
  });
  it.each([
    ['owner', true, 'the relation owner is to one row; leave out `aggregates`, which are for many'],
    ['tags', ['med'], 'the relation tags: `aggregates` lists med; '],
    ['tags', [], 'the relation tags: `aggregates` must be true or a list of: sum, avg, min, max'],
    ['tags', 'avg', 'the relation tags: `aggregates` must be true or a list of: sum, avg, min, max'],
    ['tags', ['count'], 'the relation tags: `aggregates` lists count; '],
  ])('%s: %j', async (name, aggregates, message) => {
    expect(await errorOf(declared(name, aggregates))).toContain(message);
  });
});
