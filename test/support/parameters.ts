const ours = /\bnf_p(\d+)\b/g;

/**
 * A text with its parameters numbered from one. No two builders of a process have a parameter in common, so that a
 * table cannot say what each is called; in one builder they are numbered in a row.
 */
export function renumbered(text: string): string {
  const numbers = [...text.matchAll(ours)].map(([, number]) => Number(number));
  const first = Math.min(...numbers);
  return text.replace(ours, (_, number: string) => `nf_p${Number(number) - first + 1}`);
}
