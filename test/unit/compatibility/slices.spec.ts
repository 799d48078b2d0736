import { type Row, casesOf, prepareModes, readIn } from './reading.js';

beforeAll(prepareModes);

/** Pages and orders. The largest page is one of 100 rows. */
const rows: readonly Row[] = [
  ['pagination[pageSize]=100', 'pagination[page]=1&pagination[pageSize]=100', '=', '=', 'the largest'],
  [
    'pagination[pageSize]=101',
    'limit_exceeded at pagination[pageSize]',
    '=',
    'pagination[page]=1&pagination[pageSize]=100',
    'clamped',
  ],
  [
    'pagination[pageSize]=0',
    'invalid_pagination at pagination[pageSize]',
    '=',
    'pagination[page]=1&pagination[pageSize]=1',
    'clamped',
  ],
  [
    'pagination[page]=3&pagination[pageSize]=-1',
    'invalid_pagination at pagination[pageSize]',
    '=',
    'pagination[page]=3&pagination[pageSize]=1',
    'clamped',
  ],
  [
    'pagination[start]=10&pagination[limit]=1000',
    'limit_exceeded at pagination[limit]',
    '=',
    'pagination[start]=10&pagination[limit]=100',
    'by whatever name',
  ],
  [
    'pagination[start]=10&pagination[limit]=0',
    'invalid_pagination at pagination[limit]',
    '=',
    'pagination[start]=10&pagination[limit]=1',
    'by whatever name',
  ],
  [
    'pagination[after]=&pagination[pageSize]=1000',
    'limit_exceeded at pagination[pageSize]',
    '=',
    'pagination[after]=&pagination[pageSize]=100',
    'by whatever name',
  ],
  ['pagination[pageSize]=ten', 'invalid_pagination at pagination[pageSize]', '=', '=', 'only a number is clamped'],
  ['pagination[pageSize]=1.5', 'invalid_pagination at pagination[pageSize]', '=', '=', 'a whole one'],
  ['pagination[pageSize]=', 'invalid_pagination at pagination[pageSize]', '=', '=', 'nothing is no number'],
  ['pagination[page]=0', 'invalid_pagination at pagination[page]', '=', '=', 'a page is no size'],
  ['pagination[start]=-1', 'invalid_pagination at pagination[start]', '=', '=', 'neither is a start'],
  ['pagination[page]=1&pagination[limit]=5', 'invalid_pagination at pagination', '=', '=', 'styles are mixed nowhere'],

  ...['t', '1'].map((text): Row => [
    `pagination[withCount]=${text}`,
    'expected_boolean at pagination[withCount]',
    '=',
    'pagination[page]=1&pagination[pageSize]=25&pagination[withCount]=true',
    'a yes of that family',
  ]),
  ...['f', '0', ''].map((text): Row => [
    `pagination[withCount]=${text}`,
    'expected_boolean at pagination[withCount]',
    '=',
    'pagination[page]=1&pagination[pageSize]=25&pagination[withCount]=false',
    'a no of that family',
  ]),
  [
    'pagination[withCount]=false',
    'pagination[page]=1&pagination[pageSize]=25&pagination[withCount]=false',
    '=',
    '=',
    'in every mode',
  ],
  ['pagination[withCount]=no', 'expected_boolean at pagination[withCount]', '=', '=', 'no word of any family'],
  ['pagination[withCount]=undefined', 'expected_boolean at pagination[withCount]', '=', '=', 'no word of any family'],

  ['sort=title:DESC', 'sort[0]=title:desc', '=', '=', 'a direction in any letter case'],
  ['sort=title:ASC,views:Desc', 'sort[0]=title:asc&sort[1]=views:desc', '=', '=', 'in every mode'],
  ['sort[0]=title:down', 'invalid_direction at sort[0]', '=', '=', 'no word of any family'],

  // Parameters of that family which belong to the host.
  ...['locale=de', 'publicationState=preview', 'status=draft', 'populate=*', 'fields[0]=title', 'populate[a][b]=c'].map(
    (text): Row => [`${text}&filters[id]=1`, 'filters[id][$eq]=1', '=', '=', 'left alone'],
  ),
];

describe('pages and orders', () => {
  it.each(casesOf(rows))('$mode: $request ($why)', ({ mode, request, expected }) => {
    expect(readIn(mode, request)).toBe(expected);
  });
});
