import type { Characters, Dialect, StoredCharset } from '../dialects/index.js';
import { type ValueFacts, declaredCharacters } from '../values/index.js';
import type { ColumnMetadata } from './typeorm-metadata.js';

/** The same, with what the character set has, where the server can tell. */
export interface StoredCharacters extends StoredCharset {
  readonly characters: Characters | undefined;
}

/**
 * What characters each column can hold: as the database says, once it was asked, and as the entity declares until then. The
 * facts of a column are told again when the database has answered.
 */
export class Charsets {
  private readonly told = new Map<ColumnMetadata, ValueFacts[]>();
  private stored: ReadonlyMap<string, StoredCharacters> | undefined;

  constructor(private readonly dialect: Dialect) {}

  learn(stored: readonly StoredCharacters[]): void {
    this.stored = new Map(stored.map((row) => [keyOf(row.database, row.table, row.column), row]));
    for (const [metadata, all] of this.told) {
      for (const facts of all) Object.assign(facts, this.of(metadata));
    }
  }

  /** The facts of a column with its characters, now and after {@link learn}. */
  tell(metadata: ColumnMetadata, known: ValueFacts): ValueFacts {
    const facts = { ...known, ...this.of(metadata) };
    this.told.set(metadata, [...(this.told.get(metadata) ?? []), facts]);
    return facts;
  }

  private of(metadata: ColumnMetadata): Pick<ValueFacts, 'characters' | 'stored'> {
    if (this.dialect.charsets === undefined) return {};
    if (this.stored === undefined) return { characters: declaredIn(metadata) };
    const { entityMetadata, databaseName } = metadata;
    const { database = null, tableName } = entityMetadata;
    const key = keyOf(database, tableName, databaseName);
    const stored = this.stored.get(key) ?? this.stored.get(keyOf(null, null, null));
    return { characters: stored?.characters, stored };
  }
}

/** A collation's name begins with that of its character set. */
function declaredIn({ charset, collation }: ColumnMetadata): Characters | undefined {
  const name = charset ?? collation?.split('_', 1)[0];
  return name === undefined ? undefined : declaredCharacters(name);
}

/** Some servers keep the names of tables in lower case. */
function keyOf(database: string | null, table: string | null, column: string | null): string {
  return JSON.stringify([database, table, column]).toLowerCase();
}
