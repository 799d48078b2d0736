/** True for a property path that is another one, or lies within it: `address.city` within `address`. */
export function isWithinPath(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}.`);
}
