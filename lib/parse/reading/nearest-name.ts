import { isOneEdit } from '../../wire/index.js';

/** Longest unknown name that is compared. A longer one is hardly a typo, and comparing it would cost. */
const longestName = 64;

/** Shortest existing name that is suggested for one edit: too many words are one letter away from `id`. */
const shortestName = 4;

/**
 * Returns the name nearest to a typo: equal but for case and underscores, or one edit away (a letter added, left out or
 * changed, or two neighbours swapped).
 *
 * @param names the names to suggest, all visible to this client
 */
export function nearestName(typo: string, names: readonly string[]): string | undefined {
  if (typo.length > longestName) return undefined;
  const lower = typo.toLowerCase();
  const plain = withoutUnderscores(lower);
  return (
    names.find((name) => withoutUnderscores(name.toLowerCase()) === plain) ??
    names.find((name) => name.length >= shortestName && isOneEdit(lower, name.toLowerCase()))
  );
}

function withoutUnderscores(name: string): string {
  return name.replaceAll('_', '');
}
