import type { Finding } from './judging/findings.js';

/** A difference that stays, with its cause. */
interface Known {
  readonly cause: string;
  readonly explains: (finding: Finding) => boolean;
}

const known: readonly Known[] = [];

/** Returns the cause of a difference that stays; undefined for one that nobody has explained. */
export function causeOf(finding: Finding): string | undefined {
  return known.find(({ explains }) => explains(finding))?.cause;
}
