import { barsTable } from './terminal.mjs';

/** The page of the documentation: the first plot, the limits of a release, the other plots, advice, and the tables. */
export function pageOf(results, { bars, plots, tables }) {
  return [
    '# Benchmarks',
    written,
    `The cost of the library, compared with the same endpoint by hand. Every figure is a **ratio of medians to the best TypeORM builder
written by hand**: 1.00 is equal, and less is faster. Each kind of measurement has a process of its own for each engine. It runs all contenders in random order,
with changing parameters, a few requests at a time. Before anything is timed, all of them must find the same rows.`,
    measuredOn(results.about),
    ...plots.slice(0, 1).flatMap(plotted),
    '## All figures, and their limits',
    limits,
    table(barsTable(bars)),
    ...plots.slice(1).flatMap(plotted),
    '## What grows, and what to do about it',
    growing,
    '## Running it',
    running,
    '## Each measurement',
    ...tables.flatMap((each) => [`### ${each.title}`, notes(each.title), table(each)]),
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');
}

const written = '<!-- Written by `npm run bench -- --docs`. Change test/bench/report instead. -->';

const limits = `A release must keep the middle and the highest value of each kind of measurement within a limit. "The grid" is a set of
pages with conditions on related rows, each compared with the best fixed [strategy](strategies.md). A page of it is broken if it takes
more than three times as long and 10 ms longer; "remembered" pages use earlier answers of the database, and first requests ask it.`;

function plotted({ name, title }) {
  return [`## ${headingOf(title)}`, `![${title}](benchmarks/${name}.svg)`];
}

/** The part of a plot's title before the comparison. */
function headingOf(title) {
  return title.split(', to ')[0];
}

function measuredOn({ posts, engines, packages, node, date, machine, seconds, remark = '' }) {
  const named = (versions) =>
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ');
  return `Measured on ${date}, on ${machine}; ${posts.toLocaleString('en')} posts (three comments and two tags each), ${seconds} s at most for a workload. Node ${node}, ${named(engines)}; ${named(packages)}. ${remark}`.trim();
}

function notes(title) {
  if (title.startsWith('End to end')) {
    return `The library reads and validates the text of a query string; the handler by hand reads flat parameters of one with
\`node:querystring\` and validates nothing; nestjs-paginate and nestjs-query start from objects. Where a page has no total, nestjs-paginate counts all the same. "p95" and "database time" are the library's to those by hand; the database's own
time is what \`EXPLAIN ANALYZE\` says, where there is such a thing.`;
  }
  if (title.startsWith('Statements prepared')) {
    return `With \`forRoot({ preparedStatements: true })\`, by hand without. Each workload was executed 32 times, with 16 sets of values,
before anything was timed: by then PostgreSQL has decided whether it plans once for all values. Walks and conditions on to-many
relations have no names, so that these workloads are the same twice. [When to turn it on](prepared-statements.md).`;
  }
  if (title.startsWith('Shapes'))
    return 'A hand may write a condition in several ways; the best on each engine is what the library is compared with.';
  if (title.startsWith('Everything but')) {
    return 'Reading, validating, building and hydrating, with the database replaced by one that answers at once.';
  }
  if (title.startsWith('The layers'))
    return 'The library as it is, and with a part of it left out; without prepared statements, a page is compiled and read by TypeORM.';
  if (title.startsWith('The grid')) {
    return `A page of twenty posts with a condition on related rows: tags and comments of one post to half of all posts, spread evenly or on
the oldest posts only; authors by their name and by that of their country; by the newest and by the oldest post first. Beside a
condition on the post itself, a part of them again. Ratios to the **best fixed strategy of the same cell** (\`in\` or \`exists\`):
the middle · the worst, with the milliseconds that it is behind · the most milliseconds behind · the number of cells that are more than
three times and ten milliseconds behind. A first request is one of a service that remembers nothing. On SQLite the time is that of the
processor.`;
  }
  if (title.startsWith('A page with a subscriber'))
    return 'A request that is read, and its page of twenty rows, end to end. The subscriber counts the operations and keeps none.';
  if (title.startsWith('Growth')) {
    return 'What the statements of one request read. It does not depend on the machine, and a plan that will not scale shows at once.';
  }
  return undefined;
}

function table({ head, rows }) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const growing = `- **Pages on own fields** read equally much at any size if an index begins with the sorted column and the filter matches many rows. A
  filter that matches few rows needs an index that begins with the filtered column: \`CREATE INDEX ON post (status, published_at, id)\`.
- **Filters through a relation** read in proportion to the matching related rows. Index the filtered column of the related table, and the
  foreign key; for a many-to-many relation, both sides of the junction.
- **Relations with rare and popular values**, such as tags: a planner that does not know the tag assumes the average, and may scan the
  newest posts for a rare one. \`page()\` asks whether the tag is rare, and
  [chooses](strategies.md); \`apply()\` sends one statement and leaves the choice to the planner, unless \`strategy\` on the relation says otherwise.
- **Deep pages by offset** skip every entry before them, in an index if one has the order. Offer cursors
  (\`pagination[after]=\`), and lower \`limits.offset\`.
- **Totals** count every matching row, and so always grow. Let clients leave them out
  (\`pagination[withCount]=false\`), or set \`pagination: { count: { capped: 1_000 } }\` or \`count: 'none'\`.
- **A sort by a relation** reads little only if the related column has an index and the planner begins there, as on PostgreSQL. MariaDB
  sorts all matching rows, unless \`page()\` [ends the rows early](strategies.md#sorts-by-a-related-row-on-mariadb).
- Reads can be sent to replicas by TypeORM's \`replication\`: nothing here writes.`;

const running = `\`\`\`sh
npm ci --prefix test/bench/peers            # the other libraries, in a package of their own
npm run bench                               # SQLite; PostgreSQL and MariaDB where POSTGRES_URL and MARIADB_URL say so
npm run bench -- --size 1000000 --keep      # more posts; the databases are left for the next run
npm run bench -- --growth-sizes 10000,100000,1000000 --modes growth
npm run bench -- --modes javascript,reading # no waiting for databases
npm run bench -- --modes layers             # pages without templates, without prepared statements, without a choice
npm run bench -- --modes origins            # a page by an object, under \`when\`, by a search, with eager relations
npm run bench -- --modes cold,heap          # applications that start, and the heap over 100,000 requests
npm run bench -- --json results.json --docs # the results as JSON, and this page with its plots
npm run bench -- --from results.json --docs # the page again, of an earlier run
npm run bench:leak                          # 100,000 requests; fails if the heap grows
\`\`\``;
