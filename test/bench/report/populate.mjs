import { engineNames, told } from './ratios.mjs';

/** A table of an engine: pages with related rows, beside what gives the same by hand. */
export function populateTable(results) {
  const [{ engine }] = results;
  return {
    title: `Populated relations, ${engineNames[engine]}`,
    head: ['related rows', 'the page alone', 'populate', '× by hand', 'nested, × by hand', 'all, cut: × populate'],
    rows: results.map((result) => [
      result.name,
      milliseconds(result.times.page),
      milliseconds(result.times.populate),
      told(populateRatio(result, 'populate', 'byHand')),
      told(populateRatio(result, 'nested', 'nestedByHand')),
      told(populateRatio(result, 'cut', 'populate')),
    ]),
  };
}

export function populateRatio({ times }, name, other) {
  return times[name].median / times[other].median;
}

function milliseconds({ median }) {
  return `${median.toFixed(2)} ms`;
}
