import { FilterService } from 'nestjs-filterable';
import { HostileList } from '../../support/hostile/refusals.js';
import { wareOn } from '../../e2e/hostile/wares.js';
import { describeEntities } from '../../support/metadata.js';

/** Requests that attack virtual columns, lists and documents. */
const filters = FilterService.forDataSource(await describeEntities('sqlite', [wareOn.sqlite]), { context: undefined });
const list = new HostileList(filters, wareOn.sqlite);

list.refuses(
  'path-groups',
  String.raw`
  filters[specs][size][$or][0][width]=3 -> unknown_operator /filters/specs/size/$or
  filters[specs][$and][color]=x -> unknown_operator /filters/specs/$and
  filters[specs][size][$and][0][width]=3 -> unknown_operator /filters/specs/size/$and
  filters[specs][$null][color]=x -> expected_boolean /filters/specs/$null
  filters[specs][$not]=x -> expected_object /filters/specs/$not
`,
);

list.refuses(
  'path-names',
  String.raw`
  filters[specs][length]=x -> unknown_field /filters/specs/length
  filters[specs][$]=x -> unknown_operator /filters/specs/$
`,
);

list.refuses(
  'path-shapes',
  String.raw`
  filters[specs][size.width]=x -> unknown_field /filters/specs/size.width
  filters[specs][a.b]=x -> unknown_field /filters/specs/a.b
  filters[specs][a.b][it%27s]=x -> unknown_field /filters/specs/a.b
  filters[specs][$.color]=x -> unknown_operator /filters/specs/$.color
  filters[specs][color%5B0%5D]=x -> unknown_field /filters/specs/color[0]
  filters[specs][%22color%22]=x -> unknown_field /filters/specs/"color"
  filters[specs][color']=x -> unknown_field /filters/specs/color'
  filters[specs][color%5C]=x -> unknown_field /filters/specs/color\
  filters[specs][color%00]=x -> malformed_key /filters
  filters[specs][colo%72x]=x -> unknown_field /filters/specs/colorx
  filters[specs][:tenant]=x -> unknown_field /filters/specs/:tenant
  filters[specs][ware.color]=x -> unknown_field /filters/specs/ware.color
  filters[specs->>color]=x -> unknown_field /filters/specs-\u003e\u003ecolor
  filters[specs][*]=x -> unknown_field /filters/specs/*
  filters[specs][0]=x -> operator_not_allowed /filters/specs
  filters[specs][color][0][x]=1 -> expected_value /filters/specs/color/0
  filters[specs][labels][0][x]=1 -> expected_value /filters/specs/labels/0
  filters[specs][size][width][x]=3 -> unknown_operator /filters/specs/size/width/x
  filters[uncounted]=2 -> unknown_field /filters/uncounted
  sort=uncounted -> not_sortable /sort/0
  filters[letters][x]=2 -> unknown_operator /filters/letters/x
  filters[specs][] -> operator_not_allowed /filters/specs
  filters[specs][color -> malformed_key /filters
  filters[specs]color=x -> malformed_key /filters
  filters[specs][color]=a&filters[specs][color]=b -> duplicate_key /filters/specs/color
  filters[specs][colour]=a&filters[specs][color]=red -> unknown_field /filters/specs/colour
  filters[specs][color]=red&filters[specs][secret]=s -> unknown_field /filters/specs/secret
`,
);

list.refuses(
  'element-of-delimited',
  String.raw`
  filters[tags]=a%2Cb -> invalid_value /filters/tags
  filters[tags]=a%00 -> invalid_value /filters/tags
  filters[tags]=%ED%A0%80 -> malformed_encoding /filters/tags
`,
);

list.refuses(
  'element-of-list',
  String.raw`
  filters[numbers][]=1&filters[numbers][]={20*9} -> invalid_value /filters/numbers/1
  filters[numbers]=1.0 -> invalid_value /filters/numbers
  filters[numbers]=1e1 -> invalid_value /filters/numbers
  filters[numbers]= -> invalid_value /filters/numbers
  filters[numbers]=NULL -> invalid_value /filters/numbers
  filters[numbers]=%7B1%7D -> invalid_value /filters/numbers
  filters[words]=a%00b -> invalid_value /filters/words
  filters[words]=%ED%BF%BF -> malformed_encoding /filters/words
`,
);

list.refuses(
  'element-of-json',
  String.raw`
  filters[flags]= -> invalid_value /filters/flags
  filters[sizes]=a%00 -> invalid_value /filters/sizes
  filters[specs][labels]=a%00 -> invalid_value /filters/specs/labels
`,
);

list.refuses(
  'document-sort',
  String.raw`
  sort=raw -> not_sortable /sort/0
  sort=specs.ab.x -> not_sortable /sort/0
  sort=specs.a.b -> not_sortable /sort/0
  sort=specs.color'-- -> not_sortable /sort/0
  sort=specs->>color -> not_sortable /sort/0
`,
);

