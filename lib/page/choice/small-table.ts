import type { ListMemory, Sizes } from '../../adaptive/index.js';
import type { FilterSchema } from '../../schema/index.js';
import { type Question, isTrue, isTrueOfMoreThan } from './probes.js';

/** Question whether the whole table is so small that any way is fast. */
export const smallTable = 'small';

/** Asks a question, and with it whether the table is small, if that is unknown. Undefined where it is small. */
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
