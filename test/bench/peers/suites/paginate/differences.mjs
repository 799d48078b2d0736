/**
 * The differences that docs/from-nestjs-paginate.md states, by the first words of their rows. A refusal is matched by
 * its issue; of two answers, the difference is taken out.
 */
const coded =
  (code, path = /./) =>
  (issue) =>
    issue.code === code && path.test(issue.path);
const says = (text) => (issue) => issue.message.includes(text);

/** Rows of "Refused requests", in the order in which they are tried. */
const refused = [
  ['`cursor`', coded('unknown_parameter', /^cursor/)],
  ['`withDeleted=true` without', coded('unknown_parameter', /^withDeleted/)],
  ['`select` without', coded('unknown_parameter', /^select/)],
  ['`select` without', coded('malformed_key', /^select/)],
  ['`limit=0`', (issue, { sent }) => issue.path === 'limit' && sent.limit === 0],
  ['`limit=-1` without', (issue, { sent }) => issue.path === 'limit' && sent.limit === -1],
  ['a page, a limit that is no number', coded('invalid_pagination')],
  ['`a~b`', says('~')],
  ['an unknown or a hidden column', coded('unknown_field')],
  ['an operator that the column does not take', coded('operator_not_allowed')],
];

/** Rows of "What you write" that boot refuses. */
export const boot = [['a relation itself is refused at boot', /`search` names .+, which is not an exposed field/]];

/** Rows of "What is answered otherwise", with those of "What you write" that answers show. */
const otherwise = [
  [
    'Links have `sortBy` where it was sent',
    onLinks((pairs, { sent }) => pairs.filter((pair) => sent.sortBy || !/^sortBy=/.test(pair))),
  ],
  [
    'Links keep the expression of `filter`',
    onLinks((pairs) => pairs.filter((pair) => !/^(filter|withDeleted)=/.test(pair))),
  ],
  [
    '`limit=-1` stands in its own link',
    onLinks((pairs, { sent }) => pairs.filter((pair) => sent.limit !== -1 || !/^limit=/.test(pair))),
  ],
  [
    '`origin`',
    onLinks(
      (pairs) => pairs,
      (path) => path.replace(/^https?:\/\/[^/]+/, ''),
    ),
  ],
  [
    '`meta.select` is what was sent',
    (pair, request) =>
      onLinks((pairs) => pairs.filter((each) => !/^select=/.test(each)))(pair, request).map(withoutSelect),
  ],
  ['Names of embedded columns', (pair) => pair.map(withoutParentheses)],
  ['A sort by a column of a relation', (pair) => pair.map(withRelatedSorted)],
  ['Rows with equal sort keys', sameWhereTied],
  [
    'A filter or a search never narrows',
    (pair, { config, sent }) => (config.where || sent.search ? narrowed(pair) : pair),
  ],
  ['`search` in a number', (pair, { sent }) => (sent.search ? foundInNumbers(pair) : pair)],
  ['`$all` finds', (pair, { text }) => (text.includes('%24all') ? foundByAll(pair) : pair)],
  [
    'A virtual column',
    (pair, { text, virtual }) => (virtual.some((name) => text.includes(name)) ? sameRows(pair) : pair),
  ],
  [
    '`optimizedCount`, `buildCountQuery`',
    (pair, { config }) => (config.buildCountQuery ? pair.map(withoutTotals) : pair),
  ],
  ['`ignoreSearchByInQueryParam`', (pair, { config }) => (config.ignoreSearchByInQueryParam ? [{}, {}] : pair)],
  [
    '`PaginationType.CURSOR`',
    (pair, { config }) => (config.paginationType === 'cursor' ? pair.map(({ data }) => ({ data })) : pair),
  ],
];

/** Makes a difference of links, which are taken apart, and whose values are decoded. */
function onLinks(change, changePath = (path) => path) {
  return (answers, request) =>
    answers.map((answer) => {
      const links = Object.entries(answer.links ?? {}).map(([name, link]) => {
        const [path, ...pairs] = Array.isArray(link) ? link : partsOf(link);
        return [name, [changePath(path), ...change(pairs, request)]];
      });
      return { ...answer, links: Object.fromEntries(links) };
    });
}

