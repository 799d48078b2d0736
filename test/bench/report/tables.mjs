import { layerNames } from '../modes/layers.mjs';
import { gridTable } from './grid.mjs';
import { aggregatesTable } from './aggregates.mjs';
import { populateTable } from './populate.mjs';
import {
  byHand,
  engineNames,
  entryOf,
  onServer,
  others,
  ours,
  ratio,
  ratioOrReason,
  told,
  tracedRatio,
} from './ratios.mjs';

/** The results as tables: a title, a heading for each column, and rows of texts. */
export function tablesOf({
  database = [],
  javascript = [],
  layers = [],
  reading = [],
  flat = [],
  origins = [],
  tracing = [],
  hostile = [],
  http = [],
  cold = [],
  heap = [],
  growth = [],
  grid = [],
  dearest = [],
  populate = [],
  aggregates = [],
  larger,
}) {
  const engines = enginesOf(database);
  return [
    ...engines.map((engine) =>
      databaseTable(
        engine,
        database.filter((result) => result.engine === engine),
      ),
    ),
    onServerTable(database.filter(({ engine }) => engine === 'postgres')),
    ...(larger === undefined ? [] : largerTables(larger)),
    ...engines.map((engine) =>
      shapesTable(
        engine,
        database.filter((result) => result.engine === engine),
      ),
    ),
    javascriptTable(javascript),
    layersTable(layers),
    readingTable(reading),
    flatTable(flat),
    originsTable(origins),
    tracingTable(tracing),
    hostileTable(hostile),
    httpTable(http),
    coldTable(cold),
    heapTable(heap),
    ...growth.map(growthTable),
    ...grid.map(gridTable),
    ...enginesOf(aggregates).map((engine) => aggregatesTable(aggregates.filter((result) => result.engine === engine))),
    ...enginesOf(populate).map((engine) => populateTable(populate.filter((result) => result.engine === engine))),
    dearestTable(dearest),
  ].filter(({ rows }) => rows.length > 0);
}

function enginesOf(database) {
  return [...new Set(database.map(({ engine }) => engine))];
}

function largerTables({ posts, database }) {
  return enginesOf(database).map((engine) => {
    const results = database.filter((result) => result.engine === engine);
    const { title, ...table } = databaseTable(engine, results);
    return { title: `${title}, ${posts.toLocaleString('en')} posts`, ...table };
  });
}

function databaseTable(engine, results) {
  return {
    title: `End to end, ${engineNames[engine]}`,
    head: ['workload', ours, 'its p95', 'its statements', 'its database time', ...others],
    rows: results.map((result) => [
      result.workload,
      told(ratio(result, ours)),
      told(ratio(result, ours, { figure: 'p95' })),
      String(entryOf(result, ours)?.statements ?? '–'),
      told(ratio(result, ours, { figure: 'database' })),
      ...others.map((name) => ratioOrReason(result, name)),
    ]),
  };
}

/** Pages with `preparedStatements`, beside those without. */
function onServerTable(results) {
  const measured = results.filter((result) => entryOf(result, onServer)?.median !== undefined);
  return {
    title: 'Statements prepared on the server, PostgreSQL',
    head: ['workload', ours, onServer, 'its p95', 'to without'],
    rows: measured.map((result) => [
      result.workload,
      told(ratio(result, ours)),
      told(ratio(result, onServer)),
      told(ratio(result, onServer, { figure: 'p95' })),
      told(ratio(result, onServer, { to: ours })),
    ]),
  };
}

/** Which of several shapes was the best, and what the others were to it. */
function shapesTable(engine, results) {
  const rows = results.flatMap((result) =>
    [byHand, 'raw driver'].flatMap((name) => {
      const { shape, others: shapes = {} } = entryOf(result, name) ?? {};
      const rest = Object.entries(shapes).filter(([other]) => other !== shape);
      if (rest.length === 0) return [];
      const each = rest.map(([other, time]) => `${other} ${told(time / shapes[shape])}`);
      return [[result.workload, name, shape, each.join(', ')]];
    }),
  );
  return {
    title: `Shapes, ${engineNames[engine]}`,
    head: ['workload', 'written', 'best', 'the others, to the best'],
    rows,
  };
}

function javascriptTable(results) {
  const peers = others.filter((name) => name !== 'raw driver');
  return {
    title: 'Everything but the database',
    head: ['workload', ours, 'of which reading', 'building, to building by hand', ...peers],
    rows: results.map((result) => [
      result.workload,
      told(ratio(result, ours)),
      told(result.parts && result.parts.read.median / entryOf(result, byHand).median),
      told(result.parts && result.parts.build.median / result.parts['build by hand'].median),
      ...peers.map((name) => ratioOrReason(result, name)),
    ]),
  };
}

