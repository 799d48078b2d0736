/** The differences that docs/from-nestjs-paginate.md states, by the first words of their rows, as tests of answers. */
const coded = (...codes) => (issue) => codes.includes(issue.code);
const says = (text) => (issue) => issue.message.includes(text);

/** Rows of "What is refused". */
const refused = [];

/** Rows of "What is answered otherwise": each takes its difference out of two answers. */
const otherwise = [
  ['Links have `sortBy` only where it was sent', ([theirs, ours], { sent }) => {
    return [theirs, ours].map((answer) => ({ ...answer, links: linksOf(answer.links, sent) }));
  }],
];

function linksOf(links, { sortBy }) {
  return Object.fromEntries(
    Object.entries(links).map(([name, link]) => {
      const [path, text = ''] = link.split('?');
      const pairs = text.split('&').map((pair) => decodeURIComponent(pair));
      return [name, [path, ...pairs.filter((pair) => sortBy !== undefined || !pair.startsWith('sortBy='))]];
    }),
  );
}

export const differences = { refused, otherwise };
void coded, says;
