/** The page that is made of the results: what was run, with its date and counts, and what was not. */
export function pageOf({ peers = [], nodes = [], engines = [] }) {
  return `${[
    '# Tested versions',
    'Look up the versions that the tests ran with. Each table is made from the results of runs, with their dates; what is not in a table was\nnot run. `npm run test:peers`, `npm run test:nodes` and `npm run test:engines` make them anew.',
    '## Nest and TypeORM',
    'A small application uses the packed library with these versions, compiled by its own TypeScript to CommonJS and to ES modules, on\nSQLite. A row counts its compiled programs that ran; the peer ranges are what npm accepted.',
    peersTable(peers),
    '## Node',
    'The tests of the repository, on versions of Node from npm, with better-sqlite3 compiled for each: the units alone, or all, on three\nengines and in a browser.',
    nodesTable(nodes),
    ...nodes.flatMap(notesOf),
    '## Databases',
    'The tests with a database, `npm test -- --selectProjects e2e`, on Node 20. A test that names an engine counts for it.',
    enginesTable(engines),
    'No test ran on the drivers and servers that are [supported by their documents alone](databases.md#drivers).',
  ].join('\n\n')}\n`;
}

const peersTable = (rows) =>
  table(
    ['Nest', 'TypeORM', '@nestjs/swagger', 'class-validator', 'TypeScript', 'driver', 'Node', 'date', 'programs run'],
    rows.map((row) => [
      ...[row.nest, row.typeorm, row.swagger, row.classValidator, row.typescript, row.driver, row.node, row.date],
      row.holds ? String(row.programs) : 'fails',
    ]),
  );

const nodesTable = (rows) =>
  table(
    ['Node', 'tests', 'how', 'date', 'passed', 'failed'],
    rows.map(({ node, project, way, date, passed, failed, assertion }) => [
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
  if (assertion !== undefined)
    return [`Node ${node}, ${way}: better-sqlite3 ended the process (\`${assertion.replace(/^#\s*/, '')}\`).`];
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
