import type { ListMemory, Sizes } from '../adaptive/index.js';
import type { FilterSchema } from '../schema/index.js';
import { type Question, isTrue, isTrueOfMoreThan } from './probes.js';

/** The question whether the whole table is so small that it does not matter how it is read. */
export const smallTable = 'small';

/** Asks a question, and beside it whether the table is small, if that is not known; undefined where it is. */
export async function askOfLarge(
  question: Question,
  schema: FilterSchema,
  { memory: { verdicts }, sizes }: { readonly memory: ListMemory; readonly sizes: Sizes },
): Promise<boolean | undefined> {
  const isSmall = verdicts.get(smallTable)?.value;
  if (isSmall !== undefined) return isSmall ? undefined : isTrue(question);
  const answer = await isTrueOfMoreThan(2 * sizes.walk, question, schema);
  verdicts.set(smallTable, answer === undefined);
  return answer;
}
