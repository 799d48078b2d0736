import { readFileSync } from 'node:fs';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';

/**
 * Bundles what `tsc` has compiled into `build/`, because a program loads a few files in a third of the time that it
 * takes for two hundred. An entry point is a row of `exports` in package.json: `./client` is `lib/client/index.ts`.
 * What several of them use is in files that they share, so that there is one copy of every class.
 */
const { exports, dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const names = Object.keys(exports).filter((name) => name !== './package.json');
const inputs = (extension) =>
  Object.fromEntries(
    names.map((name) =>
      name === '.' ? ['index', `build/index${extension}`] : [name.slice(2), `build/${name.slice(2)}/index${extension}`],
    ),
  );

const packages = Object.keys({ ...dependencies, ...peerDependencies });
const external = (id) => id.startsWith('node:') || packages.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Packages are imported for what they export, but for one: without this, each file would name every package that a file
 * behind its imports uses.
 */
const moduleSideEffects = (id, isExternal) => !isExternal || id === 'reflect-metadata';

/** Hands on the maps that `tsc` has made, so that those of the bundles lead to the TypeScript. */
const mapped = {
  name: 'maps-of-tsc',
  load: (id) =>
    id.endsWith('.js') ? { code: readFileSync(id, 'utf8'), map: JSON.parse(readFileSync(`${id}.map`, 'utf8')) } : null,
};

/**
 * Leaves comments out of the JavaScript, a quarter of its text, which a program would read at each start and keep. The
 * declarations have them, for editors, and the maps lead to the TypeScript.
 */
const withoutComments = {
  name: 'without-comments',
  transform(code, id) {
    const { ESNext: target } = ts.ScriptTarget;
    const { ESNext: module } = ts.ModuleKind;
    const compilerOptions = { target, module, removeComments: true, sourceMap: true };
    const { outputText, sourceMapText } = ts.transpileModule(code, { fileName: id, compilerOptions });
    return { code: outputText.replace(/^\/\/# sourceMappingURL=.*$/m, ''), map: sourceMapText };
  },
};

/**
 * Escapes whatever is not ASCII: for one such character V8 keeps two bytes for each of the file, and takes longer to
 * read them. All of them stand in literals. The map stays as it is, and is a few columns off behind them.
 */
const inAscii = {
  name: 'in-ascii',
  transform: (code) => ({
    code: code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    map: null,
  }),
};

/**
 * A warning is a mistake here, but for two: the helpers of decorators look for themselves in `this`, and types that no
 * entry point exports, such as the parts of an option, have no name that a host could write.
 */
const onwarn = ({ code, message }) => {
  if (code === 'THIS_IS_UNDEFINED' || message.includes('no public re-export')) return;
  throw new Error(message);
};

/**
 * Loads TypeORM before its inner files, without which TypeORM before 0.3.20 fails to load, and boot cannot say why.
 * An ES module has no such line, because linking the index of TypeORM takes as long as loading TypeORM.
 */
const intro = ({ fileName }) => (fileName === 'index.js' ? "require('typeorm');\n" : '');

/** The package is of ES modules; what is in `dist/cjs` is not. */
const ofCommonJs = {
  name: 'package-of-commonjs',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{"type":"commonjs"}\n' });
  },
};

const named = {
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name].js',
  // Otherwise each file would also name what the files that it imports load, and Node resolves a name for each file.
  hoistTransitiveImports: false,
};

/**
 * The decorator and the class of what it hands on are both called FilterQuery. A bundle has one scope, so one of them
 * gets another name there, which editors show: one that says which it is. No other name may be taken twice.
 */
const renamed = {
  name: 'names-of-types',
  renderChunk(code, { fileName }) {
    const text = code.replaceAll('FilterQuery$1', 'ParsedFilterQuery');
    const [twice] = /\w+\$\d+/.exec(text) ?? [];
    if (twice !== undefined) this.error(`${fileName}: two types have the name of ${twice}`);
    return { code: text, map: null };
  },
};

export default [
  {
    input: inputs('.js'),
    external,
    treeshake: { moduleSideEffects },
    onwarn,
    plugins: [mapped, withoutComments, inAscii],
    output: [
      { ...named, dir: 'dist/esm', format: 'esm', sourcemap: true },
      { ...named, dir: 'dist/cjs', format: 'cjs', sourcemap: true, exports: 'named', intro, plugins: [ofCommonJs] },
    ],
  },
  {
    input: inputs('.d.ts'),
    external,
    onwarn,
    plugins: [dts(), renamed],
    output: ['dist/esm', 'dist/cjs'].map((dir) => ({
      ...{
        dir,
        format: 'esm',
        entryFileNames: '[name].d.ts',
        chunkFileNames: ({ name }) => `shared/${name.replace(/\.d$/, '')}.d.ts`,
      },
    })),
  },
];
