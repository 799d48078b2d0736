import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import transformer from './transform.mjs';

/** The library's entry points, as tsconfig.json names them. */
const entryPoints = {
  'nestjs-filterable': '../../lib/index.ts',
  'nestjs-filterable/client': '../../lib/client/index.ts',
  'nestjs-filterable/openapi': '../../lib/openapi/index.ts',
};

/** Finds the TypeScript file that an import of a `.js` file means, and the library by its own name. */
export function resolve(specifier, context, next) {
  const entryPoint = entryPoints[specifier];
  if (entryPoint !== undefined) return { url: new URL(entryPoint, import.meta.url).href, shortCircuit: true };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, shortCircuit: true };
  }
  return next(specifier, context);
}

/** Compiles a TypeScript file as Jest does for the other tests. */
export function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const file = fileURLToPath(url);
  const { code } = transformer.process(readFileSync(file, 'utf8'), file);
  return { format: 'module', source: code, shortCircuit: true };
}
