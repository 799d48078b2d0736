import { type Row, casesOf, prepareModes, readIn } from './reading.js';

beforeAll(prepareModes);

/** Pages and orders. The largest page is one of 100 rows. */
// prettier-ignore
const rows: readonly Row[] = [
  ['pagination[pageSize]=100', 'pagination[page]=1&pagination[pageSize]=100', '=', '=', 'the largest'],
  ['pagination[pageSize]=101', 'limit_exceeded at pagination[pageSize]', '=', 'pagination[page]=1&pagination[pageSize]=100', 'clamped'],
  ['pagination[pageSize]=0', 'invalid_pagination at pagination[pageSize]', '=', 'pagination[page]=1&pagination[pageSize]=1', 'clamped'],
  ['pagination[page]=3&pagination[pageSize]=-1', 'invalid_pagination at pagination[pageSize]', '=', 'pagination[page]=3&pagination[pageSize]=1', 'clamped'],
  ['pagination[start]=10&pagination[limit]=1000', 'limit_exceeded at pagination[limit]', '=', 'pagination[start]=10&pagination[limit]=100', 'by whatever name'],
  ['pagination[start]=10&pagination[limit]=0', 'invalid_pagination at pagination[limit]', '=', 'pagination[start]=10&pagination[limit]=1', 'by whatever name'],
  ['pagination[start]=10&pagination[limit]=-1', 'invalid_pagination at pagination[limit]', '=', 'pagination[start]=10&pagination[limit]=100', 'as many as are allowed'],
  ['pagination[after]=&pagination[pageSize]=1000', 'limit_exceeded at pagination[pageSize]', '=', 'pagination[after]=&pagination[pageSize]=100', 'by whatever name'],
  ['pagination[pageSize]=ten', 'invalid_pagination at pagination[pageSize]', '=', '=', 'only a number is clamped'],
  ['pagination[pageSize]=1.5', 'invalid_pagination at pagination[pageSize]', '=', '=', 'a whole one'],
  ['pagination[pageSize]=', 'invalid_pagination at pagination[pageSize]', '=', '=', 'nothing is no number'],
  ['pagination[page]=0', 'invalid_pagination at pagination[page]', '=', '=', 'a page is no size'],
  ['pagination[start]=-1', 'invalid_pagination at pagination[start]', '=', '=', 'neither is a start'],
  ['pagination[page]=1&pagination[limit]=5', 'invalid_pagination at pagination', '=', '=', 'styles are mixed nowhere'],

  ...['t', '1'].map((text): Row => [`pagination[withCount]=${text}`, 'expected_boolean at pagination[withCount]', '=', 'pagination[page]=1&pagination[pageSize]=25&pagination[withCount]=true', 'a yes of that family']),
  ...['f', '0', ''].map((text): Row => [`pagination[withCount]=${text}`, 'expected_boolean at pagination[withCount]', '=', 'pagination[page]=1&pagination[pageSize]=25&pagination[withCount]=false', 'a no of that family']),
  ['pagination[withCount]=false', 'pagination[page]=1&pagination[pageSize]=25&pagination[withCount]=false', '=', '=', 'in every mode'],
  ['pagination[withCount]=no', 'expected_boolean at pagination[withCount]', '=', '=', 'no word of any family'],
  ['pagination[withCount]=undefined', 'expected_boolean at pagination[withCount]', '=', '=', 'no word of any family'],

  ['sort=title:DESC', 'sort[0]=title:desc', '=', '=', 'a direction in any letter case'],
  ['sort=title:ASC,views:Desc', 'sort[0]=title:asc&sort[1]=views:desc', '=', '=', 'in every mode'],
  ['sort[0]=title:down', 'invalid_direction at sort[0]', '=', '=', 'no word of any family'],

  // An order that says nothing.
  ['sort=', '', '=', '=', 'none, in every mode'],
  ['sort', 'expected_value at sort', '=', '', 'without a value'],
  ['sort[]', 'expected_value at sort[0]', '=', '', 'a list of nothing'],
  ['sort[]=', 'not_sortable at sort[0]', '=', '', 'a list of an empty text'],
  ['sort[0]=', 'not_sortable at sort[0]', '=', '', 'with its index'],
  ['sort=,', 'not_sortable at sort, not_sortable at sort', '=', '', 'a comma'],
  ['sort[title]=', 'invalid_direction at sort[title]', '=', '', 'no direction'],
  ['sort[0][title]=', 'invalid_direction at sort[0][title]', '=', '', 'in a list'],
  ['sort[author][name]=', 'invalid_direction at sort[author][name]', '=', '', 'through a relation'],
  ['sort[0]=&sort[1]=title', 'not_sortable at sort[0]', '=', 'sort[0]=title:asc', 'beside one that does'],
  ['sort=title,', 'not_sortable at sort', '=', 'sort[0]=title:asc', 'after one that does'],
  ['sort=title:', 'invalid_direction at sort', '=', '=', 'a colon promises a direction'],

  // A search of that family, where there is none.
  ['_q=spring', '', '=', 'unknown_parameter at _q', 'it would have narrowed'],
  ['_q=&filters[id]=1', 'filters[id][$eq]=1', '=', '=', 'a cleared one asks for nothing'],
  ['_q&filters[id]=1', 'filters[id][$eq]=1', '=', '=', 'nor does one without a value'],

  // Parameters of that family which belong to the host.
  ...['locale=de', 'publicationState=preview', 'status=draft', 'populate=*', 'fields[0]=title'].map((text): Row => [`${text}&filters[id]=1`, 'filters[id][$eq]=1', '=', '=', 'left alone']),
  ['populate[a][b]=c&filters[id]=1', 'filters[id][$eq]=1', '=', 'unknown_field at populate[a]', 'read by every list'],
];

describe('pages and orders', () => {
  it.each(casesOf(rows))('$mode: $request ($why)', ({ mode, request, expected }) => {
    expect(readIn(mode, request)).toBe(expected);
  });
});
