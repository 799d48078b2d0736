import { gridFigures } from '../modes/grid.mjs';
import { engineNames } from './ratios.mjs';

const contenders = { in: "strategy: 'in'", first: 'adaptive, first request', adaptive: 'adaptive, remembered' };
/** A table of an engine: a row for each own condition, and of each contender its figures. */
export function gridTable({ engine, cells }) {
  const owns = [...new Set(cells.map(({ own }) => own))];
  return {
    title: `The grid, ${engineNames[engine]}`,
    head: ['own condition beside it', 'cells', ...Object.values(contenders)],
    rows: owns.map((own) => {
      const some = cells.filter((cell) => cell.own === own);
      return [own, String(some.length), ...Object.keys(contenders).map((name) => told(gridFigures(some, name)))];
    }),
  };
}

function told({ middle, worst, most, broken }) {
  return `${middle.toFixed(2)} · ${worst.ratio.toFixed(1)} (${signed(worst.more)}) · ${signed(most)} · ${broken}`;
}

function signed(milliseconds) {
  return `${milliseconds < 0 ? '−' : '+'}${Math.abs(milliseconds).toFixed(1)} ms`;
}
