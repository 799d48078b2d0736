import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The package of the generators and of Spectral. */
export const folder = path.resolve('test/generated-clients');

/** The repository, which is the package of the library once it is built. */
export const root = path.resolve('.');

const packages = path.join(folder, 'node_modules');

/**
 * Returns the Node that runs the generators, two of which need 22: this one, or the one that npm has installed beside
 * them, whose package is named after the platform.
 */
function nodeOfGenerators(): string {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath;
  const names = ['node', 'node-bin'].map((name) =>
    `${name}-${process.platform}-${process.arch}`.replace('win32', 'win'),
  );
  const files = names.map((name) =>
    path.join(packages, name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'),
  );
  const found = files.find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new Error(
    'hey-api and orval need Node 22, which npm has not installed on this platform; run the tests by Node 22.',
  );
}

/** Runs the file of a package, by the Node of the generators, and returns what it prints. */
export function generate(file: string, args: readonly string[], cwd: string): Promise<string> {
  return run([nodeOfGenerators(), path.join(packages, file), ...args], cwd);
}

/** Runs a file by this Node, which reads the input, and returns what it prints. */
export function runNode(args: readonly string[], cwd: string, input = ''): Promise<string> {
  return run([process.execPath, ...args], cwd, input);
}

/** Runs a program to its end; where it fails, the error has all that it printed. */
function run([program = '', ...args]: readonly string[], cwd: string, input = ''): Promise<string> {
  const env = { ...process.env, DO_NOT_TRACK: '1', NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error([error.message, stdout, stderr].join('\n')));
    });
    child.stdin?.end(input);
  });
}
