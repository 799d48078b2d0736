/** A row of a table that is written as text: by the name of its column, null where `-` is written. */
export type TextRow = ReadonlyMap<string, string | null>;

/** Reads a table that is written with bars between its columns, and their names in the first line. */
export function readTable(text: string): readonly TextRow[] {
  const [header = [], ...lines] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return lines.map((cells) => {
    if (cells.length !== header.length) throw new Error(`not ${header.length} cells: ${cells.join(' | ')}`);
    return new Map(cells.map((cell, index) => [header[index] ?? '', cell === '-' ? null : cell]));
  });
}

/** The text in a cell that is not empty. */
export function cell(row: TextRow, column: string): string {
  const text = row.get(column);
  if (text === undefined || text === null) throw new Error(`the table has nothing in ${column}`);
  return text;
}

/** Reads a cell; null if it is empty. */
export function cellAs<T>(row: TextRow, column: string, read: (text: string) => T): T | null {
  const text = row.get(column);
  if (text === undefined) throw new Error(`the table has no column ${column}`);
  return text === null ? null : read(text);
}

/**
 * Reads cases that are written as lines, `request -> verdict`. Empty lines, and lines that begin with `#`, are passed
 * over.
 *
 * @example
 * it.each(cases(`
 *   filters[id]=1           -> 1
 *   filters[secret][$eq]=1  -> unknown_field /filters/secret
 * `))('%s -> %s', (request, verdict) => …);
 */
export function cases(text: string): readonly (readonly [request: string, verdict: string])[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const place = line.lastIndexOf('->');
      if (place === -1) throw new Error(`a case without a verdict: ${line}`);
      return [line.slice(0, place).trim(), line.slice(place + 2).trim()] as const;
    });
}
