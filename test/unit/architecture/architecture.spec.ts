import { readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';
import { type Import, type Source, circles, reachedFrom, sources } from './sources.js';

/**
 * The floors, from the ground up. A file imports from floors below its own and from its own folder, never from beside
 * or above; types count, because a type is knowledge, too.
 */
const floors: readonly (readonly string[])[] = [
  // Made of nothing else: the types that programmers write, and caches.
  ['contract', 'caches'],
  ['configuration', 'dialects', 'compatibility', 'cost'],
  ['issues'],
  ['limits', 'values'],
  ['wire', 'operators'],
  ['schema'],
  ['ast'],
  // All that is known of TypeORM's builders and of how it makes entities.
  ['parse', 'typeorm'],
  ['sql'],
  ['adaptive'],
  ['tracing'],
  // What is kept of a statement for the next one of its structure.
  ['statements'],
  ['page'],
  // The door of parameters.
  ['list'],
  // Parameters that a list declares, each a folder behind that door.
  ['features/search', 'features/facets', 'features/aggregates', 'features/fields', 'features/deleted', 'features/flat'],
  // The parameter that has those of other lists in it.
  ['features/populate'],
  ['features'],
  // The indexes that declarations want.
  ['advice'],
  // What a page sends, for programmers.
  ['explain'],
  ['engine'],
];

/** Entry points of their own, which are not part of the house: they stand beside its face. */
const entries: ReadonlySet<string> = new Set(['client', 'dto', 'openapi', 'on-ramps', 'testing']);

/** Folders of the face: what it keeps of handlers and their requests, and how it answers failures. */
const faceFolders: ReadonlySet<string> = new Set(['handlers', 'service']);

const top = floors.length;

/** The folder of a file, or of a feature; for a file that lies directly in `lib`, its name. */
function placeOf(path: string): string {
  const feature = /^features\/(?!index\.ts)[^/]+/.exec(path)?.[0];
  return feature ?? path.split('/')[0]?.replace(/\.ts$/, '') ?? path;
}

function floorOf(path: string): number {
  const floor = floors.findIndex((places) => places.includes(placeOf(path)));
  return floor < 0 ? top : floor;
}

function isFace(path: string): boolean {
  return floorOf(path) === top && !entries.has(placeOf(path));
}

/** The imports that a rule is about, told as `from -> to`. */
function told(which: (source: Source, found: Import) => boolean): string[] {
  return sources.flatMap((source) =>
    source.imports.filter((found) => which(source, found)).map(({ to }) => `${source.path} -> ${to}`),
  );
}

describe('the floors', () => {
  it('are all there', () => {
    const places = new Set(sources.map(({ path }) => placeOf(path)));
    expect(floors.flat().filter((place) => !places.has(place))).toEqual([]);
    expect(sources.length).toBeGreaterThan(80);
  });

  it('are those of CONTRIBUTING.md', () => {
    const text = readFileSync('CONTRIBUTING.md', 'utf8').replaceAll(/\s+/g, ' ');
    const [, order = ''] = /From the lowest layer to the highest: (.*?) → the Nest layer\./.exec(text) ?? [];
    expect(order.split(' → ')).toEqual(floors.map((places) => `\`${places.join(', ')}\``));
  });

  it('have every folder', () => {
    const folders = sources.filter(({ path }) => path.includes('/')).map(({ path }) => placeOf(path));
    const listed = new Set([...floors.flat(), ...entries, ...faceFolders]);
    expect([...new Set(folders)].filter((folder) => !listed.has(folder))).toEqual([]);
  });

  it('know what is below them, and nothing else', () => {
    const wrong = told(({ path }, { to, isPackage }) => {
      if (isPackage || placeOf(path) === placeOf(to)) return false;
      return floorOf(path) < top && floorOf(to) >= floorOf(path);
    });
    expect(wrong).toEqual([]);
  });

  it('are entered by their doors: what another folder offers is in its index', () => {
    const wrong = told(({ path }, { to, isPackage }) => {
      const isOther = !isPackage && to.includes('/') && placeOf(path) !== placeOf(to);
      return isOther && !to.endsWith('/index.ts') && placeOf(path) !== 'client';
    });
    expect(wrong).toEqual([]);
  });

  it('keep parse and sql apart', () => {
    const reach = (from: string, to: string) =>
      sources
        .filter(({ path }) => placeOf(path) === from)
        .filter(({ path }) => [...reachedFrom(path, () => true)].some((found) => placeOf(found) === to))
        .map(({ path }) => path);
    expect(reach('parse', 'sql')).toEqual([]);
    expect(reach('sql', 'parse')).toEqual([]);
  });

  it('import nothing from outside of lib', () => {
    expect(told((_, { to, isPackage }) => !isPackage && to.startsWith('..'))).toEqual([]);
  });
});

describe('the core', () => {
  /** The one place where features are put together: the table of parameters. The face has all of them, by it. */
  const table = 'engine/parameters.ts';

  it('imports no feature, but for the table of parameters', () => {
    const isCore = (path: string) => !path.startsWith('features/') && !entries.has(placeOf(path));
    const importing = told(({ path }, { to }) => isCore(path) && to.startsWith('features/'));
    expect(new Set(importing)).toEqual(new Set([`${table} -> features/index.ts`]));
  });
});

describe('circles', () => {
  it('are none between files, but of types within one folder', () => {
    expect(circles(({ isType }) => !isType)).toEqual([]);
    const ofFolders = circles(() => true).filter((files) => new Set(files.map(placeOf)).size > 1);
    expect(ofFolders).toEqual([]);
  });

  it('are none between folders', () => {
    const folders = new Map<string, Set<string>>();
    for (const { path, imports } of sources.filter(({ path }) => path.includes('/'))) {
      const known = folders.get(placeOf(path)) ?? new Set();
      folders.set(placeOf(path), known);
      for (const { to, isPackage } of imports) if (!isPackage && to.includes('/')) known.add(placeOf(to));
    }
    const mutual = [...folders].flatMap(([folder, known]) =>
      [...known]
        .filter((other) => other !== folder && folders.get(other)?.has(folder))
        .map((other) => `${folder} ${other}`),
    );
    expect(mutual).toEqual([]);
  });
});

describe('packages', () => {
  /** The files that may import each package at run time. Types cost nothing, and metadata is TypeORM's. */
  const users: Readonly<Record<string, (path: string) => boolean>> = {
    '@nestjs/common': isFace,
    '@nestjs/core': (path) => isFace(path) || path === 'openapi/document.ts',
    '@nestjs/microservices': (path) => path === 'handlers/messages.ts',
    '@nestjs/websockets': (path) => path === 'handlers/messages.ts',
    typeorm: (path) => placeOf(path) === 'testing',
    // The index of TypeORM takes as long to link as TypeORM does to load, where a CommonJS program has loaded it
    // already.
    'typeorm/globals.js': (path) => placeOf(path) === 'schema',
    // TypeORM's names for the columns of a result, which it shortens.
    'typeorm/driver/DriverUtils.js': (path) => ['host', 'identity'].some((name) => path === `typeorm/${name}.ts`),
    // TypeORM's joins of eager relations.
    'typeorm/find-options/FindOptionsUtils.js': (path) =>
      ['host', 'identity'].some((name) => path === `typeorm/${name}.ts`),
    // TypeORM's own class of builders, to which those of hosts are compared.
    'typeorm/query-builder/SelectQueryBuilder.js': (path) => path === 'typeorm/identity.ts',
    // The server's printer alone: the client, which is for browsers, has its own.
    qs: (path) => path === 'wire/query-string.ts',
    luxon: (path) => ['values', 'engine'].includes(placeOf(path)),
    // The index of class-validator loads the data of libphonenumber, too.
    // Nest itself has loaded it.
    rxjs: (path) => path === 'handlers/answers.ts' || path === 'handlers/messages.ts',
    'class-validator': (path) => placeOf(path) === 'dto',
    // Optional, and so looked for at boot: only an application with a ValidationPipe has it.
    'class-validator/cjs/decorator/common/Allow.js': (path) => path === 'validation-rule.ts',
    'class-transformer': (path) => placeOf(path) === 'dto',
    'reflect-metadata': (path) => isFace(path) || placeOf(path) === 'schema',
    ...Object.fromEntries(
      ['fs', 'module', 'path'].map((name) => [`node:${name}`, (path: string) => path === 'configuration/index.ts']),
    ),
    'node:async_hooks': (path) => path === 'handlers/request.interceptor.ts' || placeOf(path) === 'tracing',
    'node:diagnostics_channel': (path) => path === 'tracing/operation.ts',
    'node:http': (path) => path === 'handlers/query-method.ts',
    'node:crypto': (path) => ['adaptive', 'advice', 'ast', 'engine', 'page', 'statements'].includes(placeOf(path)),
    'node:buffer': (path) => placeOf(path) === 'dialects',
    'node:querystring': (path) => placeOf(path) === 'wire',
    'node:util': (path) => placeOf(path) === 'statements' || path === 'service/guarded-engine.ts',
    'node:zlib': (path) => placeOf(path) === 'page',
  };

  it('are used where they belong', () => {
    expect(told(({ path }, { to, isPackage, isType }) => isPackage && !isType && users[to]?.(path) !== true)).toEqual(
      [],
    );
  });

  it('of which nothing is a peer are dependencies: a host does not install them', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly dependencies: object };
    expect(dependencies).toEqual({ luxon: '^3.7.0', qs: '^6.16.0' });
    const printers = told((_, { to, isType }) => to === 'qs' && !isType);
    expect(printers).toEqual(['wire/query-string.ts -> qs']);
  });

  it('of Nest are not even known below the face, but to the entry point that documents its handlers', () => {
    const wrong = told(({ path }, { to }) => to.startsWith('@nestjs/') && !isFace(path) && placeOf(path) !== 'openapi');
    expect(wrong).toEqual([]);
  });

  it('do not bring Nest or TypeORM to browsers', () => {
    const reached = [...reachedFrom('client/index.ts', ({ isType }) => !isType)];
    expect(reached.filter((to) => !to.endsWith('.ts'))).toEqual([]);
    expect(new Set(reached.filter((to) => to.endsWith('.ts')).map(placeOf))).toEqual(new Set(['client', 'wire']));
  });

  it('let the client know the helpers of the wire, and types', () => {
    const values = told(({ path }, { isType }) => placeOf(path) === 'client' && !isType).map(
      (line) => line.split(' -> ')[1] ?? '',
    );
    expect(values.filter((to) => !['wire', 'client'].includes(placeOf(to)))).toEqual([]);
    const types = told(({ path }, { isType }) => placeOf(path) === 'client' && isType).map(
      (line) => line.split(' -> ')[1] ?? '',
    );
    expect(types.filter((to) => !['wire', 'contract', 'client'].includes(placeOf(to)))).toEqual([]);
  });
});

