import { readFileSync } from 'node:fs';

/** The rows of the first table under a heading of a Markdown file, each as the texts of its cells. */
export function tableOf(file: string, firstColumn: string): readonly (readonly string[])[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${firstColumn} `));
  if (start < 0) throw new Error(`${file} has no table whose first column is ${firstColumn}`);
  const rows: string[][] = [];
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith('|')) break;
    rows.push(
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
  }
  return rows;
}

/** The names in backquotes of a cell. */
export function namesIn(cell = ''): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** The addresses of a fenced block of HTTP: one a line, of which lines further in go on with the one before. */
export function addressesIn(block: string): readonly string[] {
  const lines = block.trim().replaceAll(/\n +/g, '').split('\n');
  return lines.map((line) => line.replace(/^GET /, ''));
}
