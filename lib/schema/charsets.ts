import type { Dialect, StoredCharset } from '../dialects/index.js';
import type { ValueFacts } from '../values/index.js';
import type { ColumnMetadata } from './column-metadata.js';

type Facts = { -readonly [name in keyof ValueFacts]: ValueFacts[name] };

/**
 * In which character set each column is kept: as the database says, once it was asked, and as the entity declares until
 * then. The facts of a column are told again when the database has answered.
 */
export class Charsets {
  private readonly told = new Map<ColumnMetadata, Facts[]>();
  private stored: ReadonlyMap<string, string> | undefined;

  constructor(private readonly dialect: Dialect) {}

  learn(stored: readonly StoredCharset[]): void {
    this.stored = new Map(stored.map(({ table, column, charset }) => [keyOf(table, column), charset]));
    for (const [metadata, all] of this.told) {
      for (const facts of all) facts.charset = this.of(metadata);
    }
  }

  /** The facts of a column with its character set, now and after {@link learn}. */
  tell(metadata: ColumnMetadata, known: ValueFacts): ValueFacts {
    const facts: Facts = { ...known, charset: this.of(metadata) };
    this.told.set(metadata, [...(this.told.get(metadata) ?? []), facts]);
    return facts;
  }

  private of(metadata: ColumnMetadata): string | undefined {
    if (this.dialect.charsets === undefined) return undefined;
    const { entityMetadata, databaseName } = metadata;
    if (this.stored === undefined) return declaredCharset(metadata);
    return this.stored.get(keyOf(entityMetadata.tableName, databaseName)) ?? this.stored.get(keyOf(null, null));
  }
}

/** A collation's name begins with that of its character set. */
function declaredCharset({ charset, collation }: ColumnMetadata): string | undefined {
  return charset ?? collation?.split('_', 1)[0];
}

/** Some servers keep the names of tables in lower case. */
function keyOf(table: string | null, column: string | null): string {
  return JSON.stringify([table, column]).toLowerCase();
}
