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

/** Reads a table as rows that SQL inserts. */
export function recordsIn(text: string): readonly Readonly<Record<string, string | null>>[] {
  return readTable(text).map((row) => Object.fromEntries(row));
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
 * over, and so is a note at the end of a line, which begins with two spaces and `# `.
 *
 * @example
 * it.each(cases(`
 *   filters[id]=1           -> 1
 *   filters[secret][$eq]=1  -> unknown_field /filters/secret  # a hidden field
 * `))('%s -> %s', (request, verdict) => …);
 */
export function cases(text: string): readonly (readonly [request: string, verdict: string])[] {
  const lines = text.split('\n').map((line) => line.split('  # ', 1).join('').trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const place = line.lastIndexOf('->');
      if (place === -1) throw new Error(`a case without a verdict: ${line}`);
      return [line.slice(0, place).trim(), line.slice(place + 2).trim()] as const;
    });
}

/**
 * Returns the verdict of an engine: the first one, unless the engine has one of its own after a semicolon.
 *
 * @example
 * verdictOn('postgres', '1 2; postgres, mariadb: 2 1') // '2 1'
 */
export function verdictOn(engine: string, verdict: string): string {
  const [usual = '', ...others] = verdict.split('; ');
  for (const other of others) {
    const [, names = '', own = ''] = /^([\w, ]+): (.*)$/s.exec(other) ?? [];
    if (names.split(', ').includes(engine)) return own;
  }
  return usual;
}

/** Reads ids that are written as `1 2 3`, and `-` as none. */
export function idsIn(verdict: string): readonly number[] {
  return verdict === '-' ? [] : verdict.split(' ').map(Number);
}

/**
 * Reads rows that are written as lines, with bars between the named columns. Empty lines are passed over. A cell in
 * double quotes is JSON: `""` is an empty text, and `" a"` begins with a space.
 *
 * @example
 * it.each(rowsOf(`
 *   filters[id]=1 | 1 | one value
 * `, 'request', 'verdict', 'why'))('%s -> %s: %s', (request, verdict) => …);
 */
export function rowsOf<const Names extends readonly string[]>(
  text: string,
  ...columns: Names
): { readonly [Index in keyof Names]: string }[] {
  return linesOf(text).map((line) => {
    const cells = line.split(' | ').map(cellText);
    if (cells.length !== columns.length) throw new Error(`not ${columns.join(' | ')}: ${line}`);
    return cells as { readonly [Index in keyof Names]: string };
  });
}

/** The lines of a text that are not empty, without the spaces around them. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The text of a cell, which is JSON in double quotes where it is empty, or begins or ends with a space. */
export function cellText(cell: string): string {
  const trimmed = cell.trim();
  return /^".*"$/.test(trimmed) ? (JSON.parse(trimmed) as string) : trimmed;
}
