import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The entities of one test of TypeORM: what its data source is made of there. */
export interface Folder {
  /** The folder's path in the checkout, which differences are reported by. */
  readonly name: string;
  /** The files that declare entities. */
  readonly files: readonly string[];
}

const declaration = /@(Entity|ViewEntity|ChildEntity)\(|new EntitySchema\b/;
const ofEntities = /^(bad)?(entit|schema|model)/i;

/** Lists the folders of a checkout's functional and issue tests that have files with entities. */
export function foldersOf(checkout: string): readonly Folder[] {
  const byName = new Map<string, string[]>();
  for (const part of ['functional', 'github-issues', 'other-issues', 'core']) {
    for (const file of sourcesIn(path.join(checkout, 'test', part))) {
      if (!declaration.test(readFileSync(file, 'utf8'))) continue;
      const name = folderOf(path.relative(checkout, file));
      byName.set(name, [...(byName.get(name) ?? []), file]);
    }
  }
  return [...byName].map(([name, files]) => ({ name, files: files.sort() })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Test files are left out: they declare a handful of entities beside their tests, inside of functions. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file))
    .map((file) => path.join(folder, file));
}

/** The folder of the test: that which holds the folder of entities. */
function folderOf(file: string): string {
  const parts = path.dirname(file).split(path.sep);
  // `test/functional/schema-builder` has tests as well, `test/functional/entity-model` too.
  const end = parts.findIndex((part, index) => index > 2 && ofEntities.test(part));
  return parts.slice(0, end < 0 ? undefined : end).join('/');
}
