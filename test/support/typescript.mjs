import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'oxc-transform';

/*
 * Loads TypeScript into Node: `register.mjs` puts these hooks in place. Types are not checked; the compiler would take
 * fifty times as long.
 */

/** The library's entry points, as tsconfig.json names them, and Jest's functions, which its runner makes global. */
const entryPoints = {
  'nestjs-filterable': '../../lib/index.ts',
  'nestjs-filterable/client': '../../lib/client/index.ts',
  'nestjs-filterable/dto': '../../lib/dto/index.ts',
  'nestjs-filterable/openapi': '../../lib/openapi/index.ts',
  'nestjs-filterable/on-ramps/crud': '../../lib/on-ramps/crud/index.ts',
  'nestjs-filterable/on-ramps/nestjs-paginate': '../../lib/on-ramps/nestjs-paginate/index.ts',
  'nestjs-filterable/testing': '../../lib/testing/index.ts',
  '@jest/globals': './jest-globals.mjs',
};

/** What `tsc` does by tsconfig.json: the old decorators, types of properties for TypeORM and Nest, assigned fields. */
const options = {
  lang: 'ts',
  sourceType: 'module',
  target: 'es2022',
  sourcemap: true,
  assumptions: { setPublicClassFields: true },
  typescript: { removeClassFieldsWithoutInitializer: true },
  decorator: { legacy: true, emitDecoratorMetadata: true },
};

/**
 * Finds the TypeScript file that an import of a `.js` file means, and the library by its own name. A query passes on to
 * what a file imports: `?copy=2` loads the library a second time, `?without=ws` as on a machine that lacks the package.
 */
export function resolve(specifier, context, next) {
  const [name, query = ''] = specifier.split('?');
  const parent = context.parentURL ?? '';
  const from = parent.includes('/lib/') ? new URL(parent).searchParams : undefined;
  if (from?.get('without') === name) throw new Error(`Cannot find package '${name}'`);
  const entryPoint = entryPoints[name];
  const isOwn = /^\.{1,2}\/.*\.js$/.test(name) && /\.ts(?:\?|$)/.test(parent);
  if (entryPoint === undefined && !isOwn) return next(specifier, context);
  const url =
    entryPoint === undefined ? new URL(name.replace(/\.js$/, '.ts'), parent) : new URL(entryPoint, import.meta.url);
  url.search = query === '' && from !== undefined ? from.toString() : query;
  return { url: url.href, shortCircuit: true };
}

/** Compiles a TypeScript file. */
export async function load(url, context, next) {
  if (!/\.ts(?:\?|$)/.test(url)) return next(url, context);
  const file = fileURLToPath(url);
  const { code, map, errors } = transformSync(file, await textOf(file), options);
  if (errors.length > 0) throw new SyntaxError(errors.map(({ codeframe, message }) => codeframe ?? message).join('\n'));
  const inline = Buffer.from(JSON.stringify(map)).toString('base64');
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}`;
  return { format: 'module', source, shortCircuit: true };
}

const mutants = process.env.MUTANTS === undefined ? [] : JSON.parse(readFileSync(process.env.MUTANTS, 'utf8'));

/** Reads a file; in a run of `test/mutation`, with a change or with counters. */
async function textOf(file) {
  const text = readFileSync(file, 'utf8');
  const own = mutants.filter((mutant) => file.endsWith(`/${mutant.file}`));
  if (own.length === 0) return text;
  const { mutated } = await import('../mutation/mutated.mjs');
  return mutated(text, own, process.env.MUTANT === undefined ? undefined : Number(process.env.MUTANT));
}
