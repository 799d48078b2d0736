/** A table for the terminal, its columns as wide as they must be. */
export function printTable({ title, head, rows }) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  ');
  console.log(`\n${title}\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
}

export function summaryTable(summary) {
  return {
    title: 'The bars',
    head: ['what', 'bar', 'lowest', 'middle', 'highest', 'met'],
    rows: summary.map(({ what, limit, lowest, middle, highest, met }) => [
      what,
      limit,
      ...[lowest, middle, highest].map((value) => value.toFixed(2)),
      met,
    ]),
  };
}

export function barsTable(bars) {
  return {
    title: 'Each bar',
    head: ['what', 'measured on', 'bar', 'measured', 'met'],
    rows: bars.map(({ title, what, limit, value, met }) => [title, what, limit, value.toFixed(2), met]),
  };
}
