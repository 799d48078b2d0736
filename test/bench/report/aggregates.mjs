import { engineNames, told } from './ratios.mjs';

/** A table of an engine: aggregates, beside what gives the same by hand. */
export function aggregatesTable(results) {
  const [{ engine }] = results;
  return {
    title: `Aggregates, ${engineNames[engine]}`,
    head: ['question', 'the library', 'the best by hand', '× by hand'],
    rows: results.map((result) => [
      result.name,
      milliseconds(result.times.ours.median),
      milliseconds(bestByHand(result)),
      told(aggregateRatio(result)),
    ]),
  };
}

export function aggregateRatio(result) {
  return result.times.ours.median / bestByHand(result);
}

function bestByHand({ times }) {
  const others = Object.entries(times).filter(([name]) => name !== 'ours');
  return Math.min(...others.map(([, { median }]) => median));
}

function milliseconds(time) {
  return `${time.toFixed(2)} ms`;
}
