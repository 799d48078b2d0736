/** A table for the terminal, its columns as wide as they must be. */
export function printTable({ title, head, rows }) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  ');
  console.log(`\n${title}\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
}

/** The bars as a table: a line for each, which says whether it held. */
export function barsTable(bars) {
  return {
    title: 'The bars',
    head: ['what', 'measurements', 'middle', 'its bar', 'highest', 'its bar', 'in', 'verdict'],
    rows: bars.map(({ name, unit, limits, measured, count, verdict }) => [
      name,
      String(count),
      ...['middle', 'highest'].flatMap((statistic) => [
        count === 0 ? '–' : measured[statistic].toFixed(2),
        barOf(limits, statistic),
      ]),
      unit,
      verdict,
    ]),
  };
}

/** A bar for the lowest value stands beside the middle, which then has none. */
function barOf({ lowest, ...limits }, statistic) {
  if (lowest !== undefined && statistic === 'middle') return `≥ ${lowest}`;
  return limits[statistic] === undefined ? '–' : `≤ ${limits[statistic]}`;
}
