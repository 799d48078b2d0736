import { median } from '../measure.mjs';
import { engineNames, others, ours, ratio, told } from './ratios.mjs';

/** The tables of the page of the documentation: those that a reader decides by. The terminal has all of them. */
export function summaryOf({ database = [], hostile = [] }) {
  return [workloadsTable(database), contendersTable(database), refusalsTable(hostile)].filter(
    ({ rows }) => rows.length > 0,
  );
}

const enginesOf = (results) => [...new Set(results.map(({ engine }) => engine))];

/** The library's ratios: a row for each workload, a column for each engine. */
function workloadsTable(database) {
  const engines = enginesOf(database);
  return {
    title: 'Each page, by engine',
    head: ['page', ...engines.map((engine) => engineNames[engine])],
    rows: [...new Set(database.map(({ workload }) => workload))].map((workload) => [
      workload,
      ...engines.map((engine) => {
        const result = database.find((each) => each.workload === workload && each.engine === engine);
        return result === undefined ? '–' : told(ratio(result, ours));
      }),
    ]),
  };
}

/** The middle and the highest ratio of each contender over all workloads that it can express. */
function contendersTable(database) {
  const engines = enginesOf(database);
  const cellOf = (name, engine) => {
    const ratios = database
      .filter((result) => result.engine === engine)
      .map((result) => ratio(result, name))
      .filter((each) => each !== undefined);
    return ratios.length === 0 ? '–' : `${told(median(ratios))}, ${told(Math.max(...ratios))}`;
  };
  return {
    title: 'Other libraries',
    head: ['middle, highest', ...engines.map((engine) => engineNames[engine])],
    rows: engines.length === 0 ? [] : [ours, ...others].map((name) => [name, ...engines.map((e) => cellOf(name, e))]),
  };
}

/** The most expensive refusals, in milliseconds of the event loop. */
function refusalsTable(hostile) {
  const isBody = ({ name }) => name.startsWith('a body');
  const kinds = [
    ['bodies', hostile.filter(isBody)],
    ['query strings', hostile.filter((each) => !isBody(each))],
  ];
  const most = (results, limits, figure) => Math.max(...results.map((each) => each[limits][figure])).toFixed(1);
  return {
    title: 'Refusals',
    head: ['the most expensive', 'at the default limits', 'its worst', 'at the caps', 'its worst'],
    rows: kinds
      .filter(([, results]) => results.length > 0)
      .map(([kind, results]) => [
        kind,
        ...['usual', 'most'].flatMap((limits) => [most(results, limits, 'median'), most(results, limits, 'worst')]),
      ]),
  };
}
