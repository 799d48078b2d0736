import type { Condition } from '../../ast/index.js';
import { type FilterSchema, isPromise } from '../../schema/index.js';
import { type TrustedReading, trustedConditions } from './trusted.js';

/**
 * A scope, or another function of the context that gives conditions, which failed. Nobody can say which rows may be
 * seen then, so the request is refused.
 */
export class ScopeFailure extends Error {
  override readonly name = 'ScopeFailure';

  /** @param lacksContext true where there was no context, which is then the likely reason */
  constructor(
    message: string,
    readonly lacksContext: boolean,
    options?: ErrorOptions,
  ) {
    super(
      lacksContext ? `${message}; it was given no context: { context } in code, context in forRoot()` : message,
      options,
    );
  }
}

/** A function of the program's that gives the conditions of an entity's rows, and its name in errors. */
export interface ConditionGiver {
  readonly schema: FilterSchema;
  readonly give: (context: unknown) => unknown;
  readonly subject: string;
}

/**
 * Returns the conditions that a function of the program's gives in a context.
 *
 * @throws ScopeFailure where it fails, or gives a promise or nothing
 */
export function givenConditions(
  { schema, give, subject }: ConditionGiver,
  context: unknown,
  reading: Omit<TrustedReading, 'subject'>,
): Condition | undefined {
  const lacksContext = context === undefined;
  let isAwaited: boolean;
  try {
    const filters = give(context);
    isAwaited = isPromise(filters);
    if (typeof filters === 'object' && filters !== null && !isAwaited) {
      return trustedConditions(schema, filters, { ...reading, subject });
    }
  } catch (cause) {
    throw new ScopeFailure(`${subject} failed`, lacksContext, { cause });
  }
  if (isAwaited) {
    throw new ScopeFailure(`${subject} gave a promise; await what it needs in \`context\`, and decide by that`, false);
  }
  throw new ScopeFailure(`${subject} gave nothing; give conditions, or {} for every row`, lacksContext);
}
