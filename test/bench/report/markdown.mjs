import { summaryOf } from './summary.mjs';

/** The page of the documentation: the plots, and the tables that a reader decides by. */
export function pageOf(results, { bars, plots }) {
  return [
    '# Benchmarks',
    written,
    `Decide by the cost of the library beside the same endpoint by hand. Every figure is a **ratio of medians to the best TypeORM builder
written by hand**: 1.00 is equal, less is faster. All contenders must find the same rows.`,
    measuredOn(results.about),
    ...plots.flatMap(({ name, title }) => [`## ${title.split(', to ')[0]}`, `![${title}](benchmarks/${name}.svg)`]),
    ...summaryOf(results).flatMap((each) => [`## ${each.title}`, notes[each.title], table(each)]),
    '## Other measurements',
    figures(bars),
    table(figuresTable(bars)),
    '## Run them',
    running,
  ].join('\n\n');
}

const written = '<!-- Written by `npm run bench -- --docs`. Change test/bench/report instead. -->';

const notes = {
  'Each page, by engine':
    'The library parses and validates a query string, and returns entities. The builder by hand reads flat parameters, and validates nothing.',
  'Other libraries':
    'nestjs-paginate, nestjs-query and crud-typeorm start from objects, without parsing. nestjs-paginate always counts the total. Only pages that a library can express.',
  Refusals: 'Milliseconds of the event loop for the most expensive refused requests.',
};

/** How many of the bars were exceeded. The terminal has each with its verdict. */
function figures(bars) {
  const [measured, exceeded] = [measuredOf(bars), bars.filter(({ verdict }) => verdict === 'not held')];
  return `Each kind of measurement has a limit for a release, in \`test/bench/report/bars.mjs\`; ${exceeded.length} of ${measured.length} were exceeded in this run.
"The grid" is a set of pages with conditions on related rows, compared with the best fixed [strategy](strategies.md); one is broken if it takes
more than three times as long and 10 ms longer. "Remembered" pages use cached row counts.`;
}

const measuredOf = (bars) => bars.filter(({ count }) => count > 0);

/** The bars that a reader decides by, and that no other table or plot of the page has. */
const decisive = [
  'the grid, remembered, one condition',
  'the grid, cells that are broken',
  'the grid, first request, behind the best',
  'prepared statements, PostgreSQL, a page',
  'a page with related rows, beside SQL by hand',
  'aggregates of a list, beside SQL by hand',
  'a filter by an aggregate, beside the best SQL by hand',
  'a page with a subscriber of the tracing channel',
  'the heap, after 100,000 requests',
];

function figuresTable(bars) {
  const rows = measuredOf(bars)
    .filter(({ name }) => decisive.includes(name))
    .map(({ name, unit, measured }) => [
      name,
      [measured.middle, measured.highest].map((value) => value.toFixed(2)).join(', '),
      unit,
    ]);
  return { head: ['what', 'middle, highest', 'in'], rows };
}

function measuredOn({ posts, engines, packages, node, date, machine, seconds, remark = '' }) {
  const named = (versions) =>
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ');
  return `Measured on ${date}, on ${machine}; ${posts.toLocaleString('en')} posts (three comments and two tags each), ${seconds} s at most for a workload. Node ${node}, ${named(engines)}; ${named(packages)}. ${remark}`.trim();
}

function table({ head, rows }) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const running = `\`\`\`sh
npm ci --prefix test/bench/peers # the other libraries, in a package of their own
npm run bench                    # SQLite; PostgreSQL and MariaDB if POSTGRES_URL and MARIADB_URL are set
\`\`\`

The terminal has more tables. \`test/bench/README.md\` describes the modes.`;
