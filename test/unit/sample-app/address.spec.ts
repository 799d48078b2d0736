import { filterServiceFor, queryFor } from 'nestjs-filterable/testing';
import { EXAMPLES } from '../../../sample-app/src/examples.js';
import { type ListDescription, describeRestaurants } from '../../../sample-app/src/restaurants/description.js';
import { Restaurant } from '../../../sample-app/src/restaurants/restaurant.entity.js';
import { printState } from '../../../sample-app/web/src/address/print.js';
import { readAddress } from '../../../sample-app/web/src/address/read.js';
import { changed, ofFacet } from '../../../sample-app/web/src/list/changes.js';

let form: ListDescription;
beforeAll(async () => {
  form = describeRestaurants(await filterServiceFor([Restaurant]));
});

/** Query strings as people read them, and what the page shows of them. */
// prettier-ignore
const shown: readonly (readonly [address: string, state: object])[] = [
  ['', { search: '', facets: [], sorting: [], pagination: {}, conditions: [], rest: [] }],
  ['filters[popular]=true', { switches: ['popular'], conditions: [] }],
  ['filters[popular][$eq]=true&filters[openNow]=true', { switches: ['popular', 'openNow'] }],
  ['search=thai+"hot pot"', { search: 'thai "hot pot"', rest: [] }],
  ['filters[cuisine]=Thai', { facets: [{ id: 'cuisine', value: ['Thai'] }] }],
  ['filters[cuisine][$in][]=Thai&filters[cuisine][$in][]=French', { facets: [{ id: 'cuisine', value: ['Thai', 'French'] }] }],
  ['filters[isOpen][$eq]=true', { facets: [{ id: 'isOpen', value: ['true'] }] }],
  ['filters[languages][$has]=no', { facets: [{ id: 'languages', value: ['no'] }] }],
  ['filters[tags][name]=vegan', { facets: [{ id: 'tags.name', value: ['vegan'] }] }],
  ['filters[rating][$gte]=3', { facets: [{ id: 'rating', value: ['3', ''] }] }],
  ['filters[rating][$gte]=2&filters[rating][$lte]=4.5', { facets: [{ id: 'rating', value: ['2', '4.5'] }] }],
  ['sort=rating:desc,name', { sorting: [{ id: 'rating', desc: true }, { id: 'name', desc: false }] }],
  ['sort[0]=stars:asc:nullsLast', { sorting: [{ id: 'stars', desc: false, nulls: 'nullsLast' }] }],
  ['pagination[after]=&pagination[pageSize]=10', { pagination: { after: '', pageSize: '10' } }],
];

/** Conditions that facets cannot show, and the rules that the query builder shows. */
// prettier-ignore
const built: readonly (readonly [address: string, rules: readonly object[]])[] = [
  ['filters[stars][$gte]=4', [{ id: '/filters/stars/$gte', field: 'stars', operator: '>=', value: '4' }]],
  ['filters[nam]=Bella', [{ field: 'nam', operator: '=', value: 'Bella' }]],
  ['filters[stars][$gte]=2&filters[stars][$lt]=4', [{ operator: '>=' }, { operator: '<' }]],
  ['filters[rating][$gte]=many', [{ field: 'rating', operator: '>=', value: 'many' }]],
  ['filters[rating][$gte]=4&filters[rating][$lte]=2', [{ operator: '>=' }, { operator: '<=' }]],
  ['filters[address][zip][$startsWith]=01', [{ field: 'address.zip', operator: 'beginsWith' }]],
  ['filters[reviews][$count][$gte]=5', [{ field: 'reviews.$count', operator: '>=', value: '5' }]],
  ['filters[stars][$between][0]=2&filters[stars][$between][1]=3', [{ operator: 'between', value: ['2', '3'] }]],
  ['filters[name][$in][0]=a, b&filters[name][$in][1]=c', [{ operator: 'in', value: 'a\\, b, c' }]],
  ['filters[stars][$null]=true', [{ operator: 'null' }]],
  ['filters[$not][stars]=3', [{ combinator: 'and', not: true, rules: [{ field: 'stars' }] }]],
  ['filters[$or][0][stars]=3&filters[$or][1][name]=x', [{ combinator: 'or', rules: [{ field: 'stars' }, { field: 'name' }] }]],
  ['filters[$and][0][tags][name]=vegan&filters[$and][1][tags][name]=romantic', [{ field: 'tags.name', value: 'romantic' }]],
];