describe('the query builder', () => {
  it('is touched where SQL meets it, by prepared statements, by pages and what is answered with them, and by the face', () => {
    const touching = told((_, { names }) => names.includes('SelectQueryBuilder'));
    const others = touching.filter(
      (line) =>
        !['sql', 'typeorm', 'statements', 'page', 'explain'].includes(placeOf(line)) &&
        !/^features\/\w+\/(?:answer|related)\.ts /.test(line),
    );
    expect(others.filter((line) => !isFace(line.split(' ')[0] ?? ''))).toEqual([]);
  });

  /** Members that are TypeORM's internals, and may change with its next version. */
  const internals: ReadonlySet<string> = new Set(['expressionMap', 'findOptions', 'queryRunner', 'relationMetadatas']);

  function isInternal(node: ts.Node): boolean {
    if (ts.isElementAccessExpression(node)) {
      return ts.isStringLiteral(node.argumentExpression) && internals.has(node.argumentExpression.text);
    }
    return ts.isIdentifier(node) && node.text === 'expressionMap';
  }

  it('is read in its internals by lib/typeorm alone', () => {
    const readers = sources.filter(({ nodes }) => nodes.some(isInternal)).map(({ path }) => path);
    expect(new Set(readers.map(placeOf))).toEqual(new Set(['typeorm']));
  });
});

