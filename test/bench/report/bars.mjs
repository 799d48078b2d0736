import { entryOf, ours, ratio } from './ratios.mjs';
import { reasons } from './reasons.mjs';

const depth = 'keyset page at the same depth';
const deep = 'deep page, by offset';

/**
 * The bars, each as rows of what was measured. `most` is the bar; a ratio within a tenth of it cannot be told from it.
 */
export function barsOf({ database = [], javascript = [], reading = [], hostile = [], http = [] }) {
  const pages = database.filter(({ workload }) => !workload.startsWith('page with its total') && workload !== depth);
  const totals = database.filter(({ workload }) => workload.startsWith('page with its total'));
  return [
    ...pages.map((result) =>
      row('page', 'a page, end to end', `${result.workload}, ${result.engine}`, ratio(result, ours), 1.05),
    ),
    ...totals.map((result) =>
      row('total', 'a page with its total', `${result.workload}, ${result.engine}`, ratio(result, ours), 1),
    ),
    ...totals.map((result) => {
      const short = result.workload.endsWith('short');
      return row(
        'statements',
        'statements for it',
        `${result.workload}, ${result.engine}`,
        entryOf(result, ours)?.statements,
        short ? 1 : 2,
      );
    }),
    ...javascript.map((result) =>
      row('javascript', 'everything but the database', result.workload, ratio(result, ours), 1.3),
    ),
    ...reading.map((result) =>
      row(
        'reading',
        'reading and validating',
        `${result.name}, to qs.parse`,
        ratio(result, ours, { to: 'qs.parse' }),
        result.name === 'ten conditions' ? 2 : 1.2,
      ),
    ),
    ...hostile.flatMap(({ name, usual, most }) => [
      row('hostile', 'ms for a refusal, at the defaults', name, usual.median, 20),
      row('hostile caps', 'ms for a refusal, at the caps', name, most.median, 50),
    ]),
    ...http.map((result) =>
      row('http', 'CPU a request over HTTP', result.adapter, ratio(result, ours, { figure: 'cpu' }), 1.15),
    ),
    ...ofEach(database, depth).map((result) =>
      row('keyset', 'a keyset page', `to one by hand, ${result.engine}`, ratio(result, ours), 1.1),
    ),
    ...ofEach(database, depth).map((result) => offsetRow(result, database)),
  ].filter(({ value }) => value !== undefined);
}

function ofEach(database, workload) {
  return database.filter((result) => result.workload === workload);
}

function row(bar, title, what, value, most) {
  const met = value === undefined ? undefined : value <= most ? 'yes' : value <= most * 1.1 ? 'within noise' : 'no';
  return { bar, title, what, value, limit: `≤ ${most}`, met, reason: met === 'no' ? reasonFor(bar, what) : undefined };
}

/** Speed of the keyset page relative to the offset at the same depth. */
function offsetRow(keyset, database) {
  const offset = database.find(({ workload, engine }) => workload === deep && engine === keyset.engine);
  const value = offset && entryOf(offset, ours).median / entryOf(keyset, ours).median;
  const met = value === undefined ? undefined : value >= 20 ? 'yes' : 'no';
  const what = `to the offset at the same depth, ${keyset.engine}`;
  return {
    bar: 'offset',
    title: 'a keyset page',
    what,
    value,
    limit: '≥ 20 × faster',
    met,
    reason: met === 'no' ? reasonFor('offset', what) : undefined,
  };
}

function reasonFor(bar, what) {
  return reasons.find((reason) => reason.bar === bar && what.includes(reason.about))?.why ?? 'not explained yet';
}

/** Each bar in one line: how many of its rows meet it, and from where to where they are. */
export function summaryOf(bars) {
  const groups = grouped(bars);
  return [...groups.values()].map((rows) => {
    const values = rows.map(({ value }) => value).sort((a, b) => a - b);
    const count = (met) => rows.filter((row) => row.met === met).length;
    return {
      what: rows[0].bar === 'offset' ? `${rows[0].title}, to the offset` : rows[0].title,
      limit: [...new Set(rows.map(({ limit }) => limit))].join(' or '),
      lowest: values[0],
      middle: values[Math.floor(values.length / 2)],
      highest: values.at(-1),
      met: `${count('yes')} of ${rows.length}${count('within noise') > 0 ? `, ${count('within noise')} within noise` : ''}`,
    };
  });
}

function grouped(bars) {
  const groups = new Map();
  for (const each of bars) groups.set(each.bar, [...(groups.get(each.bar) ?? []), each]);
  return groups;
}
