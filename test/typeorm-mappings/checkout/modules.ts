import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import ts from 'typescript';

const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  useDefineForClassFields: false,
  esModuleInterop: true,
};

type Exports = Record<string, unknown>;

interface Loaded {
  exports: Exports;
  readonly imports: Set<string>;
}

const compiled = new Map<string, vm.Script>();
const requirePackage = createRequire(import.meta.url);

/**
 * The modules of a checkout, compiled to CommonJS as TypeORM's own tests are: entities import each other in circles,
 * and an ES module has no class before it has run. What they import of TypeORM's sources is the installed package.
 */
export class CheckoutModules {
  private readonly loaded = new Map<string, Loaded>();

  constructor(private readonly checkout: string) {}

  /** Returns what a file exports. */
  load(file: string): Exports {
    const known = this.loaded.get(file);
    if (known !== undefined) return known.exports;
    const module: Loaded = { exports: {}, imports: new Set() };
    this.loaded.set(file, module);
    const run = scriptOf(file).runInThisContext() as (...parts: unknown[]) => void;
    const require = (specifier: string): unknown => this.require(specifier, file, module);
    run(module.exports, require, module, file, path.dirname(file));
    return module.exports;
  }

  /** Lists a file and all that it imports in the checkout, directly or not. */
  reachedFrom(file: string, reached = new Set<string>()): ReadonlySet<string> {
    if (reached.has(file)) return reached;
    reached.add(file);
    for (const imported of this.loaded.get(file)?.imports ?? []) this.reachedFrom(imported, reached);
    return reached;
  }

  private require(specifier: string, from: string, module: Loaded): unknown {
    if (!specifier.startsWith('.')) return requirePackage(specifier);
    const place = path.resolve(path.dirname(from), specifier);
    const inSources = path.relative(path.join(this.checkout, 'src'), place);
    if (!inSources.startsWith('..')) return requirePackage(ofPackage(inSources.split(path.sep).join('/')));
    const file = sourceAt(place);
    module.imports.add(file);
    return this.load(file);
  }
}

function scriptOf(file: string): vm.Script {
  const known = compiled.get(file);
  if (known !== undefined) return known;
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions, fileName: file });
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${outputText}\n})`;
  const script = new vm.Script(wrapped, { filename: file });
  compiled.set(file, script);
  return script;
}

/** The name by which the installed package has a module of the sources. */
function ofPackage(inSources: string): string {
  const name = inSources.replace(/(^|\/)index$/, '').replace(/\.js$/, '');
  if (name === '') return 'typeorm';
  const folder = path.dirname(requirePackage.resolve('typeorm'));
  return existsSync(path.join(folder, `${name}.js`)) ? `typeorm/${name}.js` : `typeorm/${name}/index.js`;
}

function sourceAt(place: string): string {
  const bare = place.replace(/\.js$/, '');
  const file = [`${bare}.ts`, path.join(bare, 'index.ts'), place].find(
    (candidate) => /\.\w+$/.test(candidate) && existsSync(candidate),
  );
  if (file === undefined) throw new Error(`there is no module ${place}`);
  return file;
}
