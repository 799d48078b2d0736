import { barsTable } from './terminal.mjs';

/** The page of the documentation: what was measured, the bars, the plots, and the tables' places. */
export function pageOf(results, { bars, plots, tables }) {
  return [
    '# Benchmarks',
    written,
    `What the library costs, measured against writing it by hand. Every figure is a **ratio of medians to the best TypeORM
builder written by hand** for that one endpoint (1.00 is equal, less is faster), from one process in which all contenders take
turns in random order with changing parameters, a few requests at a time. Before anything is timed, all of them must find the same rows.`,
    measuredOn(results.about),
    '## The bars',
    'What a release is held to: the middle and the highest of all measurements of a kind.',
    table(barsTable(bars)),
    ...plots.flatMap(({ name, title }) => [`## ${headingOf(title)}`, `![${title}](benchmarks/${name}.svg)`]),
    '## Each measurement',
    tables.map((each) => `- [${each.title}](benchmarks/${fileOf(each)})`).join('\n'),
    '## What grows, and what to do about it',
    growing,
    '## Running it',
    running,
  ].join('\n\n');
}

/** The page of one table. */
export function tablePageOf(each, { about }) {
  const parts = [
    `# ${each.title}`,
    written,
    notes(each.title),
    table(each),
    measuredOn(about),
    '[All benchmarks](../benchmarks.md)',
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** The file of a table: its title in lower case, without what a URL would have to encode. */
export function fileOf({ title }) {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${words.join('-')}.md`;
}

const written = '<!-- Written by `npm run bench -- --docs`. Change test/bench/report instead. -->';

/** The part of a plot's title that says what it is of. */
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
relations have no names, so that these workloads are the same twice. [When to turn it on](../prepared-statements.md).`;
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
condition on the post itself, a part of them again. Ratios to the **best fixed strategy of the same cell** (\`in\`, \`exists\` or \`keys\`):
the middle · the worst, with the milliseconds that it is behind · the most milliseconds behind · the number of cells that are more than
three times and ten milliseconds behind. A first request is one of a service that remembers nothing. On SQLite the time is that of the
processor.`;
  }
  if (title.startsWith('Growth')) {
    return 'What the statements of one request read. It does not depend on the machine, and a plan that will not scale shows at once.';
  }
  return undefined;
}

function table({ head, rows }) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const growing = `- **Pages on one's own fields** read as much at any size where an index begins with what is sorted by and the filter is not
  rare; a rare filter wants an index of its own that begins with the filtered column: \`CREATE INDEX ON post (status, published_at, id)\`.
- **Filters through a relation** read in proportion to the related rows that match. Index what is filtered by on the related
  table, and the foreign key on the side that has it; the junction of a many-to-many relation from both sides.
- **A relation where names decide**, such as rare tags among popular ones: a planner that does not yet know which tag is meant
  takes the average, and may walk the newest posts for the few that have it. \`page()\` asks whether the tag is rare, and
  [chooses](strategies.md); \`apply()\` sends one statement and leaves the choice to the planner, unless \`strategy\` on the relation says otherwise.
- **Deep pages by offset** skip entries of an index in place of rows, where an index has the order; they still skip every one. Offer cursors
  (\`pagination[after]=\`), and lower \`limits.offset\`.
- **Totals** count every row that is found: the one thing that always grows. Let clients leave them out
  (\`pagination[withCount]=false\`), or set \`pagination: { count: { capped: 1_000 } }\` or \`count: 'none'\`.
- **A sort by a relation** reads little only where the related column has an index and the planner begins there; PostgreSQL does.
  MariaDB sorts everything that the filter leaves, unless \`page()\` [ends the rows early](strategies.md#sorts-by-a-related-row-on-mariadb).
- Reads can be sent to replicas by TypeORM's \`replication\`: nothing here writes.`;

const running = `\`\`\`sh
npm ci --prefix test/bench/peers            # the other libraries, in a package of their own
npm run bench                               # SQLite; PostgreSQL and MariaDB where POSTGRES_URL and MARIADB_URL say so
npm run bench -- --size 1000000 --keep      # more posts; the databases are left for the next run
npm run bench -- --growth-sizes 10000,100000,1000000 --modes growth
npm run bench -- --modes javascript,reading # no waiting for databases
npm run bench -- --modes layers             # pages without templates, without prepared statements, without a choice
npm run bench -- --modes cold,heap          # applications that start, and the heap over 100,000 requests
npm run bench -- --json results.json --docs # the results as JSON, and this page with its tables and plots
npm run bench -- --from results.json --docs # the page again, of an earlier run
npm run bench:leak                          # 100,000 requests; fails if the heap grows
\`\`\``;