describe('what a statement reads', () => {
  const inPage = sources.filter(({ path }) => path.startsWith('page/') || path.startsWith('features/'));

  /** True at the top of a module, where nothing of a request can be reached. */
  function isAtTop({ parent }: ts.Node): boolean {
    return ts.isVariableDeclaration(parent) && parent.parent.parent.parent.kind === ts.SyntaxKind.SourceFile;
  }

  it('is declared where no request is: its text depends on what is in its key', () => {
    const members = inPage.flatMap(({ path, nodes }) =>
      nodes
        .filter((node) => ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node))
        .filter((node) => ts.isObjectLiteralExpression(node.parent) && node.name.getText() === 'write')
        .map((node) => ({ path, isAtTop: isAtTop(node.parent) })),
    );
    expect(members.length).toBeGreaterThan(10);
    expect(members.filter((member) => !member.isAtTop)).toEqual([]);
  });

  it('is named by its declaration wherever it is read', () => {
    const kinds = new Set(['Read', 'Asked']);
    const declared = inPage.flatMap(({ path, nodes }) =>
      nodes
        .filter(ts.isTypeReferenceNode)
        .filter(({ typeName, parent }) => kinds.has(typeName.getText()) && ts.isVariableDeclaration(parent))
        .map((node) => ({ path, isAtTop: isAtTop(node) })),
    );
    expect(declared.length).toBeGreaterThan(12);
    expect(declared.filter((each) => !each.isAtTop)).toEqual([]);
  });
});

