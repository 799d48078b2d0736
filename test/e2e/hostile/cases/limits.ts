import { finds, hostileClass, refused, sameAs, times } from '../case.js';

const all = [1, 2, 3, 4, 5];

export const limitBytes = hostileClass('limit-bytes', [
  refused(`filters[title]=${'a'.repeat(9_000)}`, 'limit_exceeded(queryBytes) /filters', 'one long value'),
  refused(`x=${'a'.repeat(8_191)}`, 'limit_exceeded(queryBytes) /filters', "the host's, one byte too many"),
  refused(`x=${'%C3%A9'.repeat(1_400)}`, 'limit_exceeded(queryBytes) /filters', 'bytes, not characters'),
  refused(`filters${'[a]'.repeat(2_800)}=1`, 'limit_exceeded(queryBytes) /filters', 'one long key'),
  refused(`filters${'['.repeat(8_200)}`, 'limit_exceeded(queryBytes) /filters', 'brackets alone'),
  refused(`${'&'.repeat(9_000)}filters[title]=x`, 'limit_exceeded(queryBytes) /filters', 'nothing at all'),
  sameAs(`x=${'a'.repeat(8_150)}&filters[title]=Spring`, 'filters[title]=Spring', 'as many as are allowed'),
]);

export const limitParameters = hostileClass('limit-parameters', [
  refused(
    times(257, (index) => `k${index}=`),
    'limit_exceeded(parameters) /filters',
    "the host's",
  ),
  refused(
    `${times(256, () => 'a')}&filters[title]=Spring`,
    'limit_exceeded(parameters) /filters',
    'ours would come too late',
  ),
  refused(
    times(257, () => 'filters[id][$in][]=1'),
    'limit_exceeded(parameters) /filters',
    'ours',
  ),
  refused(
    times(300, () => 'filters[id]=1'),
    'limit_exceeded(parameters) /filters',
    'one key over and over',
  ),
  sameAs(`${times(255, () => 'a')}&filters[title]=Spring`, 'filters[title]=Spring', 'as many as are allowed'),
  sameAs(`${'&'.repeat(500)}filters[title]=Spring`, 'filters[title]=Spring', 'empty pieces are no parameters'),
]);

const nots = (count: number) => '[$not]'.repeat(count);
const ands = (count: number) => '[$and][0]'.repeat(count);
const slashes = (count: number, group: string) => `/${group}`.repeat(count);

export const limitDepth = hostileClass('limit-depth', [
  refused(
    `filters${ands(6)}[title]=a`,
    `limit_exceeded(logicalDepth) /filters${slashes(5, '$and/0')}/$and`,
    'six groups',
  ),
  refused(`filters${nots(6)}[title]=a`, `limit_exceeded(logicalDepth) /filters${slashes(6, '$not')}`, 'six negations'),
  refused(
    `filters[title]${nots(6)}[$eq]=a`,
    `limit_exceeded(logicalDepth) /filters/title${slashes(6, '$not')}`,
    'below a field',
  ),
  refused(
    `filters${nots(3)}[title]${nots(3)}[$eq]=a`,
    'limit_exceeded(logicalDepth) /filters/$not/$not/$not/title/$not/$not/$not',
    'on both sides of a field',
  ),
  refused(
    `filters${nots(3)}[author]${nots(3)}[name]=a`,
    'limit_exceeded(logicalDepth) /filters/$not/$not/$not/author/$not/$not/$not',
    'on both sides of a relation',
  ),
  refused(
    'filters[$or][0][0][0][0][0][0][title]=a',
    'limit_exceeded(logicalDepth) /filters/$or/0/0/0/0/0',
    'lists in lists',
  ),
  refused(`filters${nots(200)}[title]=a`, 'limit_exceeded(logicalDepth) /filters', 'two hundred negations'),
  refused(`filters${ands(300)}[title]=a`, 'limit_exceeded(logicalDepth) /filters', 'three hundred groups'),
  refused(`filters${'[a]'.repeat(1_000)}=1`, 'limit_exceeded(logicalDepth) /filters', 'a thousand names'),
  refused(`filters[title]${'[$eq]'.repeat(1_000)}=1`, 'limit_exceeded(logicalDepth) /filters', 'a thousand operators'),
  refused(`filters[id][$in]${'[0]'.repeat(1_000)}=1`, 'limit_exceeded(logicalDepth) /filters', 'a thousand lists'),
  refused(`sort${'[0]'.repeat(1_000)}=id`, 'limit_exceeded(logicalDepth) /sort', 'in a sort'),
  refused(`pagination${'[page]'.repeat(1_000)}=1`, 'limit_exceeded(logicalDepth) /pagination', 'in a slice'),
  finds(`filters${ands(5)}[title]=Spring`, [1], 'five are allowed'),
  finds(`filters${nots(4)}[title]=Spring`, [1], 'an even number'),
]);

export const limitConditions = hostileClass('limit-conditions', [
  refused(
    times(33, (index) => `filters[$or][${index}][id]=${index}`),
    'limit_exceeded(conditions) /filters',
    'one too many',
  ),
  refused(
    times(120, (index) => `filters[$or][${index}][id]=${index}`),
    'limit_exceeded(conditions) /filters',
    'more than a list may have members, too',
  ),
  refused(
    times(120, (index) => `filters[$and][${index}][id]=${index}`),
    'limit_exceeded(conditions) /filters',
    'all of them',
  ),
  refused(
    times(40, (index) => `filters[$or][${index % 4}][$and][${Math.floor(index / 4)}][id]=${index}`),
    'limit_exceeded(conditions) /filters',
    'spread over groups',
  ),
  refused(
    times(40, (index) => `filters[author][$or][${index}][id]=${index}`),
    'limit_exceeded(conditions) /filters',
    'below a relation',
  ),
  finds(
    times(32, (index) => `filters[$or][${index}][id]=${index + 4}`),
    [4, 5],
    'as many as are allowed',
  ),
]);

const members = (count: number, key: string) => times(count, (index) => `filters[id]${key}=${index}`);

export const limitMembers = hostileClass('limit-members', [
  refused(members(101, '[$in][]'), 'limit_exceeded(members) /filters/id/$in', 'with brackets'),
  refused(
    times(101, (index) => `filters[id][$in][${index}]=${index}`),
    'limit_exceeded(members) /filters/id/$in',
    'with indexes',
  ),
  refused(members(101, '[$in]'), 'limit_exceeded(members) /filters/id/$in', 'repeated keys'),
  refused(members(101, '[$notIn][]'), 'limit_exceeded(members) /filters/id/$notIn', 'what is not'),
  refused(members(101, '[]'), 'limit_exceeded(members) /filters/id', 'by shorthand'),
  refused(members(101, ''), 'limit_exceeded(members) /filters/id', 'one key over and over'),
  refused(
    times(101, () => 'filters[title][$eq]=a'),
    'limit_exceeded(members) /filters/title/$eq',
    'where no list belongs',
  ),
  finds(members(100, '[$in][]'), all, 'as many as are allowed'),
  finds(members(50, '[$in]'), all, 'more than twenty, where qs stops making lists'),
]);
