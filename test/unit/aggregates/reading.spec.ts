import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { answers, answersBy, issuesOf, parse, serviceFor } from '../parse/asking.js';

const isAdmin = (user?: { readonly isAdmin: boolean }) => user?.isAdmin === true;

@Entity()
@Filterable({ fields: ['id', 'size'] })
class Brand {
  @PrimaryGeneratedColumn() id!: number;
  @Column() size!: number;
}

class Box {
  @Column() width!: number;
}

@Entity()
@Filterable({
  fields: ['id', { name: 'amount', as: 'price' }, 'title', 'box.width', { name: 'cost', when: isAdmin }],
  relations: ['brand'],
  aggregates: { amount: ['sum', 'avg'], title: ['min', 'max', 'distinct'], 'box.width': ['max'], cost: ['sum'] },
})
class Ware {
  @PrimaryGeneratedColumn() id!: number;
  @Column() title!: string;
  @Column({ type: 'decimal', precision: 8, scale: 2 }) amount!: string;
  @Column() cost!: number;
  @Column(() => Box) box!: Box;
  @ManyToOne(() => Brand) brand!: Relation<Brand>;
}

const wares = await serviceFor([Ware, Brand]);
const asking = { of: Ware, by: wares };
const both = 'aggregates[price][0]=sum&aggregates[title][0]=min';

describe('the forms of aggregates', () => {
  answersBy(asking)(`
    aggregates=price:sum                            -> aggregates[price][0]=sum                          # one pair
    aggregates=price:sum,title:min                  -> ${both}                                           # a comma list
    aggregates=price%3Asum%2Ctitle%3Amin            -> ${both}                                           # encoded or not
    aggregates[0]=price:sum&aggregates[1]=title:min -> ${both}                                           # an indexed list
    aggregates[]=price:sum&aggregates[]=title:min   -> ${both}                                           # a list without indexes
    aggregates=price:sum&aggregates=title:min       -> ${both}                                           # a repeated key
    aggregates[price]=sum&aggregates[title]=min     -> ${both}                                           # an object
    aggregates[price]=sum,avg                       -> aggregates[price][0]=sum&aggregates[price][1]=avg # functions by commas
    aggregates[price]=sum&aggregates[price]=avg     -> aggregates[price][0]=sum&aggregates[price][1]=avg # repeated
    aggregates[price][]=sum                         -> aggregates[price][0]=sum                          # functions as a list
    aggregates[box.width]=max                       -> aggregates[box.width][0]=max                      # an embedded column, in one bracket
    aggregates={"price":["sum"],"title":"min"}      -> ${both}                                           # JSON text
    aggregates=["price:sum","title:min"]            -> ${both}                                           # JSON text of a list
    aggregates[price]=["sum"]                       -> aggregates[price][0]=sum                          # JSON text of functions
    {"aggregates":["price:sum","title:min"]}        -> ${both}                                           # a list in code
    {"aggregates":{"price":["sum"],"title":"min"}}  -> ${both}                                           # an object in code
    aggregates=                                     -> ""                                                # nothing is none
    {"aggregates":{}}                               -> ""                                                # an empty object in code
    aggregates={}                                   -> ""                                                # an empty object of JSON
    aggregates                                      -> expected_value /aggregates                        # no value at all
    aggregates=price                                -> expected_value /aggregates/0                      # a field without a function
    aggregates=price:sum,                           -> expected_value /aggregates/1                      # an empty pair
    aggregates[price]=                              -> expected_value /aggregates/price                  # no function
    aggregates[price]                               -> expected_value /aggregates/price                  # no value of a field
    aggregates[price][sum]=true                     -> expected_value /aggregates/price                  # an object of functions
    aggregates[0]=price:sum&aggregates[2]=title:min -> expected_list /aggregates                         # a gap in the indexes
    aggregates.price=sum                            -> malformed_key /aggregates                         # a broken key
    aggregates={"price":"sum"                       -> expected_object /aggregates                       # JSON that is cut off
    aggregates={"price":"sum","price":"avg"}        -> duplicate_key /aggregates/price                   # a name twice in JSON
    {"aggregates":null}                             -> expected_value /aggregates                        # null in code
    {"aggregates":{"price":null}}                   -> expected_value /aggregates/price                  # null of a field
    {"aggregates":["price:sum",5]}                  -> expected_value /aggregates/1                      # a number in a list
  `);
  answers([[{ aggregates: undefined }, ['expected_value /aggregates'], 'undefined in code']], asking);
});

describe('names of aggregates', () => {
  answersBy(asking)(`
    aggregates=amount:sum                       -> unknown_field /aggregates/0              # the program’s name, where clients have another
    aggregates=cost:sum                         -> unknown_field /aggregates/0              # a hidden field
    aggregates=cosy:sum                         -> unknown_field /aggregates/0              # an invented one
    aggregates=id:sum                           -> unknown_field /aggregates/0              # a field without aggregates
    aggregates=brand.size:sum                   -> unknown_field /aggregates/0              # a field of a related row
    aggregates=constructor:sum                  -> unknown_field /aggregates/0              # a name of every object
    aggregates=price:max                        -> operator_not_allowed /aggregates/0       # a function that is not declared
    aggregates[price]=sum,median                -> operator_not_allowed /aggregates/price/1 # one that does not exist
    aggregates=title:SUM                        -> operator_not_allowed /aggregates/0       # in other letters
    aggregates=price:sum,price:sum              -> duplicate_key /aggregates/1              # twice
    aggregates[price]=sum&aggregates[price]=sum -> duplicate_key /aggregates/price/1        # twice, by a repeated key
    Aggregates[price]=sum                       -> malformed_key /aggregates                # in other letters
  `);

  it('a hidden field and an invented one are refused in the same words', () => {
    const [hidden, invented] = ['cost', 'zzzz'].map((name) => issuesOf(`aggregates=${name}:sum`, asking));
    expect(JSON.stringify(hidden).replaceAll('cost', 'zzzz')).toBe(JSON.stringify(invented));
  });

  it('more than the limit are refused', () => {
    const limited = { ...asking, overrides: { limits: { aggregates: 2 } } };
    const [issue] = issuesOf('aggregates=price:sum,price:avg,title:min', limited);
    expect(issue).toMatchObject({ code: 'limit_exceeded', limit: 'aggregates', max: 2, pointer: '/aggregates' });
    expect(issuesOf('aggregates=price:sum,price:avg', limited)).toEqual([]);
  });

  it('tell answers apart in cache keys, and are described', () => {
    const keys = ['', 'price:sum', 'price:avg'].map((pairs) => parse(`aggregates=${pairs}`, asking).cacheKey());
    expect(new Set(keys).size).toBe(3);
    expect(wares.describe(Ware).aggregates).toEqual([
      { name: 'price', functions: ['sum', 'avg'] },
      { name: 'title', functions: ['min', 'max', 'distinct'] },
      { name: 'box.width', functions: ['max'] },
    ]);
  });

  it('a handler’s own, in place of those of the entity', () => {
    const own = { ...asking, overrides: { aggregates: { id: ['max' as const] } } };
    expect(parse('aggregates=id:max', own).toString()).toBe('aggregates[id][0]=max');
    expect(issuesOf('aggregates=price:sum', own)).toMatchObject([{ code: 'unknown_field', allowed: ['id'] }]);
    const off = { ...asking, overrides: { aggregates: false as const } };
    expect(issuesOf({ aggregates: 'price:sum' }, off)).toMatchObject([{ code: 'unknown_parameter' }]);
  });
});
