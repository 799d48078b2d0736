import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/*
 * Compiles the library and the specs in place, in the copy of the project that Stryker has made: a JavaScript file
 * beside every TypeScript file. All mutants are in it, each behind a switch, so that this is done once.
 */
const config = ts.readConfigFile('tsconfig.json', ts.sys.readFile).config.compilerOptions;
const { options } = ts.convertCompilerOptionsFromJson({ ...config, module: 'ESNext', declaration: false }, '.');

/** The library by its own name is the one that is mutated, and not what was built. */
const entryPoints = { '': 'lib/index.js', '/client': 'lib/client/index.js', '/dto': 'lib/dto/index.js' };
const itself = /(?<=from ')nestjs-filterable(|\/client|\/dto)(?=')/g;

for (const folder of ['lib', 'test/unit', 'test/support']) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.d.ts')) continue;
    const file = join(folder, name);
    const toRoot = relative(dirname(file), '.');
    const text = readFileSync(file, 'utf8').replace(itself, (_, entry) => `${toRoot}/${entryPoints[entry]}`);
    writeFileSync(file.replace(/\.ts$/, '.js'), ts.transpile(text, options, file));
  }
}
