import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../../docs/databases.md', import.meta.url);
const between = /(<!-- versions -->\n\n)[^]*?(\n\n<!-- \/versions -->)/;

/** The tables of the results, between the comments of the page: what was run, with its date and counts. */
export function tablesOf({ peers = [], nodes = [], engines = [] }) {
  return [
    'What is not in a table was not run.',
    `**Nest and TypeORM.** An application with the packed library, compiled to CommonJS and to ES modules. (\`npm run test:peers\`)${runOn(peers)}`,
    peersTable(peers),
    '**Node.** All tests on three engines and in a browser, with better-sqlite3 compiled for each version. (`npm run test:nodes`)',
    nodesTable(nodes),
    ...new Set(nodes.flatMap(notesOf)),
    '**Databases.** The tests with a database, on Node 20. (`npm run test:engines`)',
    enginesTable(engines),
  ].join('\n\n');
}

export function writePage(results) {
  const page = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    page.replace(between, (_, start, end) => start + tablesOf(results) + end),
  );
}

const peersTable = (rows) =>
  table(
    ['Nest', 'TypeORM', '@nestjs/swagger', 'class-validator', 'TypeScript', 'driver', 'result'],
    rows.map((row) => [
      ...[row.nest, row.typeorm, row.swagger, row.classValidator, row.typescript, row.driver],
      row.holds ? 'passed' : 'failed',
    ]),
  );

/** The last day of these runs, and their versions of Node. */
const runOn = (rows) =>
  rows.length === 0
    ? ''
    : ` Run on ${rows
        .map(({ date }) => date)
        .sort()
        .at(-1)}, on Node ${[...new Set(rows.map(({ node }) => node))].join(', ')}.`;

/** A run of all tests includes the units. */
const isIncluded = (row, rows) =>
  row.project !== 'all' && rows.some(({ node, project }) => node === row.node && project === 'all');

const nodesTable = (rows) =>
  table(
    ['Node', 'tests', 'how', 'date', 'passed', 'failed'],
    rows
      .filter((row) => !isIncluded(row, rows))
      .map(({ node, project, way, date, passed, failed, assertion }) => [
        ...[
          node,
          project === 'all' ? 'all' : 'units',
          way,
          date,
          amount(passed),
          assertion === undefined ? amount(failed) : 'the process ended',
        ],
      ]),
  );

/** Names what failed: a table of numbers hides it. */
function notesOf({ node, way, assertion, failures = [] }) {
  const driver = way.includes('better-sqlite3') ? '' : ', with the better-sqlite3 of the lock file';
  if (assertion !== undefined)
    return [`Node ${node}${driver}: it ended the process (\`${assertion.replace(/^#\s*/, '')}\`).`];
  if (failures.length === 0) return [];
  return [`Node ${node}, ${way}: ${failures.map((name) => `\`${name}\``).join(', ')} failed.`];
}

const enginesTable = (rows) =>
  table(
    ['engine', 'server', 'driver', 'date', 'passed', 'failed'],
    rows.map(({ engine, server, driver, date, passed, failed }) => [
      ...[engine, server, driver, date, amount(passed), amount(failed)],
    ]),
  );

const amount = (number) => number.toLocaleString('en-US');

/** A table whose columns are as wide as their widest cell, as Prettier writes it. */
function table(head, rows) {
  if (rows.length === 0) return 'Not run.';
  const widths = head.map((name, index) => Math.max(3, name.length, ...rows.map((row) => row[index].length)));
  const line = (cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
