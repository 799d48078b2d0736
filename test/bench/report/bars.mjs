import { median } from '../measure.mjs';
import { fixed } from '../modes/grid.mjs';
import { aggregateRatio } from './aggregates.mjs';
import { isBrokenCell, isOfMany, populateRatio } from './populate.mjs';
import { byHand, onServer, ours, ratio, tracedRatio } from './ratios.mjs';

const deep = 'deep page, by offset';
const sorted = 'sort by to-one';
const isTotal = ({ workload }) => workload.startsWith('page with its total');

/**
 * The bars: what is measured, and the most that its middle and its highest value may be, or the least that its lowest
 * may be. A row without a value was not measured. To add a bar, add a row; `of` takes its values out of the results.
 */
const bars = [
  { name: 'a page, end to end', limits: { middle: 0.88, highest: 1.15 }, of: endToEnd(pages) },
  { name: 'a page with its total', limits: { middle: 0.95, highest: 1.05 }, of: endToEnd(totals) },
  { name: 'everything but the database', limits: { middle: 0.65, highest: 1.05 }, of: javascript },
  {
    name: 'the grid, remembered, one condition',
    unit: '× the best',
    limits: { middle: 1.15 },
    of: grid('adaptive', (own) => own === 'none'),
  },
  {
    name: 'the grid, remembered, the middle of each with own conditions',
    unit: '× the best',
    limits: { highest: 1.5 },
    of: middlesOfOwn,
  },
  { name: 'the grid, cells that are broken', unit: 'cells', limits: { highest: 0 }, of: brokenCells },
  { name: 'the grid, first request', unit: '× the best', limits: { middle: 3 }, of: grid('first', () => true) },
  { name: 'the grid, first request, behind the best', unit: 'ms', limits: { highest: 40 }, of: lostTime },
  { name: 'prepared statements, PostgreSQL, a page', limits: { middle: 0.65 }, of: endToEnd(pages, onServer) },
  {
    name: 'prepared statements, PostgreSQL, with its total',
    limits: { middle: 0.95, highest: 1.05 },
    of: endToEnd(totals, onServer),
  },
  { name: 'a sort through to-one, MariaDB', limits: { highest: 0.05 }, of: workload(sorted, 'mariadb') },
  {
    name: 'a page by a range of date-times',
    limits: { highest: 1.02 },
    of: workload('a range of date-times, newest first'),
  },
  { name: 'a deep page by offset', limits: { highest: 0.5 }, of: workload(deep) },
  {
    name: 'the dearest request at the default limits',
    unit: 'normal pages',
    limits: { highest: 250 },
    of: ({ dearest = [] }) => dearest.filter(({ at }) => at === 'defaults').map(({ pages }) => pages),
  },
  {
    name: 'a page with related rows, beside SQL by hand',
    limits: { middle: 1.15 },
    of: populated('populate', 'byHand'),
  },
  {
    name: 'a page with related rows of these, beside SQL by hand',
    limits: { middle: 1.25 },
    of: populated('nested', 'nestedByHand'),
  },
  {
    name: 'related rows, cells that are broken',
    unit: 'cells',
    limits: { highest: 0 },
    of: ({ populate = [] }) => (populate.length === 0 ? [] : [populate.filter(isBrokenCell).length]),
  },
  { ...ofMany('PostgreSQL'), limits: { lowest: 40 }, of: cutOn('postgres') },
  { ...ofMany('SQLite'), limits: { lowest: 100 }, of: cutOn('sqlite') },
  { ...ofMany('MariaDB'), limits: { lowest: 12 }, of: cutOn('mariadb') },
  { name: 'answered aggregates, beside SQL by hand', limits: { highest: 1.1 }, of: aggregated('answered') },
  { name: 'aggregates of a list, beside SQL by hand', limits: { highest: 1.1 }, of: aggregated('total') },
  {
    name: 'a filter by an aggregate, beside the best SQL by hand',
    limits: { highest: 1.15 },
    of: aggregated('filter'),
  },
  { name: 'a flat request, beside its bracketed twin', limits: { highest: 1.05 }, of: flat },
  { name: 'a page by another origin', unit: '× a query string', limits: { highest: 1.15 }, of: origins },
  {
    name: 'a page with a subscriber of the tracing channel',
    unit: '× without',
    limits: { middle: 1.25, highest: 1.75 },
    of: traced,
  },
  { name: 'CPU a request over HTTP', limits: { highest: 0.95 }, of: http },
  // A start may take 1.05 of what it took before the library prepared statements and chose ways: on Fastify 1.80, and
  // 1.36 of it without the library.
  {
    name: 'CPU until an application listens, added',
    unit: '× loading TypeORM',
    limits: { highest: 0.53 },
    of: boot,
  },
  { name: 'the heap, after 100,000 requests', unit: '× after half of them', limits: { highest: 1.05 }, of: heap },
];

