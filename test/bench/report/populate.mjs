import { engineNames, told } from './ratios.mjs';

/** A table of an engine: pages with related rows, beside what gives the same by hand. */
export function populateTable(results) {
  const [{ engine }] = results;
  return {
    title: `Populated relations, ${engineNames[engine]}`,
    head: [
      'related rows',
      'the page alone',
      'populate',
      '× by hand',
      'nested, × by hand',
      'numbered: × populate',
      'all rows, cut: × populate',
      'all entities, cut: × populate',
    ],
    rows: results.map((result) => [
      result.name,
      milliseconds(result.times.page),
      milliseconds(result.times.populate),
      told(populateRatio(result, 'populate', 'byHand')),
      told(populateRatio(result, 'nested', 'nestedByHand')),
      told(populateRatio(result, 'numbered', 'populate')),
      told(populateRatio(result, 'cut', 'populate')),
      told(populateRatio(result, 'cutEntities', 'populate')),
    ]),
  };
}

export function populateRatio({ times }, name, other) {
  return times[name].median / times[other].median;
}

/** The forms that give the same related rows by hand. */
const forms = ['byHand', 'numbered', 'cut'];

/** A cell is broken where it takes more than three times as long as the best form, and ten milliseconds longer. */
export function isBrokenCell({ times }) {
  const best = Math.min(...forms.map((name) => times[name].median));
  return times.populate.median > 3 * best && times.populate.median - best >= 10;
}

/** A page of 25 places, each with its first three of 500 reviews. */
export function isOfMany({ reviews, size, limit }) {
  return reviews === 500 && size === 25 && limit === 3;
}

function milliseconds({ median }) {
  return `${median.toFixed(2)} ms`;
}
