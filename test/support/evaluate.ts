import { compileFunction } from 'node:vm';
import { transformSync } from 'oxc-transform';

/** What a piece of code may name: its imports, and what its reader has at hand. */
export type Names = Readonly<Record<string, unknown>>;

/** Runs a piece of TypeScript of the documentation, whose imports are among the names. */
export async function evaluate(code: string, names: Names, self?: object): Promise<void> {
  const body = code.replaceAll(/^import [^]*?;$/gm, '');
  const { code: compiled, errors } = transformSync('example.ts', `async function example() {${body}}`, {
    lang: 'ts',
    sourceType: 'module',
  });
  if (errors.length > 0) throw new SyntaxError(errors.map(({ message }) => message).join('\n'));
  const inner = compiled.slice(compiled.indexOf('{') + 1, compiled.lastIndexOf('}'));
  const make = compileFunction(`return async function () {${inner}\n};`, Object.keys(names)) as (
    ...given: unknown[]
  ) => (this: object | undefined) => Promise<void>;
  for (const [, imported = ''] of code.matchAll(/^import (?!type )\{([^}]*)\}/gm)) {
    const missing = imported
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ') && !(name in names));
    if (missing.length > 0) throw new Error(`the example imports ${missing.join(', ')}, which the test does not give`);
  }
  await make(...Object.values(names)).call(self);
}
