import { rowsIn, answer, answers, parse } from '../parse/asking.js';
import { type Declarations, boot, errorOf, namesIn } from './things.js';

const { by, of } = await boot({
  thing: {
    fields: [
      { name: 'title', as: 'name' },
      { name: 'size', as: 'title' },
      { name: 'address.city', as: 'town' },
      { name: 'address.zip' },
      { name: 'reference', as: 'ref no/1~' },
    ],
    relations: [
      { name: 'owner', as: 'holder' },
      { name: 'parts', as: 'pieces' },
    ],
  },
  owner: { fields: ['id', { name: 'address', as: 'home' }], relations: [{ name: 'things', as: 'belongings' }] },
});

describe('an alias', () => {
  const rows = rowsIn(`
    filters[name]=a                                -> filters[name][$eq]=a                                 # is what clients say
    filters[title]=5                               -> filters[title][$eq]=5                                # may be the name of another property
    filters[size]=5                                -> unknown_field /filters/size                          # takes the place of the name
    filters[town]=a                                -> filters[town][$eq]=a                                 # may lift a column out of what it is embedded in
    filters[address][city]=a                       -> unknown_field /filters/address/city                  # which it is then no part of
    filters[address][zip]=a                        -> filters[address][zip][$eq]=a                         # though its neighbour is
    filters[holder][id]=1                          -> filters[holder][id][$eq]=1                           # of a relation
    filters[owner][id]=1                           -> unknown_field /filters/owner                         # takes the place of its name
    filters[holder][home][city]=a                  -> filters[holder][home][city][$eq]=a                   # of an embedded property renames that
    filters[holder][address][city]=a               -> unknown_field /filters/holder/address                # and not its columns
    filters[holder][belongings][name]=a            -> filters[holder][belongings][name][$eq]=a             # holds wherever the entity is reached
    filters[pieces][$count]=1                      -> filters[pieces][$count][$eq]=1                       # of a relation to many
    filters[ref no/1~]=a                           -> filters[ref no/1~][$eq]=a                            # may be nearly anything
    filters[ref no/1~]=a&filters[ref no/1~][$is]=b -> duplicate_key /filters/ref no~11~0; unknown_operator /filters/ref no~11~0/$is # and is escaped in a pointer
    sort=name,title:desc                           -> sort[0]=name:asc&sort[1]=title:desc                  # is what is sorted by
    sort=size                                      -> not_sortable /sort/0                                 # not the name
    sort=town                                      -> sort[0]=town:asc                                     # of an embedded column
    sort=address.city                              -> not_sortable /sort/0                                 # not its path
    sort=holder.home.city                          -> sort[0]=holder.home.city:asc                         # through a relation
    sort=owner.id                                  -> not_sortable /sort/0                                 # not its name
    sort=pieces.$count                             -> sort[0]=pieces.$count:asc                            # of what is counted
  `);
  answers(rows, { by, of });

  it('is the name in descriptions and errors', () => {
    expect(namesIn(by.describe(of))).toMatchObject({
      fields: ['name', 'title', 'town', 'address.zip', 'ref no/1~'],
      relations: ['holder', 'pieces'],
    });
    expect(JSON.stringify(by.describe(of))).not.toMatch(/"(size|owner|parts|address\.city)"/);
  });

  it('is unknown in code, which uses property names', () => {
    const read = (filters: object) => () => by.and(parse('', { by, of }), { filters });
    expect(read({ size: 5, owner: { address: { city: 'a' } } })).not.toThrow();
    expect(read({ name: 'a' })).toThrow('filters[name] is not a filterable field');
  });
});

describe('aliases that are members of Object.prototype', () => {
  const named = (as: string) =>
    boot({ thing: { fields: [{ name: 'title', as }, 'size'], relations: [{ name: 'whole', as: 'toString' }] } });

  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'then', 'toJSON'])(
    '%s is only a name',
    async (as) => {
      const { by, of } = await named(as);
      const text = `filters[size][$eq]=1&filters[${as}][$eq]=a`;
      const [first = '', second = ''] = as < 'size' ? text.split('&').reverse() : text.split('&');
      const canonical = `${first}&${second}&sort[0]=${as}:desc`;
      expect(answer(`filters[${as}]=a&filters[size]=1&sort=${as}:desc`, { by, of })).toBe(canonical);
      expect(answer(canonical, { by, of })).toBe(canonical);
      const query = parse(canonical, { by, of });
      expect(answer(JSON.parse(JSON.stringify(query)) as object, { by, of })).toBe(canonical);
      expect(answer(query.toJSON(), { by, of })).toBe(canonical);
      expect(answer(`filters[$not][${as}]=a`, { by, of })).toBe(`filters[${as}][$not][$eq]=a`);
      expect(answer(`filters[toString][${as}]=a`, { by, of })).toBe(`filters[toString][${as}][$eq]=a`);
      expect(Object.hasOwn(Object.prototype, '$eq')).toBe(false);
    },
  );

  it('are unknown where no member has the name', async () => {
    const { by, of } = await boot({ thing: { fields: ['title'] } });
    expect(answer('filters[constructor]=a&filters[__proto__]=b', { by, of })).toEqual([
      'unknown_field /filters/constructor',
      'unknown_field /filters/__proto__',
    ]);
  });
});

describe('an invalid alias', () => {
  it.each(['a.b', 'a:b', 'a,b', '$eq', 'a$', 'a[b', 'a]', '', '0', '12'])('%j is refused', async (as) => {
    const message = `FilterConfigurationError: @Filterable() on Thing: the alias ${as} contains one of . : , $ [ ], is a number, or is empty`;
    expect(await errorOf({ thing: { fields: [{ name: 'title', as }] } })).toBe(message);
    expect(await errorOf({ thing: { fields: [{ name: 'address.city', as }] } })).toBe(message);
    expect(await errorOf({ thing: { fields: [{ name: 'address', as }] } })).toBe(message);
    expect(await errorOf({ thing: { relations: [{ name: 'whole', as }] } })).toBe(message);
    expect(await errorOf({ properties: { title: { as } } })).toBe(message);
  });

  it('is also one that repeats the rest of the path', async () => {
    expect(await errorOf({ thing: { fields: [{ name: 'address.city', as: 'home.city' }] } })).toContain(
      'the alias home.city',
    );
  });

  // prettier-ignore
  it.each<[string, string, Declarations]>([
    ['a field', 'size', { thing: { fields: ['size', { name: 'title', as: 'size' }] } }],
    ['another alias', 'a', { thing: { fields: [{ name: 'size', as: 'a' }, { name: 'title', as: 'a' }] } }],
    ['a relation', 'whole', { thing: { fields: [{ name: 'title', as: 'whole' }], relations: ['whole'] } }],
    ['an embedded property', 'address', { thing: { fields: ['address.city', { name: 'title', as: 'address' }] } }],
    ['an embedded property that comes later', 'address', { thing: { fields: [{ name: 'title', as: 'address' }, 'address.city'] } }],
    ['the name of a property that is exposed by itself', 'title', { thing: {}, properties: { size: { as: 'title' } } }],
  ])('that of %s is refused', async (_, name, declarations) => {
    expect(await errorOf(declarations)).toBe(
      `FilterConfigurationError: @Filterable() on Thing: two members are named ${name}`,
    );
  });

  it('may be the name of a property that is not exposed', async () => {
    expect(await errorOf({ thing: { fields: [{ name: 'title', as: 'secret' }] } })).toBe('no error');
  });
});