/** nestjs-paginate encodes no value, so that a percent sign may stand for itself. */
function partsOf(link) {
  const [path, ...text] = link.split('?');
  const decoded = (pair) => {
    try {
      return decodeURIComponent(pair);
    } catch {
      return pair;
    }
  };
  return [path, ...text.join('?').split('&').map(decoded)];
}

function withoutSelect({ meta, ...answer }) {
  return { ...answer, meta: without(meta, ['select']) };
}

function without(object, names) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function withoutParentheses({ meta: { searchBy, sortBy, ...meta }, ...answer }) {
  const plain = (value) => JSON.parse(JSON.stringify(value).replace(/[()]/g, ''));
  return { ...answer, meta: { ...meta, sortBy: plain(sortBy), ...(searchBy && { searchBy: plain(searchBy) }) } };
}

/** Takes the rows of this answer for both, where the sort keys at each place are the same. */
function sameWhereTied([theirs, ours]) {
  const keys = ({ data }) => data.map((row) => ours.meta.sortBy.map(([column]) => valueAt(row, column)));
  return JSON.stringify(keys(theirs)) === JSON.stringify(keys(ours))
    ? [{ ...theirs, data: ours.data }, ours]
    : [theirs, ours];
}

/** Takes the rows of this answer for both, where they are the same in another order. */
function sameRows([theirs, ours]) {
  const ids = ({ data }) => JSON.stringify(data.map(({ id }) => id).sort((a, b) => a - b));
  return ids(theirs) === ids(ours) ? [{ ...theirs, data: ours.data }, ours] : [theirs, ours];
}

/** Leaves out rows that were found there alone, where a number has the text in it. */
function foundInNumbers([theirs, ours]) {
  const known = new Set(ours.data.map(({ id }) => id));
  const isSome = ours.data.every(({ id }) => theirs.data.some((row) => row.id === id));
  const hasNumber = ours.meta.searchBy?.some((name) => [theirs.data[0]].some((row) => isNumberAt(row, name)));
  return isSome && hasNumber
    ? [withoutTotals({ ...theirs, data: theirs.data.filter(({ id }) => known.has(id)) }), withoutTotals(ours)]
    : [theirs, ours];
}

function isNumberAt(row, column) {
  const step = (value, name) => (Array.isArray(value) ? value[0] : value)?.[name];
  return typeof column.replace(/[()]/g, '').split('.').reduce(step, row) === 'number';
}

/** Takes this answer for both, where nothing was found there. */
function foundByAll([theirs, ours]) {
  return theirs.data.length === 0 ? [ours, ours] : [theirs, ours];
}

function valueAt(row, column) {
  return column
    .replace(/[()]/g, '')
    .split('.')
    .reduce((value, name) => value?.[name] ?? null, row);
}

function withRelatedSorted(answer) {
  return { ...answer, data: answer.data.map((row) => sorted(row)) };
}

function sorted(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (a?.id ?? 0) - (b?.id ?? 0));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sorted(each)]));
}

/** Takes the related rows of this answer for both, where those of the other are some of them. */
function narrowed([theirs, ours]) {
  const isSome = (some, all) => {
    if (Array.isArray(some))
      return (
        Array.isArray(all) &&
        some.every((one) =>
          isSome(
            one,
            all.find(({ id }) => id === one.id),
          ),
        )
      );
    if (typeof some !== 'object' || some === null) return some === all;
    return typeof all === 'object' && Object.entries(some).every(([name, value]) => isSome(value, all?.[name]));
  };
  const isNarrowed =
    theirs.data.length === ours.data.length && theirs.data.every((row, index) => isSome(row, ours.data[index]));
  return isNarrowed ? [{ ...theirs, data: ours.data }, ours] : [theirs, ours];
}

function withoutTotals({ meta, ...answer }) {
  return { ...without(answer, ['links']), meta: without(meta, ['totalItems', 'totalPages']) };
}

export const differences = { refused, otherwise };
