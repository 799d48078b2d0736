import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { EngineName } from '../support/databases.js';

/** Choices of a run: `npm run test:mappings -- --typeorm ../typeorm --engine mariadb tree-tables`. */
export interface Flags {
  /** The checkout of TypeORM's repository. */
  readonly checkout: string;
  readonly engine: EngineName;
  /** Parts of the names of folders; empty for all. */
  readonly folders: readonly string[];
  readonly seed: number;
}

export function readFlags(args: readonly string[]): Flags {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      typeorm: { type: 'string' },
      engine: { type: 'string', default: 'sqlite' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { typeorm, engine } = values;
  if (typeorm === undefined || !existsSync(path.join(typeorm, 'test/functional'))) {
    throw new TypeError('--typeorm must be the folder of a checkout of TypeORM, with its tests');
  }
  if (engine !== 'sqlite' && engine !== 'postgres' && engine !== 'mariadb') {
    throw new TypeError(`--engine must be sqlite, postgres or mariadb, not ${engine}`);
  }
  return { checkout: path.resolve(typeorm), engine, folders: positionals, seed: Number(values.seed) };
}
