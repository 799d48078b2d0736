import { finds, hostileClass, refused, times } from '../../case.js';

const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

export const virtualColumns = hostileClass('virtual-column', [
  finds('filters[letters]=1', [4, 8, 12], 'equal'),
  finds('filters[letters][$gte]=4', [3, 7, 11], 'greater'),
  finds('filters[letters][$in][]=1&filters[letters][$in][]=4', [3, 4, 7, 8, 11, 12], 'one of'),
  finds('filters[letters][$not][$lt]=4', [3, 7, 11], 'negated'),
  finds('filters[doubtful][$null]=true', [1, 5, 9], 'NULL'),
  finds('filters[doubtful][$ne]=1', [2, 3, 6, 7, 10, 11], 'not NULL'),
  finds('filters[doubtful]=9223372036854775807', [], 'the greatest'),
  finds('filters[doubtful][$lt]=2147483648', [2, 3, 4, 6, 7, 8, 10, 11, 12], 'more than its SQL can give'),
  finds('filters[extent][$gt]=3.5', [3, 7, 11], 'a decimal beside whole numbers'),
  finds('filters[extent]=4.0', [3, 7, 11], 'an equal one'),
  finds('filters[girth][$lt]=1.5', [4, 8, 12], 'a double beside whole numbers'),
  finds('filters[girth][$lt]=1e300', all, 'a great one'),
  finds('filters[label]=WWWW', [3, 7, 11], 'text'),
  finds('filters[label][$contains]=ww%25', [], 'a wildcard'),
  finds("filters[label]=W'%20OR%20'1'='1", [], 'a condition of SQL'),
  finds('filters[id][$lte]=4&sort=letters', [4, 1, 2, 3], 'sorted by'),
  finds('filters[id][$lte]=4&sort=letters:desc', [3, 2, 1, 4], 'the other way'),
  finds('filters[id][$lte]=5&sort=doubtful:desc:nullsLast,id', [3, 2, 4, 1, 5], 'with NULL at the end'),
  finds('filters[id][$lte]=5&sort=doubtful:nullsFirst,id', [1, 5, 4, 2, 3], 'and in front'),
  refused('filters[letters]=x', 'invalid_value /filters/letters', 'no number'),
  refused('filters[letters]=2147483648', 'invalid_value /filters/letters', 'out of range'),
  refused('filters[letters]=1.5', 'invalid_value /filters/letters', 'a fraction'),
  refused('filters[letters][$contains]=1', 'operator_not_allowed /filters/letters/$contains', 'an operator of text'),
  refused('filters[doubtful]=9223372036854775808', 'invalid_value /filters/doubtful', 'beyond 64 bits'),
  refused('filters[label]=a%00', 'invalid_value /filters/label', 'NUL'),
]);

const virtual = (count: number) => times(count, (index) => `filters[$and][${index}][letters][$ne]=${index + 50}`);

export const virtualLimits = hostileClass('limit-virtual', [
  finds(virtual(8), all, 'as many as are allowed'),
  refused(virtual(9), 'limit_exceeded(relationConditions) /filters', 'one more'),
  finds(`${virtual(7)}&sort=id`, all, 'beside a sort by a column'),
  finds(`${virtual(7)}&filters[id][$lte]=4&sort=letters`, [4, 1, 2, 3], 'seven and a sort'),
  refused(`${virtual(8)}&sort=letters`, 'limit_exceeded(relationConditions) /sort', 'eight and a sort'),
  refused(
    `${virtual(6)}&sort=letters,label,doubtful`,
    'limit_exceeded(relationConditions) /sort',
    'six and three sorts',
  ),
  refused(
    times(9, (index) => `filters[$or][${index}][letters]=${index}`),
    'limit_exceeded(relationConditions) /filters',
    'alternatives',
  ),
  refused(
    times(9, (index) => `filters[$or][${index}][letters][$null]=true`),
    'limit_exceeded(relationConditions) /filters',
    'the same again and again',
  ),
  finds(
    times(50, (index) => `filters[letters][$in][${index}]=${index + 4}`),
    [3, 7, 11],
    'a list is one use',
  ),
]);

const elements = (count: number, key: string, from = 0) =>
  times(count, (index) => `filters${key}[${index}]=e${index + from}`);

export const elementLimits = hostileClass('limit-elements', [
  finds(`${elements(39, '[tags][$hasSome]')}&filters[tags][$hasSome][39]=ab`, [9], 'forty of a delimited list'),
  refused(elements(41, '[tags][$hasSome]'), 'limit_exceeded(unanchoredNeedles) /filters', 'one more'),
  finds(`${elements(39, '[sizes][$hasSome]')}&filters[sizes][$hasSome][39]=s`, [10], 'forty of a list in JSON'),
  refused(elements(41, '[sizes][$hasSome]'), 'limit_exceeded(unanchoredNeedles) /filters', 'one more'),
  refused(elements(100, '[specs][labels][$hasEvery]'), 'limit_exceeded(unanchoredNeedles) /filters', 'a hundred'),
  finds(
    times(4, (index) => `filters[$and][${index}][tags][$not][$has]=e${index}`),
    [1, 2, 3, 5, 6, 7, 9, 10, 11, 12],
    'four, one by one',
  ),
  refused(
    times(5, (index) => `filters[$and][${index}][tags]=e${index}`),
    'limit_exceeded(unanchoredNeedles) /filters',
    'five, one by one',
  ),
  refused(
    times(5, (index) => `filters[$or][${index}][specs][labels]=e${index}`),
    'limit_exceeded(unanchoredNeedles) /filters',
    'at a path',
  ),
  refused(
    `filters[name][$contains]=w&${elements(31, '[tags][$hasSome]')}`,
    'limit_exceeded(unanchoredNeedles) /filters',
    'beside a text match',
  ),
  finds(
    `filters[name][$contains]=w&${elements(29, '[tags][$hasSome]')}&filters[tags][$hasSome][29]=ab`,
    [9],
    'thirty beside a text match',
  ),
  finds(
    times(9, (index) => `filters[$or][${index}][tags][$empty]=true`),
    [2],
    'whether there are any costs nothing',
  ),
  refused(
    times(33, (index) => `filters[$or][${index}][specs][color]=${index}`),
    ['limit_exceeded(documentConditions) /filters', 'limit_exceeded(conditions) /filters'],
    'paths are conditions',
  ),
  refused(
    times(9, (index) => `filters[$or][${index}][specs][color]=${index}`),
    'limit_exceeded(documentConditions) /filters',
    'nine paths',
  ),
  refused(
    `filters[specs][size][width]${'[$not]'.repeat(6)}[$eq]=3`,
    `limit_exceeded(logicalDepth) /filters/specs/size/width${'/$not'.repeat(6)}`,
    'six negations',
  ),
  refused(`filters[specs]${'[size]'.repeat(1_000)}=3`, 'limit_exceeded(logicalDepth) /filters', 'a thousand keys'),
]);
