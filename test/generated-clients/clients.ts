import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Answer } from './consumer/shared/answer.js';
import { folder, generate, root, runNode } from './programs.js';

/** The requests of `consumer/shared/calls.ts`, and what came of each. */
export interface Outcomes {
  readonly calls: readonly {
    readonly title: string;
    readonly sql: string;
    readonly page?: object;
    readonly facets?: Readonly<Record<string, string>>;
    readonly related?: Readonly<Record<string, string>>;
    readonly reviews?: string;
    readonly aggregates?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly answer: Answer;
  }[];
  readonly mistakes: readonly { readonly title: string; readonly code: string; readonly answer: Answer }[];
  readonly unsendable: readonly { readonly title: string; readonly error: unknown }[];
}

/** The clients, each with a folder in `consumer`: the program that generates it, and its arguments. */
export const generators = {
  'openapi-fetch': ['openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'guide.d.ts'],
  'hey-api': ['@hey-api/openapi-ts/bin/run.js', '--file', 'openapi-ts.config.mjs'],
  orval: ['orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'],
  kubb: ['@kubb/cli/bin/kubb.cjs', 'generate', '--config', 'kubb.config.mjs'],
} as const;

export type ClientName = keyof typeof generators;

/**
 * One client by fetch and one by axios, which find the same as the others; with GENERATORS=all, before a release, each
 * that the documentation names.
 */
export const clients =
  process.env['GENERATORS'] === 'all'
    ? (Object.keys(generators) as ClientName[])
    : (['openapi-fetch', 'orval'] as const satisfies readonly ClientName[]);

const dist = path.join(folder, 'dist/clients');
const contracts = path.join(folder, 'dist/contracts');

/** Prepares the folder in which the clients are made, where the built library is a package among others. */
export async function prepare(): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(path.join(dist, 'node_modules'), { recursive: true });
  await symlink(root, path.join(dist, 'node_modules/nestjs-filterable'), 'dir');
}

/** A document to generate clients from, and the application that answers them. */
export interface Source {
  readonly version: string;
  readonly document: object;
  readonly baseUrl: string;
}

/** Generates a client, compiles it with its calls, and makes them. Fails where a step does. */
export async function outcomesOf(name: ClientName, { version, document, baseUrl }: Source): Promise<Outcomes> {
  const cwd = path.join(dist, version, name);
  await cp(path.join(folder, 'consumer/shared'), cwd, { recursive: true });
  await generateIn(cwd, name, document);
  await runNode([path.join(root, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'], cwd);
  return JSON.parse(await runNode(['js/main.js', baseUrl], cwd)) as Outcomes;
}

/** Generates the client of a document in a folder, beside the calls and the settings of its generator. */
async function generateIn(cwd: string, name: ClientName, document: object): Promise<void> {
  await cp(path.join(folder, 'consumer', name), cwd, { recursive: true });
  await writeFile(path.join(cwd, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(cwd, 'openapi.json'), JSON.stringify(document));
  const [file, ...args] = generators[name];
  await generate(file, args, cwd);
}

/** Generates a client, and returns its files, each as a name and a text. */
export async function filesOf(name: ClientName, document: object, title: string): Promise<readonly string[][]> {
  const cwd = path.join(contracts, title, name);
  await rm(cwd, { recursive: true, force: true });
  await generateIn(cwd, name, document);
  const all = await readdir(cwd, { recursive: true, withFileTypes: true });
  const files = all.filter((each) => each.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const made = files.map((file) => path.relative(cwd, file)).filter((file) => file.startsWith('guide'));
  return Promise.all(made.sort().map(async (file) => [file, await readFile(path.join(cwd, file), 'utf8')]));
}
