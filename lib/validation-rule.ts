import type { Allow } from 'class-validator/cjs/decorator/common/Allow.js';

/** The codes of a package that is not installed, in both module formats. */
const missing: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** Classes that have their rule. */
const ruled = new WeakSet<object>();

/**
 * Gives a class a rule for a property that never exists, because `forbidUnknownValues` of a `ValidationPipe` refuses a
 * class without rules. Without class-validator, there is no such pipe either.
 */
export async function allowInValidation(prototype: object): Promise<void> {
  const allow = await installedRule();
  if (allow === undefined || ruled.has(prototype)) return;
  ruled.add(prototype);
  allow({ always: true })(prototype, 'filters');
}

async function installedRule(): Promise<typeof Allow | undefined> {
  try {
    return (await import('class-validator/cjs/decorator/common/Allow.js')).Allow;
  } catch (error) {
    if (error instanceof Error && 'code' in error && missing.has(error.code)) return undefined;
    throw error;
  }
}