list.refuses(
  'document-json-text',
  String.raw`
  filters[specs]={"color":"a"}&filters[specs][ab]=k -> duplicate_key /filters/specs
`,
);

list.refuses(
  'document-values',
  String.raw`
  filters[raw][made]=2024-02-30 -> invalid_value /filters/raw/made
  filters[raw][size][width]={20*9} -> invalid_value /filters/raw/size/width
`,
);

list.refuses(
  'limit-elements',
  String.raw`
  {41&filters[tags][$hasSome][#]=e#} -> limit_exceeded(unanchoredNeedles) /filters
  {41&filters[sizes][$hasSome][#]=e#} -> limit_exceeded(unanchoredNeedles) /filters
  {100&filters[specs][labels][$hasEvery][#]=e#} -> limit_exceeded(unanchoredNeedles) /filters
  {5&filters[$and][#][tags]=e#} -> limit_exceeded(unanchoredNeedles) /filters
  {5&filters[$or][#][specs][labels]=e#} -> limit_exceeded(unanchoredNeedles) /filters
  filters[name][$contains]=w&{31&filters[tags][$hasSome][#]=e#} -> limit_exceeded(unanchoredNeedles) /filters
  {33&filters[$or][#][specs][color]=#} -> limit_exceeded(documentConditions) /filters, limit_exceeded(conditions) /filters
  {9&filters[$or][#][specs][color]=#} -> limit_exceeded(documentConditions) /filters
  filters[specs][size][width][$not][$not][$not][$not][$not][$not][$eq]=3 -> limit_exceeded(logicalDepth) /filters/specs/size/width/$not/$not/$not/$not/$not/$not
  filters[specs{1000*][size}]=3 -> limit_exceeded(logicalDepth) /filters
`,
);

list.refuses(
  'virtual-column',
  String.raw`
  filters[letters]=x -> invalid_value /filters/letters
  filters[letters]=1.5 -> invalid_value /filters/letters
  filters[letters][$contains]=1 -> operator_not_allowed /filters/letters/$contains
  filters[doubtful]=9223372036854775808 -> invalid_value /filters/doubtful
  filters[label]=a%00 -> invalid_value /filters/label
`,
);

list.refuses(
  'limit-virtual',
  String.raw`
  filters[$and][0][letters][$ne]=50&filters[$and][1][letters][$ne]=51&filters[$and][2][letters][$ne]=52&filters[$and][3][letters][$ne]=53&filters[$and][4][letters][$ne]=54&filters[$and][5][letters][$ne]=55&filters[$and][6][letters][$ne]=56&filters[$and][7][letters][$ne]=57&filters[$and][8][letters][$ne]=58 -> limit_exceeded(relationConditions) /filters
  filters[$and][0][letters][$ne]=50&filters[$and][1][letters][$ne]=51&filters[$and][2][letters][$ne]=52&filters[$and][3][letters][$ne]=53&filters[$and][4][letters][$ne]=54&filters[$and][5][letters][$ne]=55&filters[$and][6][letters][$ne]=56&filters[$and][7][letters][$ne]=57&sort=letters -> limit_exceeded(relationConditions) /sort
  filters[$and][0][letters][$ne]=50&filters[$and][1][letters][$ne]=51&filters[$and][2][letters][$ne]=52&filters[$and][3][letters][$ne]=53&filters[$and][4][letters][$ne]=54&filters[$and][5][letters][$ne]=55&sort=letters,label,doubtful -> limit_exceeded(relationConditions) /sort
  {9&filters[$or][#][letters]=#} -> limit_exceeded(relationConditions) /filters
  {9&filters[$or][#][letters][$null]=true} -> limit_exceeded(relationConditions) /filters
`,
);

describe.each([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])('the key %s', (name) => {
  it.each([
    ['filters[specs][NAME]=x', 'unknown_field /filters/specs/NAME'],
    ['filters[specs][size][NAME]=x', 'unknown_field /filters/specs/size/NAME'],
    ['filters[specs][NAME][color]=x', 'unknown_field /filters/specs/NAME'],
    ['filters[specs][color][NAME]=x', 'unknown_operator /filters/specs/color/NAME'],
    ['filters[specs][labels][NAME]=x', 'unknown_operator /filters/specs/labels/NAME'],
    ['sort=specs.NAME', 'not_sortable /sort/0'],
    ['sort[specs][NAME]=asc', 'not_sortable /sort/specs'],
  ])('in %s', (request, issues) => {
    list.expectRefusal(request.replaceAll('NAME', name), issues.replaceAll('NAME', name));
  });
});

