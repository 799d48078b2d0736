import { operandsText } from '../../../lib/sql/index.js';
import type { FilterValue } from '../../../lib/values/index.js';

const instant = (epoch: number, micros = 0): FilterValue => ({ type: 'instant', epoch, micros });

/** Operands of one structure, no two of which are the same. */
const operands: readonly (readonly (readonly FilterValue[])[])[] = [
  [['1', '2'], ['3']],
  [['1'], ['2', '3']],
  [['1', '2', '3']],
  [['12'], ['3']],
  [['1'], ['23']],
  [['1,2'], ['3']],
  [['1","2'], ['3']],
  [['1"],["2'], ['3']],
  [[''], ['1']],
  [['', ''], ['1']],
  [[1], ['1']],
  [['1'], [1]],
  [[true], ['1']],
  [['true'], ['1']],
  [[instant(1)], ['1']],
  [[instant(1, 1)], ['1']],
  [[instant(11)], ['1']],
  [[instant(1), instant(1)], ['1']],
];

it('operands have one text where they are equal, and different ones where they are not', () => {
  const texts = operands.map(operandsText);
  expect(new Set(texts).size).toBe(operands.length);
  expect(operands.map((each) => operandsText(structuredClone(each)))).toEqual(texts);
});
