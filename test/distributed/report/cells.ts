import type { Outcome } from '../suites/suite.js';

/** A cell of the table: a suite on a topology. */
export interface Cell {
  readonly topology: string;
  readonly suite: string;
  /** Undefined where the topology could not be started, for want of a program. */
  readonly outcome: Outcome | undefined;
}

/** Marks a suite that does not apply to a topology. */
export const notApplicable: Outcome = { summary: '–', failures: [] };

/** Prints the table of topologies and suites. */
export function tableOf(cells: readonly Cell[]): string {
  const suites = [...new Set(cells.map(({ suite }) => suite))];
  const rows = [...new Set(cells.map(({ topology }) => topology))].map((topology) => [
    topology,
    ...suites.map((suite) => textOf(cells.find((cell) => cell.topology === topology && cell.suite === suite))),
  ]);
  const lines = [['topology', ...suites], ...rows];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function textOf(cell: Cell | undefined): string {
  if (cell?.outcome === undefined) return 'not run';
  const { summary, failures } = cell.outcome;
  if (cell.outcome === notApplicable) return summary;
  return `${failures.length === 0 ? 'passed' : 'FAILED'}: ${summary}`;
}

/** Counts the cells that passed and those that failed. */
export function countsOf(cells: readonly Cell[]): { readonly passed: number; readonly failed: number } {
  const outcomes = cells.flatMap(({ outcome }) =>
    outcome === undefined || outcome === notApplicable ? [] : [outcome],
  );
  const failed = outcomes.filter(({ failures }) => failures.length > 0).length;
  return { passed: outcomes.length - failed, failed };
}
