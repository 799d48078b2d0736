export function pageOf(results) {
  return JSON.stringify(results);
}
