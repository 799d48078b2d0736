import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { StatementSpy } from '../../support/spy.js';

/** A feature that keeps a statement from being prepared, and changes nothing else. */
export const aside = 'sent by its builder';

/**
 * Reads something by a builder whose statements may be kept of an earlier one, and by the same builder as it is. Both
 * must be answered, or refused, alike, by the same statements with the same values.
 *
 * @returns the answer
 */
export async function expectAlike<E extends ObjectLiteral, Answer>(
  spy: StatementSpy,
  builder: () => SelectQueryBuilder<E>,
  read: (builder: SelectQueryBuilder<E>) => Promise<Answer>,
): Promise<Answer | string> {
  const reading = async (made: SelectQueryBuilder<E>) => {
    const { result, statements } = await spy.during(() =>
      read(made).catch((error: unknown) => (error as Error).message),
    );
    const texts = statements.map((text) => text.replaceAll(`/* ${aside} */ `, ''));
    return { result, texts, values: [...spy.parameters] };
  };
  const kept = await reading(builder());
  expect(kept).toStrictEqual(await reading(builder().comment(aside)));
  return kept.result;
}
