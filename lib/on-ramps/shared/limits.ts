/** The most rows on a page that this library lets a list have. */
export const mostRows = 1_000;

/** Returns a number of rows, or undefined in place of one below 1, which says nothing of a page there. */
export function rowsOf(limit: number | undefined): number | undefined {
  return limit !== undefined && limit >= 1 ? limit : undefined;
}
