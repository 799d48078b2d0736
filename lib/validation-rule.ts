type Rule = typeof import('class-validator/cjs/decorator/common/Allow.js').Allow;

/** The codes of a package that is not installed, in both module formats. */
const missing: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** The classes that have their rule. */
const ruled = new WeakSet<object>();

/**
 * Gives a class a rule for a property that never exists, because `forbidUnknownValues` of a `ValidationPipe` refuses a class without
 * rules. Where class-validator is not installed, there is no such pipe either.
 */
export async function allowInValidation(prototype: object): Promise<void> {
  const Allow = await installedRule();
  if (Allow === undefined || ruled.has(prototype)) return;
  ruled.add(prototype);
  Allow({ always: true })(prototype, 'filters');
}

async function installedRule(): Promise<Rule | undefined> {
  try {
    return (await import('class-validator/cjs/decorator/common/Allow.js')).Allow;
  } catch (error) {
    if (error instanceof Error && 'code' in error && missing.has(error.code)) return undefined;
    throw error;
  }
}
