import { isOneEdit } from '../wire/index.js';

/** The longest unknown name that is compared; longer ones are no typos, and comparing them would cost. */
const longestName = 64;

/** The shortest existing name that is offered for an edit: too many words are one letter away from `id`. */
const shortestName = 4;

/**
 * Returns the name that is nearest to a typo: equal but for the case and underscores, or one edit away
 * (a letter added, left out, changed, or two neighbours swapped).
 *
 * @param names the names to offer; give no name that this client may not see
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
