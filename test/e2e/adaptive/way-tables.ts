import type { EngineName } from '../../support/databases.js';
import { cases } from '../../support/table.js';

/** A condition on related rows that most articles satisfy. */
const popular = 'filters[labels][name]=half';
const page = 'pagination[pageSize]=3';

/**
 * Requests for a page of articles, and the way in which it is read: of every engine, or of each. Where there is no
 * choice, nothing is logged.
 */
const table = cases(`
  # one condition on related rows
  filters[labels][name]=one&FIRST -> keys
  filters[labels][name]=four&FIRST -> keys
  filters[labels][name]=six&FIRST -> keys
  POPULAR&FIRST -> walk
  filters[labels][name]=all&FIRST -> walk
  filters[labels][name]=last&FIRST -> keys
  filters[labels][name]=last&sort=position:desc&PAGE -> walk
  filters[labels][name][$in][]=one&filters[labels][name][$in][]=four&FIRST -> keys
  filters[labels][name][$gte]=o&FIRST -> keys
  filters[labels][$exists]=true&FIRST -> walk
  filters[reviews][stars]=5&FIRST -> keys
  filters[reviews][stars]=1&FIRST -> walk
  # a relation to one row
  filters[maker][name]=Rare&FIRST -> keys
  filters[maker][name]=Common&FIRST -> walk
  # a relation to one row behind another
  filters[maker][land][name]=Narrow&FIRST -> keys
  filters[maker][land][name]=Wide&FIRST -> walk
  filters[maker][land]=1&FIRST -> keys
  filters[maker][land][note]=note of Narrow&FIRST -> keys
  filters[maker][land][name]=Narrow&filters[maker][name]=Rare&FIRST -> keys
  filters[maker][land][name]=Wide&filters[kind]=odd&FIRST -> own
  # many articles have one maker, whose articles would be read for each of them
  filters[maker][articles][grade]=1&FIRST -> keys
  filters[maker][articles][$none][grade]=9&FIRST -> keys
  # a condition without an index is not asked about
  filters[labels][note]=note of half&FIRST -> walk
  filters[labels][note]=note of one&FIRST -> keys
  POPULAR&filters[labels][note][$ne]=x&FIRST -> walk
  # conditions on the row itself
  POPULAR&filters[kind]=odd&FIRST -> own
  POPULAR&filters[kind]=plain&FIRST -> walk
  POPULAR&filters[grade]=2&FIRST -> walk
  POPULAR&filters[grade]=9&FIRST -> own
  POPULAR&filters[id][$lte]=4&FIRST -> own
  POPULAR&filters[$or][0][kind]=odd&filters[$or][1][grade]=9&FIRST -> own
  filters[labels][name]=one&filters[kind]=odd&FIRST -> keys
  filters[labels][name]=last&filters[kind]=plain&FIRST -> keys
  POPULAR&filters[reviews][$none][stars]=5&FIRST -> walk
  # several conditions on related rows
  filters[$and][0][labels][name]=last&filters[$and][1][reviews][stars][$lt]=5&FIRST -> usual
  filters[$and][0][labels][name]=half&filters[$and][1][reviews][stars][$lt]=5&FIRST -> walk
  filters[$and][0][reviews][stars][$lt]=5&filters[$and][1][labels][name]=four&FIRST -> keys
  filters[$and][0][labels][name]=four&filters[$and][1][labels][name]=half&FIRST -> keys
  filters[$and][0][labels][name]=half&filters[$and][1][labels][name]=all&filters[kind]=odd&FIRST -> own
  # a disjunction across tables
  filters[$or][0][labels][name]=one&filters[$or][1][grade]=9&FIRST -> union
  filters[$or][0][grade]=9&filters[$or][1][maker][name]=Rare&FIRST -> union
  filters[$or][0][labels][name]=one&filters[$or][1][maker][name]=Rare&FIRST -> union
  filters[$or][0][labels][name]=half&filters[$or][1][grade]=9&FIRST -> walk
  filters[$or][0][labels][name]=one&filters[$or][1][grade]=2&FIRST -> walk
  filters[$or][0][labels][name]=four&filters[$or][1][grade]=9&FIRST -> usual
  filters[$or][0][labels][note]=note of one&filters[$or][1][grade]=9&FIRST -> usual
  filters[$or][0][labels][name]=one&filters[$or][1][maker][name]=Rare&filters[$or][2][id][$in][]=3&FIRST -> union
  filters[$or][0][labels][name]=one&filters[$or][0][kind]=plain&filters[$or][1][maker][name]=Rare&FIRST -> union
  filters[$or][0][grade]=9&filters[$or][0][kind]=plain&filters[$or][1][maker][name]=Rare&FIRST -> no choice
  filters[$or][0][labels][name]=one&filters[$or][1][maker][name]=Rare&filters[kind]=plain&FIRST -> union
  filters[$or][0][labels][name]=half&filters[$or][1][maker][name]=Rare&filters[id][$lte]=4&FIRST -> usual
  filters[$or][0][labels][name]=one&filters[$or][1][grade]=9&filters[labels][name]=four&FIRST -> keys
  filters[$and][0][$or][0][labels][name]=one&filters[$and][0][$or][1][grade]=9&filters[$and][1][$or][0][labels][name]=all&filters[$and][1][$or][1][grade]=9&FIRST -> union
  filters[$or][0][labels][name]=one&filters[$or][1][grade]=9&sort=position&pagination[after]=&PAGE -> union
  filters[$or][0][labels][name]=one&filters[$or][1][grade]=9&sort=kind&PAGE -> no choice
  filters[$or][0][labels][name]=one&filters[$or][1][kind]=odd&FIRST -> no choice
  filters[$or][0][labels][$none][name]=one&filters[$or][1][labels][name]=one&FIRST -> no choice
  filters[$or][0][fairs][town]=Oslo&filters[$or][1][labels][name]=one&FIRST -> no choice
  filters[$not][$or][0][labels][name]=half&filters[$not][$or][1][grade]=9&FIRST -> no choice
  filters[$or][0][id]=3&filters[$or][1][grade]=9&FIRST -> no choice
  # the order
  POPULAR&PAGE -> walk
  POPULAR&sort=grade&PAGE -> walk
  POPULAR&sort=grade:desc,position&PAGE -> keys
  POPULAR&sort=kind&PAGE -> no choice
  POPULAR&sort=maker.name&PAGE -> no choice
  POPULAR&sort=reviews.$count&PAGE -> no choice
  POPULAR&sort=price&PAGE -> sqlite:keys postgres:walk mariadb:keys
  POPULAR&sort=price:desc&PAGE -> sqlite:walk postgres:keys mariadb:walk
  POPULAR&sort=price:desc:nullsFirst&PAGE -> postgres:keys
  # the window
  POPULAR&sort=position&pagination[page]=3&PAGE -> no choice
  POPULAR&sort=position&pagination[start]=3&pagination[limit]=3 -> walk
  POPULAR&sort=position&pagination[start]=4&pagination[limit]=3 -> no choice
  filters[labels][name]=edge&FIRST -> walk
  filters[labels][name]=edge&FIRST&pagination[withCount]=false -> keys
  filters[labels][name]=edge&sort=position&pagination[pageSize]=4 -> keys
  # a page by cursor
  POPULAR&sort=position&pagination[after]=&PAGE -> walk
  POPULAR&sort=position&pagination[before]=&PAGE -> walk
  filters[labels][name]=last&sort=position&pagination[before]=&PAGE -> walk
  filters[labels][name]=one&sort=position&pagination[after]=&PAGE -> keys
  filters[labels][name]=edge&sort=position&pagination[after]=&PAGE -> keys
  # nothing is chosen
  filters[labels][$none][name]=half&FIRST -> no choice
  filters[labels][$count]=2&FIRST -> no choice
  filters[$not][labels][name]=half&FIRST -> no choice
  filters[fairs][town]=Oslo&FIRST -> no choice
  filters[maker]=2&FIRST -> no choice
  filters[kind]=odd&FIRST -> no choice
  FIRST -> no choice
`);

export interface WayRow {
  readonly request: string;
  /** The way on an engine; undefined where there is no choice. */
  readonly wayOn: (engine: EngineName) => string | undefined;
}

export const wayRows: readonly WayRow[] = table.map(([text, verdict]) => {
  const ways = new Map(verdict.split(' ').map((each) => each.split(':') as [string, string]));
  const request = text.replace('POPULAR', popular).replace('FIRST', `sort=position&${page}`).replace('PAGE', page);
  const wayOn = (engine: EngineName) => ways.get(engine) ?? (verdict.includes(':') ? undefined : verdict);
  return { request, wayOn: verdict === 'no choice' ? () => undefined : wayOn };
});
