import type { Finding } from './judging/findings.js';

/** A difference that stays, with its cause. */
interface Known {
  readonly cause: string;
  readonly explains: (finding: Finding) => boolean;
}

const known: readonly Known[] = [
  {
    cause: 'two versions of one entity share a table, which is filled with members of the other one’s enum',
    explains: ({ folder, text }) => folder.endsWith('/enum/enum-down-migration') && text.includes('must be one of'),
  },
];

/** Returns the cause of a difference that stays; undefined for one that nobody has explained. */
export function causeOf(finding: Finding): string | undefined {
  return known.find(({ explains }) => explains(finding))?.cause;
}
