import { readFileSync } from 'node:fs';
import { dts } from 'rollup-plugin-dts';
import { minify } from 'terser';

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
 * Minifies the JavaScript, of which a program reads every byte at each start. Functions and classes keep their names,
 * which stack traces and Nest show. All is ASCII: for one other character V8 keeps two bytes for each of the file.
 */
const minified = {
  name: 'minified',
  renderChunk: async (code) => {
    const { code: short, map } = await minify(code, {
      compress: false,
      mangle: { keep_classnames: true, keep_fnames: true },
      format: { ascii_only: true, semicolons: false },
      sourceMap: { asObject: true },
    });
    return { code: short, map };
  },
};

/**
 * Leaves of each map what a stack trace needs: the line of the TypeScript. A map of all names, with the sources in
 * it, is six times the size of the code.
 */
const mapsOfLines = {
  name: 'maps-of-lines',
  generateBundle(_, bundle) {
    for (const { map, fileName } of Object.values(bundle)) {
      if (map === undefined || map === null) continue;
      const { version, file, sources, mappings } = map;
      const lines = mappings.split(';').map(readSegments());
      const source = JSON.stringify({ version, file, sources, names: [], mappings: printSegments(lines) });
      bundle[`${fileName}.map`].source = source;
    }
  },
};

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Makes a reader of the lines of a map, one after the other: of each segment its column, source and line. */
function readSegments() {
  let [source, line, column] = [0, 0, 0];
  return (text) => {
    let place = 0;
    const segments = [];
    for (const segment of text === '' ? [] : text.split(',')) {
      const [moved = 0, ofSource, ofLine, ofColumn] = readNumbers(segment);
      place += moved;
      if (ofSource === undefined) continue;
      [source, line, column] = [source + ofSource, line + ofLine, column + ofColumn];
      const last = segments.at(-1);
      if (last?.source !== source || last.line !== line) segments.push({ place, source, line });
    }
    return segments;
  };
}

function readNumbers(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = digits.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

function printSegments(lines) {
  let before = { source: 0, line: 0 };
  return lines
    .map((segments) => {
      let column = 0;
      return segments
        .map(({ place, source, line }) => {
          const moves = [place - column, source - before.source, line - before.line, 0];
          column = place;
          before = { source, line };
          return moves.map(printNumber).join('');
        })
        .join(',');
    })
    .join(';');
}

function printNumber(number) {
  let [text, rest] = ['', number < 0 ? (-number << 1) | 1 : number << 1];
  do {
    text += digits[(rest & 31) | (rest > 31 ? 32 : 0)];
    rest >>>= 5;
  } while (rest > 0);
  return text;
}

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
    plugins: [mapped, minified, mapsOfLines],
    output: [
      { ...named, dir: 'dist/esm', format: 'esm', sourcemap: true, sourcemapExcludeSources: true },
      {
        ...named,
        dir: 'dist/cjs',
        format: 'cjs',
        sourcemap: true,
        sourcemapExcludeSources: true,
        exports: 'named',
        intro,
        plugins: [ofCommonJs],
      },
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
