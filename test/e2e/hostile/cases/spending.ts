import { finds, hostileClass, refused, times } from '../case.js';

const long = (count: number) => 'q'.repeat(count);

export const limitValues = hostileClass('limit-values', [
  refused(`filters[title]=${long(257)}`, 'limit_exceeded(valueLength) /filters/title', 'one too long'),
  refused(
    `filters[title][$in][0]=a&filters[title][$in][1]=${long(257)}`,
    'limit_exceeded(valueLength) /filters/title/$in/1',
    'in a list',
  ),
  refused(
    `filters[externalId]=${'f'.repeat(500)}`,
    'limit_exceeded(valueLength) /filters/externalId',
    'of another kind',
  ),
  refused(`filters[views]=${'1'.repeat(500)}`, 'limit_exceeded(valueLength) /filters/views', 'of digits'),
  refused(`filters[rating]=${'0'.repeat(5_000)}`, 'limit_exceeded(valueLength) /filters/rating', 'of zeros'),
  refused(
    `filters[title][$contains]=${long(101)}`,
    'limit_exceeded(needleLength) /filters/title/$contains',
    'a needle',
  ),
  refused(
    `filters[title][$startsWith]=${long(101)}`,
    'limit_exceeded(needleLength) /filters/title/$startsWith',
    'an anchored needle',
  ),
  refused(
    times(5, (index) => `filters[$or][${index}][title][$contains]=a`),
    'limit_exceeded(unanchoredNeedles) /filters',
    'five needles that no index can serve',
  ),
  refused(
    times(5, (index) => `filters[$and][${index}][author][name][$endsWithi]=a`),
    'limit_exceeded(unanchoredNeedles) /filters',
    'below a relation',
  ),
  refused(
    [0, 1, 2]
      .flatMap((list) => times(86, (index) => `filters[$or][${list}][id][]=${index}`).replaceAll('filters', 'filters'))
      .join('&'),
    'limit_exceeded(parameters) /filters',
    'more values than parameters',
  ),
  finds(`filters[title]=${long(256)}`, [], 'as long as is allowed'),
  finds(
    times(5, (index) => `filters[$or][${index}][title][$startsWith]=S`),
    [1],
    'anchored ones are not counted',
  ),
]);

export const limitRelations = hostileClass('limit-relations', [
  refused(
    times(9, (index) => `filters[$and][${index}][tags][name]=red`),
    'limit_exceeded(relationConditions) /filters',
    'nine subqueries',
  ),
  refused(
    times(9, (index) => `filters[$or][${index}][author][name]=Ada`),
    'limit_exceeded(relationConditions) /filters',
    'nine alternatives',
  ),
  refused(
    times(5, (index) => `filters[$and][${index}][comments][author][name]=Kai`),
    'limit_exceeded(relationConditions) /filters',
    'ten, two for each',
  ),
  refused(
    'filters[author][posts][author][posts][author][name]=Ada',
    'unknown_field /filters/author/posts',
    'around and around',
  ),
  finds(
    times(8, (index) => `filters[$and][${index}][tags][name]=red`),
    [1, 4],
    'as many as are allowed',
  ),
  finds('filters[comments][author][country][name]=Norway', [1], 'three relations are allowed'),
  finds(
    times(7, (index) => `filters[comments][$and][${index}][author][name]=Kai`),
    [1],
    'below one relation',
  ),
  finds(
    times(4, (index) => `filters[$and][${index}][comments][author][name]=Kai`),
    [1],
    'two relations deep',
  ),
  finds(
    `${times(2, (index) => `filters[$and][${index}][comments][author][country][name]=Norway`)}&filters[tags][name]=red`,
    [1],
    'three relations deep',
  ),
  finds(
    times(8, (index) => `filters[$and][${index}][tags][$every][name]=red`),
    [3, 4, 5],
    'of every related row',
  ),
  finds(
    times(8, (index) => `filters[$and][${index}][comments][$count][$gte]=0`),
    [1, 2, 3, 4, 5],
    'counts',
  ),
  finds(
    times(8, (index) => `filters[$or][${index}][tags][name]=red`),
    [1, 4],
    'alternatives',
  ),
  finds(
    times(8, (index) => `filters[$not][$or][${index}][tags][name]=red`),
    [2, 3, 5],
    'none of the alternatives',
  ),
]);