describe('an operator of others on a document', () => {
  it.each('$eq $ne $in $has $hasSome $empty $contains $exists $count $some $where'.split(' '))('%s', (token) => {
    list.expectRefusal(`filters[specs][${token}]=x`, `operator_not_allowed /filters/specs/${token}`);
  });

  it.each('$like $size $type $elemMatch $jsonPath'.split(' '))('%s, which nobody has', (token) => {
    list.expectRefusal(`filters[specs][${token}]=x`, `unknown_operator /filters/specs/${token}`);
  });
});

describe.each(['tags', 'words', 'sizes', 'specs][labels'])('operands of the list %s', (key) => {
  const at = `/filters/${key.replace('][', '/')}`;

  it.each([
    ['[$has][0]=a', 'expected_value', '/$has'],
    ['[$has][a]=b', 'expected_value', '/$has'],
    ['[$has]', 'expected_value', '/$has'],
    ['[$hasEvery]', 'expected_list', '/$hasEvery'],
    ['[$hasEvery][a]=b', 'expected_list', '/$hasEvery'],
    ['[$hasEvery][1]=a', 'expected_list', '/$hasEvery'],
    ['=%7B%22$hasEvery%22:%5B]%7D', 'expected_list', '/$hasEvery'],
    ['[$hasSome][0][a]=b', 'expected_value', '/$hasSome/0'],
    ['[0][0]=b', 'expected_value', '/0'],
    ['[$empty]=maybe', 'expected_boolean', '/$empty'],
    ['[$empty]', 'expected_boolean', '/$empty'],
    ['[$not]=a', 'expected_object', '/$not'],
    ...['$eq', '$in', '$contains', '$gt', '$some', '$count'].map((token) => [
      `[${token}]=a`,
      'operator_not_allowed',
      `/${token}`,
    ]),
    ...['$hasAny', '$overlap', '$size', '@>', '__proto__'].map((token) => [
      `[${token}]=a`,
      'unknown_operator',
      `/${token}`,
    ]),
  ])('%s -> %s %s', (rest, code, below) => {
    list.expectRefusal(`filters[${key}]${rest}`, `${code} ${at}${below}`);
  });

  it('are counted, come once and have no gap, and the list is no sort key', () => {
    const members = Array.from({ length: 101 }, (_, index) => `filters[${key}][$hasSome][${index}]=${index}`);
    list.expectRefusal(members.join('&'), `limit_exceeded(members) ${at}/$hasSome`);
    list.expectRefusal(`filters[${key}]=a&filters[${key}]=b`, `duplicate_key ${at}`);
    list.expectRefusal(`filters[${key}][0]=a&filters[${key}][2]=b`, `expected_list ${at}`);
    list.expectRefusal(`filters[${key}][$hasSome][]=a&filters[${key}][$hasSome][]`, `expected_value ${at}/$hasSome/1`);
    list.expectRefusal(`sort=${key.replace('][', '.')}`, 'not_sortable /sort/0');
  });
});

list.hides(
  'hidden or invented',
  String.raw`
  filters[specs][NAME]=x -> secret secreu
  filters[specs][NAME]=x -> secret qqqqqq
  filters[specs][NAME] -> secret secreu
  filters[specs][NAME] -> secret qqqqqq
  filters[specs][NAME][$null]=true -> secret secreu
  filters[specs][NAME][$null]=true -> secret qqqqqq
  filters[specs][NAME][$gt]=m -> secret secreu
  filters[specs][NAME][$gt]=m -> secret qqqqqq
  filters[specs][NAME][$nope]=x -> secret secreu
  filters[specs][NAME][$nope]=x -> secret qqqqqq
  filters[specs][NAME][x]=1 -> secret secreu
  filters[specs][NAME][x]=1 -> secret qqqqqq
  filters[specs][NAME]=x&filters[specs][color]=red -> secret secreu
  filters[specs][NAME]=x&filters[specs][color]=red -> secret qqqqqq
  filters[specs]=%7B%22NAME%22:%22x%22%7D -> secret secreu
  filters[specs]=%7B%22NAME%22:%22x%22%7D -> secret qqqqqq
  sort=specs.NAME -> secret secreu
  sort=specs.NAME -> secret qqqqqq
  sort[specs][NAME]=desc -> secret secreu
  sort[specs][NAME]=desc -> secret qqqqqq
  filters[NAME][color]=red -> vault vaulz
  filters[NAME][color]=red -> vault qqqqq
  filters[NAME][$null]=true -> vault vaulz
  filters[NAME][$null]=true -> vault qqqqq
  filters[NAME]=x -> vault vaulz
  filters[NAME]=x -> vault qqqqq
  filters[NAME]=%7B%22color%22:%22red%22%7D -> vault vaulz
  filters[NAME]=%7B%22color%22:%22red%22%7D -> vault qqqqq
  sort=NAME.color -> vault vaulz
  sort=NAME.color -> vault qqqqq
  sort=NAME -> vault vaulz
  sort=NAME -> vault qqqqq
`,
);
