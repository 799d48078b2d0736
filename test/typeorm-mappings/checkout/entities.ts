import { EntitySchema, type DataSourceOptions, getMetadataArgsStorage } from 'typeorm';
import { MetadataArgsStorage } from 'typeorm/metadata-args/MetadataArgsStorage.js';
import type { Folder } from './folders.js';
import { CheckoutModules } from './modules.js';

type Entities = Extract<DataSourceOptions['entities'], readonly unknown[]>;
export type Entity = Entities[number];

/** A file of entities that cannot be loaded. */
export interface Unloadable {
  readonly file: string;
  readonly reason: unknown;
}

/** The entities of a folder: all of them, and for each file those that it needs. */
export interface FolderEntities {
  readonly all: readonly Entity[];
  /** Sets to try where all do not go together: a file may be of one test, and repeat a table of another. */
  readonly parts: readonly (readonly Entity[])[];
  readonly unloadable: readonly Unloadable[];
}

/** Loads the entities of a folder, and nothing that an earlier folder declared. */
export function entitiesOf(checkout: string, folder: Folder): FolderEntities {
  Reflect.set(globalThis, 'typeormMetadataArgsStorage', new MetadataArgsStorage());
  const modules = new CheckoutModules(checkout);
  const byFile = new Map<string, readonly Entity[]>();
  const unloadable: Unloadable[] = [];
  for (const file of folder.files) {
    try {
      modules.load(file);
    } catch (reason) {
      unloadable.push({ file, reason });
    }
  }
  const declaredIn = (file: string): readonly Entity[] => {
    const known = byFile.get(file) ?? Object.values(modules.load(file)).filter(isEntity);
    byFile.set(file, known);
    return known;
  };
  const loaded = folder.files.filter((file) => unloadable.every((other) => other.file !== file));
  const needed = (files: Iterable<string>) => [...new Set([...files].flatMap(declaredIn))];
  return {
    all: needed(loaded.flatMap((file) => [...modules.reachedFrom(file)])),
    parts: loaded.map((file) => needed(modules.reachedFrom(file))),
    unloadable,
  };
}

function isEntity(value: unknown): value is Entity {
  if (value instanceof EntitySchema) return true;
  return typeof value === 'function' && getMetadataArgsStorage().tables.some(({ target }) => target === value);
}
