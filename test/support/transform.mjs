import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'oxc-transform';

/**
 * What `tsc` does by tsconfig.json: the old decorators, types of properties for TypeORM and Nest, assigned class
 * fields.
 */
const options = {
  lang: 'ts',
  sourceType: 'module',
  target: 'es2022',
  sourcemap: true,
  assumptions: { setPublicClassFields: true },
  typescript: { removeClassFieldsWithoutInitializer: true },
  decorator: { legacy: true, emitDecoratorMetadata: true },
};

const itself = readFileSync(fileURLToPath(import.meta.url));

/** Jest's transformer of TypeScript. It does not check types; the compiler would take fifty times as long. */
export default {
  process(text, file) {
    const { code, map, errors } = transformSync(file, text, options);
    if (errors.length > 0)
      throw new SyntaxError(errors.map(({ codeframe, message }) => codeframe ?? message).join('\n'));
    return { code, map };
  },

  getCacheKey(text, file) {
    return createHash('sha1').update(itself).update('\0').update(file).update('\0').update(text).digest('hex');
  },
};
