import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** One import or re-export, as it is written. */
export interface Import {
  /** The file, from `lib`: `wire/index.ts`; or the package, as it is named. */
  readonly to: string;
  readonly isPackage: boolean;
  /** True if the import does not exist at run time. */
  readonly isType: boolean;
  /** The names that are taken, by their own names. */
  readonly names: readonly string[];
}

export interface Source {
  /** From `lib`: `parse/node.ts`. */
  readonly path: string;
  readonly imports: readonly Import[];
  readonly tree: ts.SourceFile;
  /** All of the tree, its tokens and comments of documentation included. */
  readonly nodes: readonly ts.Node[];
}

const root = join(process.cwd(), 'lib');

/** Every file of the library, read by the compiler's own parser. */
export const sources: readonly Source[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const nodes = [...nodesOf(tree)];
    return { path, tree, nodes, imports: nodes.flatMap((node) => importsIn(node, path)) };
  });

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}

function importsIn(node: ts.Node, path: string): Import[] {
  if (ts.isImportDeclaration(node)) {
    const { importClause: clause } = node;
    const names = clause?.namedBindings && ts.isNamedImports(clause.namedBindings) ? clause.namedBindings.elements : [];
    const isType = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || isOnlyTypes(clause?.name, names);
    return [imported(node.moduleSpecifier, path, isType, names)];
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    const names = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [];
    return [imported(node.moduleSpecifier, path, node.isTypeOnly || isOnlyTypes(undefined, names), names)];
  }
  if (ts.isImportTypeNode(node)) return [imported(node.argument, path, true, [])];
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const [specifier] = isCall ? node.arguments : [];
  return specifier === undefined ? [] : [imported(specifier, path, false, [])];
}

type Names = readonly (ts.ImportSpecifier | ts.ExportSpecifier)[];

/** `import { type A, type B }`, of which the compiler leaves nothing; `import './x'` is there for what it does. */
function isOnlyTypes(byDefault: ts.Identifier | undefined, names: Names): boolean {
  return byDefault === undefined && names.length > 0 && names.every((name) => name.isTypeOnly);
}

function imported(specifier: ts.Node, from: string, isType: boolean, names: Names): Import {
  const written = specifier.getText().replaceAll(/['"]/g, '');
  const isPackage = !written.startsWith('.');
  const to = isPackage ? written : relative(root, join(root, dirname(from), written)).replace(/\.js$/, '.ts');
  return { to, isPackage, isType, names: names.map((name) => (name.propertyName ?? name.name).text) };
}

/** The groups of files that reach themselves by the imports that are looked at, each in alphabetical order. */
export function circles(follow: (found: Import) => boolean): string[][] {
  const reached = new Map(sources.map(({ path }) => [path, reachedFrom(path, follow)]));
  const groups = sources
    .filter(({ path }) => reached.get(path)?.has(path))
    .map(({ path }) => [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).sort());
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

/** Every file and package that a file imports, or what it imports does. */
export function reachedFrom(path: string, follow: (found: Import) => boolean): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const found of sources.find((source) => source.path === next)?.imports ?? []) {
      if (!follow(found) || reached.has(found.to)) continue;
      reached.add(found.to);
      waiting.push(found.to);
    }
  }
  return reached;
}
