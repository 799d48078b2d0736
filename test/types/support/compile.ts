import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Folder of the fixtures, and the apparent folder of sources that are not files. */
export const fixtureFolder = join(root, 'test/types');

/** The compiler's result for some sources. */
export interface Compilation {
  /** By file name, without folders: the line and the message of each error. */
  readonly errors: ReadonlyMap<string, readonly CompileError[]>;
  readonly program: ts.Program;
  /** Cost of the types: instantiations, and types created, to which the members of a large union count. */
  readonly instantiations: number;
  readonly types: number;
}

export interface CompileError {
  /** From 1. */
  readonly line: number;
  readonly code: number;
  readonly message: string;
}

/** Declarations of the library about packages. An application finds them by a glob; this program lists them. */
const declarations = [join(root, 'lib/class-validator.d.ts')];

const options: ts.CompilerOptions = {
  ...projectOptions(),
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};

/** Files that do not change from one compilation to the next: the standard library's, and packages'. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Compiles fixtures by name, and sources by the name they would have, under the project's own settings or others. */
export function compile(
  fixtures: readonly string[],
  sources: Readonly<Record<string, string>> = {},
  overrides: ts.CompilerOptions = {},
): Compilation {
  const texts = new Map(Object.entries(sources).map(([name, text]) => [join(fixtureFolder, name), text]));
  const files = [...declarations, ...fixtures.map((name) => join(fixtureFolder, name)), ...texts.keys()];
  const program = ts.createProgram(files, { ...options, ...overrides }, hostWith(texts));
  return {
    errors: byFile(diagnosticsOf(program)),
    program,
    instantiations: program.getInstantiationCount(),
    types: program.getTypeCount(),
  };
}

/** Folders whose files are checked: the fixtures, and the types that they are about. */
const checked = [`${fixtureFolder}/`, join(root, 'lib/contract/')];

/**
 * Returns the errors of the fixtures and sources, and of the types of filters. Those of the rest of the library are
 * left to `npm run lint`, which compiles it with the same options: here they would take longer than everything else.
 */
function diagnosticsOf(program: ts.Program): ts.Diagnostic[] {
  const own = program.getSourceFiles().filter(({ fileName }) => checked.some((folder) => fileName.startsWith(folder)));
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
      ...program.getDeclarationDiagnostics(file),
    ]),
  ];
}

function projectOptions(): ts.CompilerOptions {
  const path = join(root, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(path, (file) => ts.sys.readFile(file));
  if (error !== undefined) throw new Error(textOf(error));
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}

function hostWith(texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    readFile: (name) => texts.get(name) ?? host.readFile(name),
    fileExists: (name) => texts.has(name) || host.fileExists(name),
    getSourceFile: (name, languageVersion) => {
      const text = texts.get(name);
      if (text !== undefined) return ts.createSourceFile(name, text, languageVersion);
      if (!name.includes('/node_modules/')) return host.getSourceFile(name, languageVersion);
      if (!parsed.has(name)) parsed.set(name, host.getSourceFile(name, languageVersion));
      return parsed.get(name);
    },
  };
}

function byFile(diagnostics: readonly ts.Diagnostic[]): Map<string, CompileError[]> {
  const errors = new Map<string, CompileError[]>();
  for (const diagnostic of diagnostics) {
    const { file, start = 0, code } = diagnostic;
    const name = file?.fileName.split('/').at(-1) ?? '';
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? -1) + 1;
    errors.set(name, [...(errors.get(name) ?? []), { line, code, message: textOf(diagnostic) }]);
  }
  return errors;
}

function textOf({ messageText }: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(messageText, '\n');
}
