import { engines } from '../../support/databases.js';
import { share } from '../../support/thorough.js';
import { hostileRows } from './rows.js';
import { fill, visible, wareOn } from './wares.js';

const paths = 'color size.width weight ratio big on made code ab deep.a.b.c nul'.split(' ');
const keys = ['letters', 'doubtful', 'label', ...paths.flatMap((path) => [`specs.${path}`, `raw.${path}`])];
const sorts = keys.flatMap((key) => [`${key}:asc`, `${key}:desc`, `${key}:desc:nullsLast`]);

hostileRows(
  'wares of hostile requests',
  {
    entities: (engine) => [wareOn[engine]],
    seed: (source, engine) => fill(source, wareOn[engine], engine),
    options: { context: undefined },
    entity: (engine) => wareOn[engine],
    list: ({ source, engine }) =>
      source
        .getRepository(wareOn[engine])
        .createQueryBuilder('ware')
        .select('ware.id')
        .where('ware.tenant = :tenant OR ware.tenant = :staff', { tenant: 1, staff: -1 }),
    visible,
    tables: {
      'path shapes': String.raw`
      filters[specs][size%5D%5Bwidth]=3 -> 1 3
      filters[specs][ab]=k -> 1
      filters[raw][ab]=k -> 1
    `,
      'element of delimited': String.raw`
      filters[tags]=a -> 1 5 12
      filters[tags]=A -> 3
      filters[tags]=ab -> 9
      filters[tags]= -> 5
      filters[tags]=%20a -> 10
      filters[tags]=NULL -> 6
      filters[tags]=null -> 6
      filters[tags]=%7Ba%7D -> 7
      filters[tags]=%22a%22 -> 7
      filters[tags]=%5C -> 7
      filters[tags]=%25 -> 11
      filters[tags]=_ -> 11
      filters[tags]=' -> none
      filters[tags]=a')%20OR%20(1=1 -> none
      filters[tags]=%5B%22a%22] -> none
      filters[tags][$has]=%5B%22a%22] -> none
      filters[tags]={256*q} -> none
      filters[tags]=%F0%9F%8C%B1 -> none
      filters[tags][$hasEvery][]=a&filters[tags][$hasEvery][]=b -> 1 5
      filters[tags][$hasEvery][0]=a&filters[tags][$hasEvery][1]=a -> 1 5 12
      filters[tags][$hasEvery]=a -> 1 5 12
      filters[tags][]=A&filters[tags][]=ab -> 3 9
      filters[tags][$hasSome]=A&filters[tags][$hasSome]=A -> 3
      filters[tags][$not][$has]=a -> 2 3 6 7 9 10 11
      filters[$not][tags]=a -> 2 3 6 7 9 10 11
      filters[tags][$not][$hasSome][]=a&filters[tags][$not][$hasSome][]=A -> 2 6 7 9 10 11
      filters[tags][$empty]=true -> 2
      filters[tags][$empty]=false -> 1 3 5 6 7 9 10 11 12
      filters[tags][$null]=true -> 4 8
      filters[tags] -> 4 8
    `,
      'element of list': String.raw`
      filters[words]=a -> 1 5 6 11
      filters[words]=A -> 3
      filters[words]=a%20 -> 7
      filters[words]= -> 5
      filters[words]=NULL -> 3
      filters[words]=null -> 3
      filters[words]=a,b -> 3
      filters[words]=%7Ba%7D -> 3
      filters[words]=%22 -> 3
      filters[words]=%5C -> 3
      filters[words]=it's -> 10
      filters[words]=%25 -> 10
      filters[words]=%C3%A9 -> 7
      filters[words]=e -> none
      filters[words]=%F0%9F%8C%B1 -> 12
      filters[words]=%22%7D,%7B%22a -> none
      filters[words]=%5C%22a -> none
      filters[words][$hasEvery][]=%22&filters[words][$hasEvery][]=%5C -> 3
      filters[words][$hasEvery][]=a&filters[words][$hasEvery][]=b -> 1
      filters[words][$hasEvery][]=a&filters[words][$hasEvery][]=a -> 1 5 6 11
      filters[words][$hasSome][]=NULL&filters[words][$hasSome][]=b -> 1 3
      filters[words][$not][$has]=a -> 2 3 7 9 10 12
      filters[words][$not][$hasEvery][]=a&filters[words][$not][$hasEvery][]=b -> 2 3 5 6 7 9 10 11 12
      filters[words][$empty]=true -> 2 9
      filters[words][$empty]=false -> 1 3 5 6 7 10 11 12
      filters[words][$null]=true -> 4 8
      filters[words]=%5B%22a%22] -> none
      filters[words]=%7B%22$has%22:%22a%22%7D -> 1 5 6 11
      filters=%7B%22words%22:%5B%22A%22,%22b%22]%7D -> 1 3
      filters[numbers]=1 -> 1 6
      filters[numbers]=-0 -> 5
      filters[numbers]=2147483647 -> 3
      filters[numbers]=-2147483648 -> 3
      filters[numbers][$hasEvery][]=1&filters[numbers][$hasEvery][]=02 -> 1
      filters[numbers][$not][$has]=1 -> 2 3 5
      filters[numbers][$empty]=true -> 2
    `,
      'element of json': String.raw`
      filters[sizes]=S -> 1 9
      filters[sizes]=s -> 10
      filters[sizes]=S%20 -> 11
      filters[sizes]=a,b -> 3
      filters[sizes]=null -> 3
      filters[sizes]=%22 -> 3
      filters[sizes]=%5C -> 3
      filters[sizes]=%7BS%7D -> 3
      filters[sizes]=1 -> none
      filters[sizes]=true -> none
      filters[sizes]=%5B%22S%22] -> none
      filters[sizes]=%5B] -> none
      filters[sizes]=%22S%22 -> none
      filters[sizes]=%7B%22S%22:1%7D -> none
      filters[sizes][$hasEvery][]=S&filters[sizes][$hasEvery][]=M -> 1
      filters[sizes][$hasSome][]=M&filters[sizes][$hasSome][]=s -> 1 10
      filters[sizes][$not][$has]=S -> 2 3 7 10 11 12
      filters[sizes][$empty]=true -> 2
      filters[sizes][$empty]=false -> 1 3 7 9 10 11 12
      filters[sizes][$null]=true -> 4 5 6 8
      filters[sizes][$notNull]=true -> 1 2 3 7 9 10 11 12
      filters[flags]=true -> 1
      filters[flags]=0 -> 1 5
      filters[flags][$not][$has]=true -> 2 3 5
      filters[flags][$hasEvery][]=true&filters[flags][$hasEvery][]=false -> 1
      filters[specs][labels]=x -> 1
      filters[raw][labels]=x -> 1
      filters[specs][labels]=1 -> none
      filters[specs][labels][$not][$has]=x -> 3 5
      filters[specs][labels][$empty]=true -> 3
      filters[specs][labels][$empty]=false -> 1 5
      filters[specs][labels][$null]=false -> 1 3 5
      filters[sizes] -> 4 5 6 8
    `,
      'document nulls': String.raw`
      filters[specs][$null]=true -> 7 8
      filters[specs][$null]=false -> 1 2 3 4 5 6 9 10 11 12
      filters[specs][$not][$null]=true -> 1 2 3 4 5 6 9 10 11 12
      filters[plain][$null]=true -> none
      filters[specs][color][$null]=true -> 2 4 6 7 8 9 12
      filters[specs][color][$notNull]=true -> 1 3 5 10 11
      filters[specs][color][$ne]=red -> 3 5 10 11
      filters[specs][color][$not][$eq]=red -> 3 5 10 11
      filters[$not][specs][color]=red -> 3 5 10 11
      filters[specs][color][$notIn][]=red&filters[specs][color][$notIn][]=blue -> 3 10 11
      filters[specs][color] -> 2 4 6 7 8 9 12
      filters[specs][size][width][$null]=true -> 2 4 5 6 7 8 9 10 11 12
      filters[specs][on][$null]=false -> 1 3
      filters[specs][color]=red&filters[specs][size][width]=3 -> 1
      filters[$or][0][specs][color]=blue&filters[$or][1][specs][$null]=true -> 5 7 8
      filters[raw][color][$notNull]=true -> 1 3 5 10
      filters[raw][$null]=true -> any of 7 8 9 11 12
    `,
      'document sort': String.raw`
      filters[specs][weight][$notNull]=true&sort=specs.weight,id -> 6 1
      filters[raw][weight][$notNull]=true&sort=raw.weight,id -> 6 1
      filters[specs][ratio][$notNull]=true&sort=specs.ratio,id -> 6 1
      filters[raw][ratio][$notNull]=true&sort=raw.ratio,id -> 6 1
      filters[specs][big][$notNull]=true&sort=specs.big,id -> 6 1
      filters[raw][big][$notNull]=true&sort=raw.big,id -> 6 1
      filters[specs][made][$notNull]=true&sort=specs.made,id -> 1 5
      filters[raw][made][$notNull]=true&sort=raw.made,id -> 1 5
      filters[specs][code][$notNull]=true&sort=specs.code,id -> 1
      filters[raw][code][$notNull]=true&sort=raw.code,id -> 1
      filters[specs][ab][$notNull]=true&sort=specs.ab,id -> 1
      filters[raw][ab][$notNull]=true&sort=raw.ab,id -> 1
      filters[id][$lte]=9&sort=specs.color:nullsLast,id -> 5 1 3 2 4 6 7 8 9
      filters[id][$lte]=9&sort=raw.color:desc:nullsLast,id -> 3 1 5 2 4 6 7 8 9
      filters[id][$lte]=6&sort=specs.size.width:desc:nullsLast,id:desc -> 3 1 6 5 4 2
      filters[id][$lte]=6&sort=specs.on:nullsFirst,id -> 2 4 5 6 3 1
    `,
      'document json text': String.raw`
      filters=%7B%22specs%22:%7B%22color%22:%22red%22%7D%7D -> 1
      filters[specs]=%7B%22color%22:%22red%22%7D -> 1
      filters[specs]={"size":{"width":3}} -> 1 3
      filters[specs]={"big":9007199254740993} -> 1
      filters[specs]={"color":null} -> 2 4 6 7 8 9 12
      filters[specs]={"$null":true} -> 7 8
      filters[specs][size]={"width":{"$gte":3}} -> 1 3
      filters[specs][color]={"red":"red"} -> none
    `,
      'document values': String.raw`
      filters[specs][color]=red -> 1
      filters[raw][color]=red -> 1
      filters[specs][color][$in][0]=blue&filters[specs][color][$in][1]=rust -> 3 5
      filters[raw][color][$in][0]=blue&filters[raw][color][$in][1]=rust -> 3 5
      filters[specs][color]=5 -> none
      filters[raw][color]=5 -> none
      filters[specs][color]=%5B%22red%22] -> none
      filters[raw][color]=%5B%22red%22] -> none
      filters[specs][color]=null -> none
      filters[raw][color]=null -> none
      filters[specs][color][$contains]=red%22 -> none
      filters[raw][color][$contains]=red%22 -> none
      filters[specs][size][width]=3 -> 1 3
      filters[raw][size][width]=3 -> 1 3
      filters[specs][size][width][$lt]=70 -> 1 3
      filters[raw][size][width][$lt]=70 -> 1 3
      filters[specs][weight]=1.5 -> 1
      filters[raw][weight]=1.5 -> 1
      filters[specs][weight]=0 -> 6
      filters[raw][weight]=0 -> 6
      filters[specs][weight][$gte]=0 -> 1 6
      filters[raw][weight][$gte]=0 -> 1 6
      filters[specs][ratio]=0.5 -> 1
      filters[raw][ratio]=0.5 -> 1
      filters[specs][ratio]=0 -> 6
      filters[raw][ratio]=0 -> 6
      filters[specs][ratio][$gt]=0 -> 1
      filters[raw][ratio][$gt]=0 -> 1
      filters[specs][big]=9007199254740993 -> 1
      filters[raw][big]=9007199254740993 -> 1
      filters[specs][big]=9007199254740992 -> none
      filters[raw][big]=9007199254740992 -> none
      filters[specs][big]=-9223372036854775808 -> 6
      filters[raw][big]=-9223372036854775808 -> 6
      filters[specs][big][$gt]=0 -> 1
      filters[raw][big][$gt]=0 -> 1
      filters[specs][on]=true&filters[id][$lte]=9 -> 1
      filters[raw][on]=true&filters[id][$lte]=9 -> 1
      filters[specs][made]=2024-02-29 -> 1
      filters[raw][made]=2024-02-29 -> 1
      filters[specs][made][$gt]=2024-03-01 -> 5
      filters[raw][made][$gt]=2024-03-01 -> 5
      filters[specs][code]=3f2504e0-4f89-41d3-9a0c-0305e82c3301 -> 1
      filters[raw][code]=3f2504e0-4f89-41d3-9a0c-0305e82c3301 -> 1
      filters[specs][deep][a][b][c]=here -> 6
      filters[raw][deep][a][b][c]=here -> 6
      filters[specs][deep][a][b][c][$notNull]=true -> 6
      filters[raw][deep][a][b][c][$notNull]=true -> 6
      filters[specs][ab][$null]=false -> 1
      filters[raw][ab][$null]=false -> 1
      filters[specs][ab][$startsWith]=k -> 1
      filters[raw][ab][$startsWith]=k -> 1
    `,
      'document unreadable': String.raw`
      filters[raw][nul][$notNull]=true -> any of 11 12
      filters[raw][nul][$startsWith]=red -> any of 11
      filters[raw][nul]=red -> none
      filters[raw][size][width]=77 -> any of 11
      filters[raw][labels]=z -> any of 11
      filters[raw][made][$lte]=2024-02-29 -> 1
      filters[raw][on]=false -> any of 3 10
      filters[raw][on]=true -> any of 1 10
      filters[raw][deep][a][b][c][$null]=true -> any of 1 2 3 4 5 7 8 9 10 11 12
      filters[raw][nul][$null]=false -> any of 1 3 5 6 11 12
      filters[raw][deep][a][b][c][$null]=false -> any of 1 3 5 6 11 12
      filters[raw][size][width][$null]=false -> any of 1 3 5 6 11 12
      filters[raw][labels][$null]=false -> any of 1 3 5 6 11 12
    `,
      'limit elements': String.raw`
      {39&filters[tags][$hasSome][#]=e#}&filters[tags][$hasSome][39]=ab -> 9
      {39&filters[sizes][$hasSome][#]=e#}&filters[sizes][$hasSome][39]=s -> 10
      filters[$and][0][tags][$not][$has]=e0&filters[$and][1][tags][$not][$has]=e1&filters[$and][2][tags][$not][$has]=e2&filters[$and][3][tags][$not][$has]=e3 -> 1 2 3 5 6 7 9 10 11 12
      filters[name][$contains]=w&{29&filters[tags][$hasSome][#]=e#}&filters[tags][$hasSome][29]=ab -> 9
      {9&filters[$or][#][tags][$empty]=true} -> 2
    `,
      'virtual column': String.raw`
      filters[letters]=1 -> 4 8 12
      filters[letters][$gte]=4 -> 3 7 11
      filters[letters][$in][]=1&filters[letters][$in][]=4 -> 3 4 7 8 11 12
      filters[letters][$not][$lt]=4 -> 3 7 11
      filters[doubtful][$null]=true -> 1 5 9
      filters[doubtful][$ne]=1 -> 2 3 6 7 10 11
      filters[doubtful]=9223372036854775807 -> none
      filters[doubtful][$lt]=2147483648 -> 2 3 4 6 7 8 10 11 12
      filters[extent][$gt]=3.5 -> 3 7 11
      filters[extent]=4.0 -> 3 7 11
      filters[girth][$lt]=1.5 -> 4 8 12
      filters[girth][$lt]=1e300 -> 1 2 3 4 5 6 7 8 9 10 11 12
      filters[label]=WWWW -> 3 7 11
      filters[label][$contains]=ww%25 -> none
      filters[label]=W'%20OR%20'1'='1 -> none
      filters[id][$lte]=4&sort=letters -> 4 1 2 3
      filters[id][$lte]=4&sort=letters:desc -> 3 2 1 4
      filters[id][$lte]=5&sort=doubtful:desc:nullsLast,id -> 3 2 4 1 5
      filters[id][$lte]=5&sort=doubtful:nullsFirst,id -> 1 5 4 2 3
    `,
      'limit virtual': String.raw`
      filters[$and][0][letters][$ne]=50&filters[$and][1][letters][$ne]=51&filters[$and][2][letters][$ne]=52&filters[$and][3][letters][$ne]=53&filters[$and][4][letters][$ne]=54&filters[$and][5][letters][$ne]=55&filters[$and][6][letters][$ne]=56&filters[$and][7][letters][$ne]=57 -> 1 2 3 4 5 6 7 8 9 10 11 12
      filters[$and][0][letters][$ne]=50&filters[$and][1][letters][$ne]=51&filters[$and][2][letters][$ne]=52&filters[$and][3][letters][$ne]=53&filters[$and][4][letters][$ne]=54&filters[$and][5][letters][$ne]=55&filters[$and][6][letters][$ne]=56&sort=id -> 1 2 3 4 5 6 7 8 9 10 11 12
      filters[$and][0][letters][$ne]=50&filters[$and][1][letters][$ne]=51&filters[$and][2][letters][$ne]=52&filters[$and][3][letters][$ne]=53&filters[$and][4][letters][$ne]=54&filters[$and][5][letters][$ne]=55&filters[$and][6][letters][$ne]=56&filters[id][$lte]=4&sort=letters -> 4 1 2 3
      {50&filters[letters][$in][]=#} -> 1 2 3 4 5 6 7 8 9 10 11 12
    `,
    },
  },
  (world, asked) => {
    it.each(share(sorts, 2, engines.indexOf(world.engine)))(
      'are the same by cursor as in one page: %s',
      async (sort) => {
        const all = await asked.page(`sort=${sort},id&pagination[pageSize]=50`);
        expect([...all].sort((a, b) => a - b)).toEqual(visible);
        const walked: number[] = [];
        let after: string | null | undefined = '';
        while (typeof after === 'string' && walked.length < 50) {
          const { data, meta } = await asked.read(`sort=${sort},id&pagination[pageSize]=5&pagination[after]=${after}`);
          walked.push(...data.map(({ id }) => id));
          after = meta.pagination.next ?? null;
        }
        expect(walked).toEqual(all);
      },
    );
  },
);
