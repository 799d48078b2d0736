/** A checkout of another library: its commit, and its TypeScript, which is loaded as it stands. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';

/** Requires as this repository does, so that both libraries have one copy of Nest, of TypeORM and of the drivers. */
export const require = createRequire(new URL('../../../../../package.json', import.meta.url));
const requirePeers = createRequire(new URL('../../package.json', import.meta.url));
const typescript = require('typescript');

export function openCheckout(path, { aliases = {} } = {}) {
  const root = realpathSync(resolve(path));
  const git = (...words) => execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--untracked-files=no');
  if (changes !== '') throw new Error(`${root} is not what its commit says:\n${changes}`);
  const mocks = new Map();
  install(root, { aliases, mocks });
  return {
    commit: git('rev-parse', 'HEAD'),
    dated: git('log', '-1', '--format=%cs'),
    /** Loads a file. */
    load: (file) => require(join(root, file)),
    text: (file) => readFileSync(join(root, file), 'utf8'),
    /** Gives other exports to those who load a file; `make` gets its own. */
    replace: (file, make) => mocks.set(join(root, file), make),
  };
}

/** Teaches Node's loader the files of the checkout. Packages are those of this repository, or else of the peers. */
function install(root, { aliases, mocks }) {
  const isInside = (file) => file?.startsWith(root + sep) === true;
  const { _resolveFilename: resolveFilename, _load: load } = Module;
  Module._resolveFilename = function (request, parent, ...rest) {
    if (!isInside(parent?.filename)) return resolveFilename.call(this, request, parent, ...rest);
    const alias = Object.keys(aliases).find((name) => request === name || request.startsWith(`${name}/`));
    if (alias !== undefined) return fileOf(join(resolve(root, aliases[alias]), request.slice(alias.length)));
    if (/^\.{1,2}(\/|$)/.test(request)) return fileOf(resolve(parent.filename, '..', request));
    return packageOf(request);
  };
  Module._load = function (request, parent, ...rest) {
    const loaded = load.call(this, request, parent, ...rest);
    if (mocks.size === 0 || !isInside(parent?.filename)) return loaded;
    const make = mocks.get(Module._resolveFilename(request, parent));
    return make === undefined ? loaded : make(loaded, parent.filename);
  };
  const original = Module._extensions['.js'];
  Module._extensions['.ts'] = (module, file) =>
    isInside(file) ? module._compile(compile(file), file) : original(module, file);
}

function packageOf(request) {
  try {
    return require.resolve(request);
  } catch {
    return requirePeers.resolve(request);
  }
}

function fileOf(path) {
  const candidates = [path, `${path}.ts`, `${path}.js`, `${path}.json`, join(path, 'index.ts'), join(path, 'index.js')];
  const found = candidates.find((file) => existsSync(file) && statSync(file).isFile());
  if (found === undefined) throw Object.assign(new Error(`no file ${path}`), { code: 'MODULE_NOT_FOUND' });
  return found;
}

/** The options that the libraries' own tests have, as far as they change what the code does. */
function compile(file) {
  const { ModuleKind, ScriptTarget } = typescript;
  const compilerOptions = {
    ...{ module: ModuleKind.CommonJS, target: ScriptTarget.ES2020, esModuleInterop: false },
    ...{ experimentalDecorators: true, emitDecoratorMetadata: true, useDefineForClassFields: false, strict: false },
  };
  return typescript.transpileModule(readFileSync(file, 'utf8'), { fileName: file, compilerOptions }).outputText;
}
