import { Post, blogEntities } from '../../support/blog/entities.js';
import { cases } from '../../support/table.js';
import { fill, visible } from './blog.js';
import { hostileRows } from './rows.js';

/** Characters that mean something in a pattern: in a needle each stands for itself, and one title has most of them. */
const needles = cases(String.raw`
  % -> 3
  _ -> 3
  %_ -> 3
  _% -> none
  %% -> none
  __ -> none
  [ -> 3
  [wild] -> 3
  [a-z] -> none
  [^x] -> none
  ! -> 3
  !! -> none
  !% -> none
  !\ -> 3
  \ -> 3
  \\ -> none
  \% -> none
  * -> 3
  ** -> none
  ? -> none
  ^ -> none
  S%g -> none
  S_ring -> none
  100%_[wild]!\* -> 3
  (a+)+$ -> none
  (a|aa)+$ -> none
  ^.*$ -> none
  .* -> none
  [[:>:]] -> none
  \bSpring\b -> none
  (?=S) -> none
  (?:(?:a*)*)*b -> none
  Sp.ing -> none
  S|A -> none
  $ -> none
  ^S -> none
  {1,99999} -> none
`);

hostileRows(
  'posts of hostile requests',
  {
    entities: blogEntities,
    seed: fill,
    entity: () => Post,
    list: ({ source }) =>
      source
        .getRepository(Post)
        .createQueryBuilder('post')
        .where('post.tenantId = :tenant OR post.tenantId = :staff', { tenant: 1, staff: -1 }),
    visible,
    tables: {
      'logical shape': String.raw`
      filters[$or][title]=Spring&filters[$or][slug]=wild -> 1 3
      filters[$or][0][title]=Spring&filters[$or][1][slug]=wild -> 1 3
      filters[$or][0][0][title]=Spring&filters[$or][0][1][slug]=wild -> none
      filters[$or][0][title]=Spring&filters[$or][0][slug]=wild -> none
      filters[$or][0][title]=Spring&filters[slug]=wild -> none
      filters[$not][$not][title]=Spring -> 1
      filters[views][$gt]=0&filters[views][$lt]=10 -> 5
      filters[title][$eq]=Spring&filters[title][$ne]=Spring -> none
    `,
      'relation shape': String.raw`
      filters[comments][$count]=0 -> 2 3 5
      filters[comments][$count][$gte]=1 -> 1 4
      filters[comments][$exists]=false -> 2 3 5
      filters[comments][$every][stars]=5 -> 2 3 5
      filters[comments][approved]=true&filters[comments][stars]=2 -> none
      filters[author][$null]=true -> 3
      filters[$not][author][name]=Kai -> 1 3 4
      filters[author] -> 3
      filters[tags][name]=red -> 1 4
    `,
      decimal: String.raw`
      filters[rating]=4.5 -> 1
      filters[rating]=04.500 -> 1
      filters[rating][$lte]={14*9}.99 -> 1 2 4 5
      filters[rating]=-0 -> 5
    `,
      float: String.raw`
      filters[score]=1e10 -> 4
      filters[score]=-0 -> 5
      filters[score][$lt]=3.4e38 -> 1 2 4 5
    `,
      integer: String.raw`
      filters[views]=2147483647 -> 4
      filters[views]=-2147483648 -> none
      filters[views]=00010 -> 1
      filters[views]=-0 -> 2
      filters[visits]=9007199254740993 -> 1
      filters[visits]=9007199254740992 -> none
      filters[visits][$gt]=9223372036854775806 -> 4
      filters[views][$between][0]=10&filters[views][$between][1]=0 -> none
    `,
      'date time': String.raw`
      filters[publishedAt][$between][0]=now-1000y/y&filters[publishedAt][$between][1]=now-1y/y&filters[id]=1 -> 1
      filters[publishedAt]=2024-03-01 -> 1
      filters[publishedAt]=2024-03-01T10:00:00Z -> 1
      filters[publishedAt]=2024-03-01T12:00:00%2B02:00 -> 1
      filters[publishedAt][$gte]=2024-02-29 -> 1 2 4
      filters[publishedAt][$lte]=9999-12-31 -> 1 2 4
      filters[publishedAt][$gte]=0001-01-01 -> 1 2 4
      filters[publishedAt][$between][0]=2024-12-31&filters[publishedAt][$between][1]=2024-01-01 -> none
    `,
      date: String.raw`
      filters[publishedOn]=2024-03-01 -> 1
      filters[publishedOn][$ne]=2024-03-01 -> 2 4
    `,
      uuid: String.raw`
      filters[externalId]=3F2504E0-4F89-41D3-9A0C-0305E82C3301 -> 1
      filters[externalId]=00000000-0000-0000-0000-{12*0} -> 4
      filters[externalId]=ffffffff-ffff-ffff-ffff-{12*f} -> none
    `,
      null: String.raw`
      filters[slug] -> 2
      filters[slug][$eq] -> 2
      filters[slug][$ne] -> 1 3 4 5
      filters[slug][$eq]= -> none
      filters[slug]=null -> none
      filters[title]=null -> 5
      filters[slug]=undefined -> 5
      filters[slug][$null]=false -> 1 3 4 5
      filters[slug][$ne]=spring -> 3 4 5
      filters[$not][slug]=spring -> 3 4 5
    `,
      text: String.raw`
      filters[title]= -> none
      filters[title]=%F0%9F%8C%B1 -> none
      filters[title]=%EF%BF%BF -> none
      filters[title]=%EF%BF%BD -> none
      filters[title]=%E2%80%AEgnirpS -> none
      filters[title][$eqc]=spring -> none
      filters[title][$contains]=SPRING -> 1
      filters[title][$containsc]=SPRING -> none
      filters[title]=spring -> any of 1
      filters[title]=Spring%20 -> any of 1
    `,
      'sql in value': String.raw`
      filters[title][$eq]='%20OR%20'1'%3D'1 -> none
      filters[title][$contains]='%20OR%201%3D1%20-- -> none
      filters[title][$startsWithc]='%20OR%201%3D1%20%23 -> none
      filters[title][$eq]=')%20OR%20('1'%3D'1 -> none
      filters[title][$contains]='))%20OR%201%3D1%20%2F* -> none
      filters[title][$startsWithc]='%3B%20DROP%20TABLE%20post%3B%20-- -> none
      filters[title][$eq]='%20UNION%20SELECT%20passwordHash%20FROM%20author%20-- -> none
      filters[title][$contains]='%20AND%20(SELECT%20secretNote%20FROM%20post%20LIMIT%201)%20%3D%20'tulip -> none
      filters[title][$startsWithc]='%20%7C%7C%20(SELECT%20pg_sleep(5))%20%7C%7C%20' -> none
      filters[title][$eq]='%20AND%20SLEEP(5)%20--%20 -> none
      filters[title][$contains]=%5C'%20OR%201%3D1%20--%20 -> none
      filters[title][$startsWithc]=%5C -> none
      filters[title][$eq]=%22%20OR%20%22%22%3D%22 -> none
      filters[title][$contains]=%60%20OR%201%3D1 -> none
      filters[title][$startsWithc]=%3F -> none
      filters[title][$eq]=%241 -> none
      filters[title][$contains]=%3Atenant -> none
      filters[title][$startsWithc]=%3A...tenant -> none
      filters[title][$eq]=%3Anf_0 -> none
      filters[title][$contains]=%7B%7Btitle%7D%7D -> none
      filters[title][$startsWithc]=%24%7B7*7%7D -> none
      filters[title][$eq]=%2527%2520OR%25201%3D1 -> none
      filters[title][$contains]='' -> none
      filters[title][$startsWithc]=' -> none
      filters[title][$eq]=%CA%BC%20OR%201%3D1 -> none
      filters[title][$contains]=%C2%BF'%20OR%201%3D1 -> none
      filters[title][$startsWithc]=0x53707269e67 -> none
      filters[title][$eq]=CHAR(83) -> none
      filters[title][$contains]=E'%5C%5Cx41' -> none
      filters[title][$startsWithc]=%24%24x%24%24 -> none
      filters[title]=O'Brien -> 4
      filters[title][$in][0]=')%20OR%20('1'%3D'1&filters[title][$in][1]=Spring -> 1
      filters[author][name]='%20OR%201=1%20--%20 -> none
      filters[comments][$none][body]='%20OR%201=1%20--%20 -> 1 2 3 4 5
      filters[title][$ne]='%20OR%20'1'='2 -> 1 2 3 4 5
    `,
      'soft delete': String.raw`
      filters[id]=6 -> none
      filters[slug]=gone -> none
      filters[slug][$in][0]=gone&filters[slug][$in][1]=spring -> 1
      filters[comments][body][$contains]=removed -> none
      filters[comments][$some][body][$contains]=removed -> none
      filters[comments][id]=3 -> none
      filters[comments]=3 -> none
      filters[$not][comments][body][$contains]=removed -> 1 2 3 4 5
      filters[comments][$none][stars]=1 -> 1 2 3 4 5
      filters[comments][$every][stars][$gt]=1 -> 1 2 3 5
      filters[comments][author][name]=Kai&filters[comments][stars]=1 -> none
      sort=comments.$count:desc,id -> 1 4 2 3 5
    `,
      'tenant scope': String.raw`
      filters[tags][$every][id][$gt]=0 -> 1 2 3 4 5
      filters[$or][0][author][$null]=true&filters[$or][1][author][$null]=false -> 1 2 3 4 5
      filters[comments][$count][$gte]=0 -> 1 2 3 4 5
      filters[$not][id]=0 -> 1 2 3 4 5
      filters[id][$notIn]=0 -> 1 2 3 4 5
      filters[$or][0][views][$gte]=0&filters[$or][1][views][$lt]=0&filters[$or][2][views][$null]=true -> 1 2 3 4 5
      filters[$or][0][id][$gt]=0&filters[$or][1][id][$lte]=0 -> 1 2 3 4 5
      filters[id]=7 -> none
      filters[id][$in][0]=1&filters[id][$in][1]=7&filters[id][$in][2]=8 -> 1
      filters[$or][0][id]=7&filters[$or][1][id]=8 -> none
      filters[slug]=theirs -> none
      filters[$or][0][slug]=theirs&filters[$or][1][slug]=spring -> 1
      filters[comments][body]=theirs -> none
      filters[$not][title]=Spring -> 2 3 4 5
      filters[id][$gt]=5 -> none
      sort=id:desc&pagination[pageSize]=1 -> 5
      sort=title:desc&filters[title]=Winter -> none
      pagination[start]=5 -> none
      pagination[after]=&sort=id:desc -> 5 4 3 2 1
    `,

      wildcards: String.raw`
      filters[title][$startsWith]=%25 -> none
      filters[title][$startsWith]=100%25 -> 3
      filters[title][$startsWithc]=100%25 -> 3
      filters[title][$endsWith]=%25 -> none
      filters[title][$endsWith]=%5C* -> 3
      filters[title][$endsWithc]=%5C* -> 3
      filters[title][$notContains]=%25 -> 1 2 4 5
      filters[title][$notContainsc]=_ -> 1 2 4 5
    `,
    },
  },
  (_world, asked) => {
    it.each(needles)('the needle %s -> %s', async (needle, rows) => {
      const ids = rows === 'none' ? [] : [Number(rows)];
      const value = encodeURIComponent(needle);
      expect(await asked.page(`filters[title][$contains]=${value}`)).toEqual(ids);
      expect(await asked.page(`filters[title][$containsc]=${value}`)).toEqual(ids);
      expect(await asked.page(`filters[author][name][$endsWith]=${value}`)).toEqual([]);
    });
  },
);
