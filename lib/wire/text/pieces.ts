/**
 * Visits each parameter of a query string with the positions of its beginning and end, until a visit returns false.
 * Nothing is between two ampersands in a row.
 */
export function eachPiece(text: string, visit: (start: number, end: number) => unknown): void {
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand < 0 ? text.length : ampersand;
    if (end > start && visit(start, end) === false) return;
    start = end + 1;
  }
}
