import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../../../../docs/comparison.md', import.meta.url);
const names = {
  ours: 'nestjs-filterable',
  paginate: 'nestjs-paginate',
  query: 'nestjs-query',
  crud: '@dataui/crud',
  kavo: 'kavo',
};

/** The table of the answers, between the comments of the page. */
export function tableOf({ date, node, versions, rows }) {
  const libraries = Object.keys(names);
  const head = ['question', 'right', ...libraries.map((name) => `${names[name]} ${versions[name]}`)];
  const body = rows.map((row) => [row.question, row.right, ...libraries.map((name) => row[name])]);
  const widths = head.map((_, index) => Math.max(...[head, ...body].map((cells) => cells[index].length)));
  const line = (cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(' | ')} |`;
  const table = [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
  return `Run on ${date}, on Node ${node} and SQLite.\n\n${table}`;
}

const between = /(<!-- comparison -->\n\n)[^]*?(\n\n<!-- \/comparison -->)/;

export function writePage(results) {
  const page = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    page.replace(between, (_, start, end) => start + tableOf(results) + end),
  );
}
