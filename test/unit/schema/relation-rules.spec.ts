import { rowsIn, answer, answers } from '../parse/asking.js';
import { type Declarations, boot, namesIn } from './things.js';

const owner: Declarations['owner'] = {
  fields: ['id', { name: 'name', as: 'title' }, 'email', 'address'],
  relations: ['things'],
};

describe('a relation without rules', () => {
  it('leads to all members that its entity exposes, and no others', async () => {
    const { by, of } = await boot({ thing: { fields: ['title'], relations: ['owner'] }, owner });
    const rows = rowsIn(`
    filters[owner][title]=a                -> filters[owner][title][$eq]=a
    filters[owner][name]=a                 -> unknown_field /filters/owner/name
    filters[owner][things][owner][email]=a -> filters[owner][things][owner][email][$eq]=a
    filters[keeper][title]=a               -> unknown_field /filters/keeper
    filters[owner][things][size]=1         -> unknown_field /filters/owner/things/size
  `);
    for (const [query, expected] of rows) expect(answer(query, { by, of })).toEqual(expected);
  });

  it('to a class without a decorator allows $exists and $count only', async () => {
    const { by, of } = await boot({ thing: { relations: ['tags'] } });
    expect(answer('filters[tags][$exists]=true', { by, of })).toBe('filters[tags][$exists]=true');
    expect(answer('filters[tags][$count]=1', { by, of })).toBe('filters[tags][$count][$eq]=1');
    expect(answer('filters[tags][name]=a', { by, of })).toEqual(['unknown_field /filters/tags/name']);
    expect(answer('filters[tags]=1', { by, of })).toEqual(['expected_object /filters/tags']);
    expect(answer('sort=tags.name', { by, of })).toEqual(['not_sortable /sort/0']);
    expect(answer('sort=tags.$count', { by, of })).toBe('sort[0]=tags.$count:asc');
  });
});

const { by: narrow, of: narrowed } = await boot({
  thing: {
    relations: [
      { name: 'owner', fields: ['name', 'address.city'], relations: [] },
      { name: 'keeper', relations: [] },
      { name: 'whole', fields: [] },
    ],
  },
  owner,
});

describe('`fields` and `relations`', () => {
  const rows = rowsIn(`
    filters[owner][title]=a               -> filters[owner][title][$eq]=a             # what is named
    filters[owner][address][city]=a       -> filters[owner][address][city][$eq]=a     # what is named of what is embedded
    filters[owner][address][zip]=a        -> unknown_field /filters/owner/address/zip # not its neighbour
    filters[owner][email]=a               -> unknown_field /filters/owner/email       # not the others
    filters[owner][things][$exists]=true  -> unknown_field /filters/owner/things      # no relations, where none are named
    filters[owner]=1                      -> expected_object /filters/owner           # nor the key, which is not named
    filters[owner][$in]=1                 -> operator_not_allowed /filters/owner/$in  # nor its operators
    filters[keeper][email]=a              -> filters[keeper][email][$eq]=a            # all fields, where none are named
    filters[keeper]=1                     -> filters[keeper][id][$eq]=1               # with the key
    filters[keeper][things][$exists]=true -> unknown_field /filters/keeper/things     # but no relations
    filters[whole][$exists]=true          -> filters[whole][$exists]=true             # no fields at all
    filters[whole][owner][title]=a        -> filters[whole][owner][title][$eq]=a      # but all relations, under their own rules
    filters[whole][owner][email]=a        -> unknown_field /filters/whole/owner/email # under their own rules
    sort=owner.title                      -> sort[0]=owner.title:asc                  # sorted by what is named
    sort=owner.email                      -> not_sortable /sort/0                     # and not by the others
    sort=keeper.email                     -> sort[0]=keeper.email:asc                 # where all are
  `);
  answers(rows, { by: narrow, of: narrowed });

  it('decide the names in descriptions and errors', () => {
    expect(narrow.describe(narrowed).sort).toEqual([
      ...['owner.title', 'owner.address.city'],
      ...['keeper.id', 'keeper.title', 'keeper.email', 'keeper.address.city', 'keeper.address.zip'],
    ]);
  });
});

describe('`sortable: false`', () => {
  it('forbids sort keys through the relation, and nothing else', async () => {
    const { by, of } = await boot({
      thing: { relations: [{ name: 'owner', sortable: false }, { name: 'parts', sortable: false }, 'keeper'] },
      owner,
    });
    expect(answer('sort=owner.title', { by, of })).toEqual(['not_sortable /sort/0']);
    expect(answer('sort=parts.$count', { by, of })).toEqual(['not_sortable /sort/0']);
    expect(answer('sort=keeper.title', { by, of })).toBe('sort[0]=keeper.title:asc');
    expect(answer('filters[owner][title]=a', { by, of })).toBe('filters[owner][title][$eq]=a');
    expect(by.describe(of).sort.filter((key) => !key.startsWith('keeper.'))).toEqual([]);
  });
});

describe('rules on a property', () => {
  it('narrow the related entity as those in a list do', async () => {
    const { by, of } = await boot({
      thing: {},
      properties: { owner: { as: 'holder', fields: ['name'], relations: [], sortable: false } },
      owner,
    });
    expect(answer('filters[holder][title]=a', { by, of })).toBe('filters[holder][title][$eq]=a');
    expect(answer('filters[holder][email]=a', { by, of })).toEqual(['unknown_field /filters/holder/email']);
    expect(answer('sort=holder.title', { by, of })).toEqual(['not_sortable /sort/0']);
    expect(namesIn(by.describe(of)).relations).toEqual(['keeper', 'whole', 'parts', 'holder']);
  });
});