describe('what is not written', () => {
  /** The files and folders that a warm page goes through. */
  const warm = [
    'adaptive/chooser.ts',
    'ast/parts.ts',
    'caches/',
    ...['engine', 'scopes'].map((name) => `engine/${name}.ts`),
    ...['page', 'reads', 'slices'].map((name) => `page/${name}.ts`),
    ...['choice', 'window'].map((name) => `page/choice/${name}.ts`),
    'page/list/',
    'page/rows/',
    ...['along-index', 'cursor', 'keyset', 'stored-value'].map((name) => `page/order/${name}.ts`),
    ...['fields', 'pagination', 'request', 'sort'].map((name) => `parse/${name}.ts`),
    'service/guarded-engine.ts',
    ...['binding', 'plan', 'conditions/comparison'].map((name) => `sql/${name}.ts`),
    'statements/',
    'tracing/run.ts',
    ...['host', 'hydrator', 'identity', 'send'].map((name) => `typeorm/${name}.ts`),
    'wire/read.ts',
  ];

  function found(is: (node: ts.Node) => boolean): string[] {
    return sources.flatMap(({ path, tree, nodes }) =>
      nodes.filter(is).map((node) => {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
        return `${path}:${line + 1}`;
      }),
    );
  }

  it('the type any, not even in an assertion', () => {
    expect(found((node) => node.kind === ts.SyntaxKind.AnyKeyword)).toEqual([]);
  });

  it('the assertion that something is there', () => {
    expect(found(ts.isNonNullExpression)).toEqual([]);
  });

  it('a comment that silences the compiler or the linter', () => {
    const silencers = /@ts-(ignore|expect-error|nocheck)|(es|ox)lint-disable/;
    expect(sources.filter(({ tree }) => silencers.test(tree.text)).map(({ path }) => path)).toEqual([]);
  });

  // V8 gives each copy a hidden class of its own: one takes 3 µs, a fourteenth of the page.
  it('a copy of an object by `...` where a warm page comes', () => {
    expect(warm.filter((place) => !sources.some(({ path }) => path.startsWith(place)))).toEqual([]);
    const copies = found(ts.isSpreadAssignment);
    expect(copies.filter((copy) => warm.some((place) => copy.startsWith(place)))).toEqual([]);
  });

  // The formatter wraps code, and leaves comments as they are.
  it('a comment wider than 120 characters', () => {
    const files = ['lib', 'sample-app', 'test'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    );
    const written = files.filter((path) => /\.(tsx?|[cm]js)$/.test(path) && !/\/(?:node_modules|dist)\//.test(path));
    expect(written.length).toBeGreaterThan(1_000);
    const isWide = (line: string) => line.length > 120 && /^\s*(?:\/\/|\/?\*)/.test(line) && !line.includes('://');
    const wide = written.filter((path) => readFileSync(path, 'utf8').split('\n').some(isWide));
    expect(wide).toEqual([]);
  });

  it('an enum or a namespace, which are more than types', () => {
    expect(
      found((node) => ts.isEnumDeclaration(node) || (ts.isModuleDeclaration(node) && !ts.isStringLiteral(node.name))),
    ).toEqual([]);
  });

  it('a relative import without its extension', () => {
    const relative = /from '(\.[^']+)'/g;
    const wrong = sources.flatMap(({ path, tree }) =>
      [...tree.text.matchAll(relative)].filter(([, to]) => !to?.endsWith('.js')).map(([, to]) => `${path} -> ${to}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('reviewed files', () => {
  it('are each compared by a spec', () => {
    const files = readdirSync('test/unit', { recursive: true, encoding: 'utf8' });
    const specs = files
      .filter((file) => file.endsWith('.spec.ts'))
      .map((file) => readFileSync(`test/unit/${file}`, 'utf8'));
    const reviewed = files.filter((file) => /\.(sql|txt)$/.test(file)).map((file) => file.replace(/^.*\//, ''));
    expect(reviewed.length).toBeGreaterThan(5);
    const isCompared = (name: string) =>
      specs.some((text) => text.includes(`new URL('${name}'`) || text.includes(`new URL(\`${name.split('.')[0]}.\${`));
    expect(reviewed.filter((name) => !isCompared(name))).toEqual([]);
  });
});
