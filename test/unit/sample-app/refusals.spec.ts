import { filterServiceFor } from 'nestjs-filterable/testing';
import { type ListDescription, describeRestaurants } from '../../../sample-app/src/restaurants/description.js';
import { Restaurant } from '../../../sample-app/src/restaurants/restaurant.entity.js';
import { readAddress } from '../../../sample-app/web/src/address/read.js';
import { briefly, byControl } from '../../../sample-app/web/src/address/refusals.js';
import { rowsOf } from '../../support/table.js';

const issue = (pointer: string, message = '') => ({ code: 'invalid_value', path: '', pointer, message });

describe('a mistake in a request', () => {
  let form: ListDescription;
  beforeAll(async () => {
    form = describeRestaurants(await filterServiceFor([Restaurant]));
  });

  it.each(
    rowsOf(
      `
    filters[isOpen]=perhaps                                     | /filters/isOpen              | facet:isOpen
    filters[isOpen][$in][0]=perhaps                             | /filters/isOpen/$in/0        | facet:isOpen
    filters[stars][$gte]=many                                   | /filters/stars/$gte          | rule:/filters/stars/$gte
    filters[stars][$between][0]=a&filters[stars][$between][1]=b | /filters/stars/$between/1    | rule:/filters/stars/$between
    filters[$or][0][stars]=1&filters[$or][1][nam]=x             | /filters/$or/1/nam           | rule:/filters/$or/1/nam
    filters[languages][$hasEvery]=x                             | /filters/languages/$hasEvery | condition:/filters/languages
    filters[a/b~c][$x]=1                                        | /filters/a~1b~0c             | condition:/filters/a~1b~0c
    sort=secretNotes                                            | /sort/0                      | sort
    search=x                                                    | /search                      | search
    pagination[page]=0                                          | /pagination/page             | pagination
    filters[stars                                               | /filters                     | rest:filters[stars
    filters={"nam":1}                                           | /filters/nam                 | rest:filters={"nam":1}
    facets=nothing                                              | /facets/0                    | rest:facets=nothing
  `,
      'address',
      'pointer',
      'control',
    ),
  )('in %s is shown where it is', (address, pointer, control) => {
    const { places } = readAddress(address, form);
    expect([...byControl([issue(pointer)], places).keys()]).toEqual([control]);
  });

  it('about all filters is at no single control', () => {
    const { places } = readAddress('filters[stars]=1&filters[name]=x', form);
    expect([...byControl([issue('/filters')], places)]).toEqual([]);
  });

  it.each([
    ["sort: 'x' is not sortable; use one of: id, name", "sort: 'x' is not sortable"],
    ["filters[nam] is no field; did you mean 'name'? Use one of: id", "filters[nam] is no field; did you mean 'name'?"],
    ['must be a whole number', 'must be a whole number'],
  ])('%s is short at its control', (message, expected) => {
    expect(briefly(issue('', message))).toBe(expected);
  });
});
