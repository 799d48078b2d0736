import type { EngineName } from '../../support/databases.js';

/** The way of every engine, or of each. */
type Expected = string | Readonly<Record<EngineName, string>>;

const onePage = 'pagination[pageSize]=3';
const first = `sort=position&${onePage}`;
const popular = 'filters[labels][name]=half';

/**
 * Conditions, their order and page, and the way in which that is read; empty for the usual one, of which nothing is
 * logged.
 */
export const wayTables: Readonly<Record<string, readonly (readonly [query: string, way: Expected])[]>> = {
  'one condition on related rows': [
    [`filters[labels][name]=none&${first}`, 'labels: few → keys'],
    [`filters[labels][name]=one&${first}`, 'labels: few → keys'],
    [`filters[labels][name]=four&${first}`, 'labels: few → keys'],
    [`filters[labels][name]=five&${first}`, 'labels: few → keys'],
    [`filters[labels][name]=six&${first}`, 'labels: many → walk, short → keys'],
    [`${popular}&${first}`, 'labels: many → walk, full'],
    [`filters[labels][name]=all&${first}`, 'labels: many → walk, full'],
    [`filters[labels][name]=last&${first}`, 'labels: many → walk, short → keys'],
    [`filters[labels][name]=last&sort=position:desc&${onePage}`, 'labels: many → walk, full'],
    [`filters[labels][name][$in][]=one&filters[labels][name][$in][]=four&${first}`, 'labels: few → keys'],
    [`filters[labels][name][$gte]=o&${first}`, 'labels: many → walk, short → keys'],
    [`filters[labels][$exists]=true&${first}`, 'labels: many → walk, full'],
    [`filters[reviews][stars]=5&${first}`, 'reviews: many → walk, short → keys'],
    [`filters[reviews][stars]=1&${first}`, 'reviews: many → walk, full'],
    [`filters[reviews][stars]=9&${first}`, 'reviews: few → keys'],
  ],
  'a relation to one row': [
    [`filters[maker][name]=Rare&${first}`, 'maker: few → keys'],
    [`filters[maker][name]=Common&${first}`, 'maker: many → walk, full'],
  ],
  'a relation to one row behind another': [
    [`filters[maker][land][name]=Narrow&${first}`, 'maker: few → keys'],
    [`filters[maker][land][name]=Wide&${first}`, 'maker: many → walk, full'],
    [`filters[maker][land][name]=Atlantis&${first}`, 'maker: few → keys'],
    [`filters[maker][land]=1&${first}`, 'maker: few → keys'],
    [`filters[maker][land][note]=note of Narrow&${first}`, 'maker: not asked → walk, short → keys'],
    [`filters[maker][land][name]=Narrow&filters[maker][name]=Rare&${first}`, 'maker: not asked → walk, short → keys'],
    [`filters[maker][land][name]=Wide&filters[kind]=odd&${first}`, 'maker: many → walk, short → own: few → own'],
    // Many articles have one maker, whose articles would be read for each of them.
    [`filters[maker][articles][grade]=1&${first}`, 'maker: many → keys'],
    [`filters[maker][articles][kind]=odd&${first}`, 'maker: not asked → keys'],
    [`filters[maker][articles][$none][grade]=9&${first}`, 'maker: not asked → keys'],
  ],
  'a condition without an index is not asked about': [
    [`filters[labels][note]=note of half&${first}`, 'labels: not asked → walk, full'],
    [`filters[labels][note]=note of one&${first}`, 'labels: not asked → walk, short → keys'],
    [`filters[labels][name][$contains]=one&${first}`, 'labels: not asked → walk, short → keys'],
    [`${popular}&filters[labels][note][$ne]=x&${first}`, 'labels: not asked → walk, full'],
  ],
  'conditions on the row itself': [
    [`${popular}&filters[kind]=odd&${first}`, 'labels: many → walk, short → own: few → own'],
    [`${popular}&filters[kind]=plain&${first}`, 'labels: many → walk, full'],
    [`${popular}&filters[kind]=nothing&${first}`, 'labels: many → walk, short → own: few → own'],
    // An index on the grade: asked about before the walk.
    [`${popular}&filters[grade]=2&${first}`, 'labels: many → own: many → walk, full'],
    [`${popular}&filters[grade]=9&${first}`, 'labels: many → own: few → own'],
    [`${popular}&filters[id][$lte]=4&${first}`, 'labels: many → own: few → own'],
    [`${popular}&filters[id][$gte]=4&${first}`, 'labels: many → own: many → walk, full'],
    [`${popular}&filters[grade]=2&filters[kind]=odd&${first}`, 'labels: many → walk, short → own: few → own'],
    [
      `${popular}&filters[$or][0][kind]=odd&filters[$or][1][grade]=9&${first}`,
      'labels: many → walk, short → own: few → own',
    ],
    [`${popular}&filters[$not][kind]=plain&${first}`, 'labels: many → walk, short → own: few → own'],
    [`${popular}&filters[maker]=1&${first}`, 'labels: many → walk, short → own: few → own'],
    [`filters[labels][name]=one&filters[kind]=odd&${first}`, 'labels: few → keys'],
    [`filters[labels][name]=last&filters[kind]=plain&${first}`, 'labels: many → walk, short → own: many → keys'],
    [`${popular}&filters[reviews][$none][stars]=5&${first}`, 'labels: many → walk, full'],
  ],
  'several conditions on related rows': [
    [
      `filters[$and][0][labels][name]=last&filters[$and][1][reviews][stars][$lt]=5&${first}`,
      'labels: many → reviews: many → walk, short → usual',
    ],
    [
      `filters[$and][0][labels][name]=half&filters[$and][1][reviews][stars][$lt]=5&${first}`,
      'labels: many → reviews: many → walk, full',
    ],
    [
      `filters[$and][0][reviews][stars][$lt]=5&filters[$and][1][labels][name]=four&${first}`,
      'reviews: many → labels: few → keys',
    ],
    [`filters[$and][0][labels][name]=four&filters[$and][1][labels][name]=half&${first}`, 'labels: few → keys'],
    [
      `filters[$and][0][labels][name]=half&filters[$and][1][labels][name]=all&filters[kind]=odd&${first}`,
      'labels: many → labels: many → walk, short → own: few → own',
    ],
  ],
  'a disjunction across tables': [
    [`filters[$or][0][labels][name]=one&filters[$or][1][grade]=9&${first}`, 'walk, short → $or: few → union'],
    [`filters[$or][0][grade]=9&filters[$or][1][maker][name]=Rare&${first}`, 'walk, short → $or: few → union'],
    [`filters[$or][0][labels][name]=one&filters[$or][1][maker][name]=Rare&${first}`, 'walk, short → $or: few → union'],
    [`filters[$or][0][labels][name]=none&filters[$or][1][grade]=9&${first}`, 'walk, short → $or: few → union'],
    [`filters[$or][0][labels][name]=one&filters[$or][1][maker]=1&${first}`, 'walk, short → $or: few → union'],
    [`filters[$or][0][labels][name]=half&filters[$or][1][grade]=9&${first}`, 'walk, full'],
    [`filters[$or][0][labels][name]=one&filters[$or][1][grade]=2&${first}`, 'walk, full'],
    // Both together are to be few.
    [`filters[$or][0][labels][name]=four&filters[$or][1][grade]=9&${first}`, 'walk, short → $or: many → usual'],
    [`filters[$or][0][grade]=9&filters[$or][1][labels][name]=last&${first}`, 'walk, short → $or: many → usual'],
    [
      `filters[$or][0][labels][note]=note of one&filters[$or][1][grade]=9&${first}`,
      'walk, short → $or: not asked → usual',
    ],
    [
      `filters[$or][0][labels][name]=one&filters[$or][1][maker][name]=Rare&filters[$or][2][id][$in][]=3&${first}`,
      'walk, short → $or: few → union',
    ],
    // An alternative of several conditions.
    [
      `filters[$or][0][labels][name]=one&filters[$or][0][kind]=plain&filters[$or][1][maker][name]=Rare&${first}`,
      'walk, short → $or: few → union',
    ],
    [`filters[$or][0][grade]=9&filters[$or][0][kind]=plain&filters[$or][1][maker][name]=Rare&${first}`, ''],
    // Conditions beside it.
    [
      `filters[$or][0][labels][name]=one&filters[$or][1][maker][name]=Rare&filters[kind]=plain&${first}`,
      'walk, short → $or: few → union',
    ],
    [
      `filters[$or][0][labels][name]=half&filters[$or][1][maker][name]=Rare&filters[id][$lte]=4&${first}`,
      'own: few → usual',
    ],
    [
      `filters[$or][0][labels][name]=one&filters[$or][1][grade]=9&filters[labels][name]=four&${first}`,
      'labels: few → keys',
    ],
    [
      `filters[$and][0][$or][0][labels][name]=one&filters[$and][0][$or][1][grade]=9&filters[$and][1][$or][0][labels][name]=all&filters[$and][1][$or][1][grade]=9&${first}`,
      'walk, short → $or: few → union',
    ],
    [
      `filters[$or][0][labels][name]=one&filters[$or][1][grade]=9&sort=position&pagination[after]=&${onePage}`,
      'walk, short → $or: few → union',
    ],
    [`filters[$or][0][labels][name]=one&filters[$or][1][grade]=9&sort=kind&${onePage}`, ''],
    [`filters[$or][0][labels][name]=one&filters[$or][1][kind]=odd&${first}`, ''],
    [`filters[$or][0][labels][$none][name]=one&filters[$or][1][labels][name]=one&${first}`, ''],
    [`filters[$or][0][fairs][town]=Oslo&filters[$or][1][labels][name]=one&${first}`, ''],
    [`filters[$not][$or][0][labels][name]=half&filters[$not][$or][1][grade]=9&${first}`, ''],
    [`filters[$or][0][id]=3&filters[$or][1][grade]=9&${first}`, ''],
  ],
  'the order': [
    [`${popular}&sort=position:desc&${onePage}`, 'labels: many → walk, full'],
    [`${popular}&${onePage}`, 'labels: many → walk, full'],
    [`${popular}&sort=id:desc&${onePage}`, 'labels: many → walk, full'],
    // Twenty rows have the value of the bound, and the page is among them.
    [`${popular}&sort=grade&${onePage}`, 'labels: many → walk, full'],
    [`${popular}&sort=grade:desc,position&${onePage}`, 'labels: many → walk, short → keys'],
    [`${popular}&sort=kind&${onePage}`, ''],
    [`${popular}&sort=maker.name&${onePage}`, ''],
    [`${popular}&sort=reviews.$count&${onePage}`, ''],
    // NULL is first on two engines ascending and on the other descending.
    [
      `${popular}&sort=price&${onePage}`,
      { sqlite: 'labels: many → keys', postgres: 'labels: many → walk, full', mariadb: 'labels: many → keys' },
    ],
    [
      `${popular}&sort=price:desc&${onePage}`,
      { sqlite: 'labels: many → walk, full', postgres: 'labels: many → keys', mariadb: 'labels: many → walk, full' },
    ],
    [`${popular}&sort=price:desc:nullsFirst&${onePage}`, { sqlite: '', postgres: 'labels: many → keys', mariadb: '' }],
  ],
  'the window': [
    [`${popular}&sort=position&pagination[page]=2&${onePage}`, 'labels: many → walk, full'],
    [`${popular}&sort=position&pagination[page]=3&${onePage}`, ''],
    [`${popular}&sort=position&pagination[start]=3&pagination[limit]=3`, 'labels: many → walk, full'],
    [`${popular}&sort=position&pagination[start]=4&pagination[limit]=3`, ''],
    [`filters[labels][name]=edge&${first}`, 'labels: many → walk, full'],
    // Whether there is a fourth row is not to be seen within the bound.
    [`filters[labels][name]=edge&${first}&pagination[withCount]=false`, 'labels: many → walk, short → keys'],
    [`${popular}&${first}&pagination[withCount]=false`, 'labels: many → walk, full'],
    [`filters[labels][name]=edge&sort=position&pagination[pageSize]=2`, 'labels: many → walk, full'],
    [`filters[labels][name]=edge&sort=position&pagination[pageSize]=4`, 'labels: many → walk, short → keys'],
  ],
  'a page by cursor': [
    [`${popular}&sort=position&pagination[after]=&${onePage}`, 'labels: many → walk, full'],
    [`${popular}&sort=position&pagination[before]=&${onePage}`, 'labels: many → walk, full'],
    [`filters[labels][name]=last&sort=position&pagination[after]=&${onePage}`, 'labels: many → walk, short → keys'],
    [`filters[labels][name]=last&sort=position&pagination[before]=&${onePage}`, 'labels: many → walk, full'],
    [`filters[labels][name]=one&sort=position&pagination[after]=&${onePage}`, 'labels: few → keys'],
    [`filters[labels][name]=edge&sort=position&pagination[after]=&${onePage}`, 'labels: many → walk, short → keys'],
    [`${popular}&filters[kind]=odd&pagination[after]=&${onePage}`, 'labels: many → walk, short → own: few → own'],
  ],
  'nothing is chosen': [
    [`filters[labels][$none][name]=half&${first}`, ''],
    [`filters[labels][$every][name]=half&${first}`, ''],
    [`filters[labels][$count]=2&${first}`, ''],
    [`filters[$not][labels][name]=half&${first}`, ''],
    // The key of a fair is composite.
    [`filters[fairs][town]=Oslo&${first}`, ''],
    [`filters[maker]=2&${first}`, ''],
    [`filters[kind]=odd&${first}`, ''],
    [first, ''],
  ],
};