/** What no control can show: the conditions that stay as they are, and parts of the address that stay as they are. */
const kept: readonly (readonly [address: string, conditions: number, rest: readonly string[]])[] = [
  ['filters[reviews][approved]=true&filters[reviews][stars]=5', 1, []],
  ['filters[languages][$hasEvery][0]=en&filters[languages][$hasEvery][1]=fr', 1, []],
  ['filters[stars][$null]=false', 1, []],
  ['filters={"stars":3}', 0, ['filters={"stars":3}']],
  ['filters[stars', 0, ['filters[stars']],
  ['filters[stars]=1&filters[stars]=2', 0, ['filters[stars]=1', 'filters[stars]=2']],
  ['filters[name]=%zz', 0, ['filters[name]=%zz']],
  ['sort=name:up', 0, ['sort=name:up']],
  ['fields=name&facets=cuisine', 0, ['fields=name', 'facets=cuisine']],
];

describe('an address', () => {
  it.each(shown)('%s is shown', (address, state) => {
    expect(readAddress(address, form).state).toMatchObject(state);
  });

  it.each(built)('%s is shown as rules', (address, rules) => {
    expect(readAddress(address, form).state.rules).toMatchObject({ combinator: 'and', rules });
  });

  it.each(kept)('%s is kept as it is', (address, conditions, rest) => {
    const { state } = readAddress(address, form);
    expect([state.conditions.length, state.rest.map(({ raw }) => raw)]).toEqual([conditions, rest]);
    expect(readAddress(printState(state, form), form).state).toEqual(state);
  });

  const valid = [...shown, ...built]
    .map(([address]) => address)
    .filter((address) => !/nam\]|many/.test(address))
    .concat(kept.slice(0, 3).map(([address]) => address))
    .concat(EXAMPLES.map(({ path }) => path).filter((path) => /^\/api\/restaurants\?(?!filters\[nam\])/.test(path)))
    .map((address) => address.replace('/api/restaurants?', ''));

  it.each(valid)('%s means the same once the page has printed it', async (address) => {
    const printed = printState(readAddress(address, form).state, form);
    // A facet writes a single value as a list of one.
    const single = /\[\$(in|hasSome)\]\[0\](=[^&]*)(?!.*\[\$\1\]\[1\])/g;
    const asOne = (_: string, token: string, value: string) => `[$${token === 'in' ? 'eq' : 'has'}]${value}`;
    const meaning = async (text: string) =>
      (await queryFor(Restaurant, text, { select: true })).toString().replaceAll(single, asOne);
    expect(await meaning(printed)).toBe(await meaning(address));
    expect(printState(readAddress(printed, form).state, form)).toBe(printed);
  });
});

describe('a change', () => {
  // prettier-ignore
  it.each([
    ['of a facet', 'filters[cuisine]=Thai&pagination[page]=3', ofFacet('cuisine', ['Thai', 'Indian']), 'filters[cuisine][$in][0]=Thai&filters[cuisine][$in][1]=Indian'],
    ['that removes a facet', 'filters[cuisine]=Thai', ofFacet('cuisine', []), ''],
    ['of the search', 'search=a&pagination[page]=3&pagination[pageSize]=10', { search: 'b' }, 'pagination[pageSize]=10&search=b'],
    ['of the page', 'search=a', { pagination: { page: '2' } }, 'pagination[page]=2&search=a'],
    ['on a page by cursor', 'pagination[after]=xyz', { search: 'b' }, 'pagination[after]=&search=b'],
    ['on a page by offset', 'pagination[start]=20&pagination[limit]=10', { search: 'b' }, 'pagination[limit]=10&pagination[start]=0&search=b'],
    ['of an order that nobody understands', 'sort=name:up', { sorting: [{ id: 'name', desc: true }] }, 'sort[0]=name:desc'],
    ['beside what nobody understands', 'filters[stars=1', { search: 'b' }, 'search=b&filters[stars=1'],
  ] as const)('%s', (_, address, change, expected) => {
    expect(decodeURIComponent(changed(address, change, form))).toBe(expected);
  });
});