/** What each layer of a page saves: the library without it. */
function layersTable(results) {
  return {
    title: 'The layers of a page, everything but the database',
    head: ['workload', ...layerNames],
    rows: results.map((result) => [result.workload, ...layerNames.map((name) => told(ratio(result, name)))]),
  };
}

function readingTable(results) {
  return {
    title: 'Reading and validating, to `qs.parse` of the same text',
    head: ['query string', 'bytes', ours],
    rows: results.map((result) => [result.name, String(result.bytes), told(ratio(result, ours, { to: 'qs.parse' }))]),
  };
}

function originsTable(results) {
  return {
    title: 'A page by what asks for it, to the same page by a query string, everything but the database',
    head: ['asked by', 'a page'],
    rows: results.map((result) => [result.name, told(ratio(result, result.name, { to: 'a query string' }))]),
  };
}

function flatTable(results) {
  return {
    title: 'A request without brackets, to its bracketed twin',
    head: ['request', 'a page', 'of which reading'],
    rows: results.map((result) => [
      result.name,
      told(ratio(result, 'flat', { to: 'bracketed' })),
      told(ratio(result, 'reading flat', { to: 'reading bracketed' })),
    ]),
  };
}

/** Pages with a subscriber of the tracing channel. */
function tracingTable(results) {
  const engines = enginesOf(results);
  return {
    title: 'A page with a subscriber of the tracing channel, to one without',
    head: ['page', ...engines.map((engine) => engineNames[engine])],
    rows: [...new Set(results.map(({ name }) => name))].map((name) => [
      name,
      ...engines.map((engine) => {
        const result = results.find((each) => each.name === name && each.engine === engine);
        return result === undefined ? '–' : told(tracedRatio(result));
      }),
    ]),
  };
}

function hostileTable(results) {
  return {
    title: 'The dearest refusals, in milliseconds of the event loop',
    head: ['request', 'bytes', 'at the defaults', 'its worst', 'bytes', 'at the caps', 'its worst'],
    rows: results.map(({ name, usual, most }) => [
      name,
      ...[usual, most].flatMap(({ bytes, median, worst }) => [String(bytes), median.toFixed(1), worst.toFixed(1)]),
    ]),
  };
}

function httpTable(results) {
  return {
    title: 'Over HTTP, to a handler written by hand',
    head: ['adapter', 'CPU a request', 'latency', 'its p95'],
    rows: results.map((result) => [
      result.adapter,
      told(ratio(result, ours, { figure: 'cpu' })),
      told(ratio(result, ours)),
      told(ratio(result, ours, { figure: 'p95' })),
    ]),
  };
}

function coldTable(results) {
  return {
    title: 'Applications that start, to one without the library',
    head: ['adapter', 'CPU until it listens', 'ms', 'first request', 'ms'],
    rows: results.map((result) => [
      result.adapter,
      ...['boot', 'first'].flatMap((figure) => [
        told(ratio(result, ours, { figure })),
        entryOf(result, ours)[figure].toFixed(0),
      ]),
    ]),
  };
}

function heapTable(results) {
  return {
    title: 'The heap, after collection',
    head: ['requests', 'after half of them, MiB', 'at the end, MiB', 'ratio'],
    rows: results.map(({ requests, middle, end }) => [
      requests.toLocaleString('en'),
      ...[middle, end].map((bytes) => (bytes / 2 ** 20).toFixed(1)),
      told(end / middle),
    ]),
  };
}

/** The dearest requests that are not refused; docs/limits.md has this table. */
function dearestTable(results) {
  const engines = enginesOf(results);
  const cellOf = (name, engine, at) => {
    const found = results.find((result) => result.name === name && result.engine === engine && result.at === at);
    return found === undefined ? '–' : told(found.pages);
  };
  return {
    title: 'The dearest requests, in normal pages of their table',
    head: [
      'request',
      ...['the defaults', 'the caps'].flatMap((at) => engines.map((each) => `${engineNames[each]}, ${at}`)),
    ],
    rows: [...new Set(results.map(({ name }) => name))].map((name) => [
      name,
      ...['defaults', 'caps'].flatMap((at) => engines.map((engine) => cellOf(name, engine, at))),
    ]),
  };
}

const units = { postgres: 'buffers', mariadb: 'rows read by the handler' };

function growthTable({ engine, sizes, rows }) {
  return {
    title: `Growth, ${engineNames[engine]}, in ${units[engine]}`,
    head: ['what', ...sizes.map((size) => `${size.toLocaleString('en')} posts`), 'grows by'],
    rows: rows.map(({ name, values }) => [
      name,
      ...values.map((value) => value.toLocaleString('en')),
      told(values.at(-1) / Math.max(1, values[0])),
    ]),
  };
}
