/** The differences that docs/from-crud.md states, by the first words of their rows. */
const coded = (code, path) => (issue) => issue.code === code && path.test(issue.path);
const says = (text) => (issue) => issue.message.includes(text);

const joinsOf = ({ query = {} }) => Object.entries(query.join ?? {});
const aliasesOf = (options) => joinsOf(options).flatMap(([, { alias }]) => alias ?? []);
const endsOf = (options) => joinsOf(options).flatMap(([path]) => (path.includes('.') ? path.split('.').pop() : []));
const names = ({ request }, found) => found.some((name) => decodeURIComponent(request).includes(`${name}.`));

/** Rows of "Refused requests", in the order in which they are tried. */
const refused = [
  ['the `alias` of a join', (issue, seen) => issue.code === 'unknown_field' && names(seen, aliasesOf(seen.options))],
  [
    'columns and conditions of a join',
    (issue, { request }) => /^join/.test(issue.path) && decodeURIComponent(request).includes('||on'),
  ],
  ['`join` of what is neither', coded('unknown_parameter', /^join/)],
  [
    'a column by the end of its path',
    (issue, seen) => issue.code === 'unknown_field' && names(seen, endsOf(seen.options)),
  ],
  [
    'a column by the end of its path',
    (issue, seen) => issue.code === 'not_sortable' && names(seen, endsOf(seen.options)),
  ],
  ["a sort by a column of a relation's", coded('sort_too_deep', /./)],
  ['an unknown or a hidden column', coded('unknown_field', /./)],
  ['an unknown operator in `s`', coded('unknown_operator', /^s$/)],
  ['`include_deleted=1` without', coded('unknown_parameter', /^include_deleted/)],
  ['`page=2`, `offset=3` without a limit', says('needs a limit beside it')],
];

/** Rows of "What is answered otherwise": each takes its difference out of two answers. */
const otherwise = [['Rows with equal sort keys', sameWhereTied]];

/** Takes the rows of this answer for both, where they are the same ones, and those of one sort key stay together. */
function sameWhereTied([theirs, ours], { request }) {
  const keys = [...decodeURIComponent(request).matchAll(/sort\[\d+\]=([\w.]+),/g)].map(([, column]) =>
    column.split('.'),
  );
  const rowsOf = (answer) => (Array.isArray(answer) ? answer : answer.data);
  const valuesOf = (answer) =>
    rowsOf(answer).map((row) => keys.map((path) => path.reduce((value, name) => value?.[name], row)));
  const idsOf = (answer) =>
    rowsOf(answer)
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  const isTied = [valuesOf, idsOf].every((of) => JSON.stringify(of(theirs)) === JSON.stringify(of(ours)));
  if (!isTied) return [theirs, ours];
  const rows = rowsOf(ours).map(({ id }) => rowsOf(theirs).find((row) => row.id === id));
  return [Array.isArray(theirs) ? rows : { ...theirs, data: rows }, ours];
}

export const differences = { refused, otherwise };