/** Pages with related rows, beside what gives the same. */
function populated(name, other) {
  return ({ populate = [] }) => populate.map((result) => populateRatio(result, name, other));
}

function ofMany(engine) {
  return { name: `all 500 related rows of each, cut in the program, ${engine}`, unit: '× related rows' };
}

/** What takes all related rows of a page and leaves the first, beside what asks for no others. */
function cutOn(engine) {
  return ({ populate = [] }) =>
    populate
      .filter((result) => result.engine === engine && isOfMany(result))
      .map((result) => populateRatio(result, 'cutEntities', 'populate'));
}

/** Aggregates whose names begin so, beside the best that gives the same. */
function aggregated(name) {
  return ({ aggregates = [] }) => aggregates.filter((result) => result.name.startsWith(name)).map(aggregateRatio);
}

function pages({ database = [] }) {
  return database.filter((result) => !isTotal(result));
}

function totals({ database = [] }) {
  return database.filter(isTotal);
}

/**
 * The ratios of the results of a kind, of the library or of another contender. One that takes no part on an engine has
 * none there.
 */
function endToEnd(of, name = ours) {
  return (results) => defined(of(results).map((result) => ratio(result, name)));
}

function javascript({ javascript: results = [] }) {
  return ratios(results);
}

function flat({ flat: results = [] }) {
  return defined(results.map((result) => ratio(result, 'flat', { to: 'bracketed' })));
}

function origins({ origins: results = [] }) {
  return defined(results.map((result) => ratio(result, result.name, { to: 'a query string' })));
}

function traced({ tracing: results = [] }) {
  return defined(results.map(tracedRatio));
}

function http({ http: results = [] }) {
  return defined(results.map((result) => ratio(result, ours, { figure: 'cpu' })));
}

/** What the library adds to a start, in units that are alike on every machine. Older results lack the unit. */
function boot({ cold = [] }) {
  return defined(
    cold.map(({ entries, typeorm }) => {
      const [own, others] = [ours, byHand].map((name) => entries.find((entry) => entry.name === name)?.boot);
      return typeorm === undefined ? undefined : (own - others) / typeorm;
    }),
  );
}

function heap({ heap: results = [] }) {
  return results.map(({ middle, end }) => end / middle);
}

/** The ratios of one workload, on an engine or on all of them. */
function workload(name, on) {
  return ({ database = [] }) =>
    ratios(database.filter((result) => result.workload === name && (on === undefined || result.engine === on)));
}

/** Cells of the grid, each beside the best fixed strategy in it. */
function cellsOf({ grid: results = [] }) {
  return results.flatMap(({ cells }) => cells.map(({ own, times }) => ({ own, times, best: bestOf(times) })));
}

function bestOf(times) {
  return Math.min(...fixed.map((strategy) => times[strategy]));
}

function grid(name, isOf) {
  return (results) =>
    cellsOf(results)
      .filter(({ own }) => isOf(own))
      .map(({ times, best }) => times[name] / best);
}

/** The middle of the grid beside each own condition, on each engine. */
function middlesOfOwn({ grid: results = [] }) {
  return results.flatMap(({ cells }) => {
    const owns = [...new Set(cells.map(({ own }) => own))].filter((own) => own !== 'none');
    const of = (name) => grid('adaptive', (own) => own === name)({ grid: [{ cells }] });
    return owns.map((own) => median(of(own)));
  });
}

/** A cell is broken where it takes more than three times as long as the best strategy, and ten milliseconds longer. */
function brokenCells(results) {
  const cells = cellsOf(results);
  const broken = cells.filter(({ times, best }) => times.adaptive > 3 * best && times.adaptive - best >= 10);
  return cells.length === 0 ? [] : [broken.length];
}

function lostTime(results) {
  return cellsOf(results).map(({ times, best }) => times.first - best);
}

function ratios(results) {
  return defined(results.map((result) => ratio(result, ours)));
}

function defined(values) {
  return values.filter((value) => value !== undefined);
}

/** Every bar with what was measured, and whether it held. */
export function barsOf(results) {
  return bars.map(({ name, unit = '× by hand', limits, of }) => {
    const values = of(results);
    const measured = { middle: median(values), highest: Math.max(...values), lowest: Math.min(...values) };
    const held = Object.entries(limits).every(([statistic, limit]) =>
      statistic === 'lowest' ? measured.lowest >= limit : measured[statistic] <= limit,
    );
    const verdict = values.length === 0 ? 'not measured' : held ? 'held' : 'not held';
    return { name, unit, limits, measured, count: values.length, verdict };
  });
}
