import type { DataSource, ValueTransformer } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import {
  type FilterValue,
  type ValueKind,
  type ValueKindName,
  isYear,
  isZoned,
  kindOfColumn,
  valueKinds,
} from '../values/index.js';
import { Charsets, type StoredCharacters } from './charsets.js';
import type { ColumnSchema } from './filter-schema.js';
import { canBeNull } from './guarantees.js';
import { type ColumnMetadata, startsAnIndex } from './typeorm-metadata.js';

/** The column schemas of one data source, each made once: a column has several where rules declare different kinds for it. */
export class ColumnSchemas {
  private readonly schemas = new Map<ColumnMetadata, Map<ValueKindName, ColumnSchema>>();
  private readonly charsets: Charsets;
  private readonly storedIn: string;

  constructor(
    private readonly source: DataSource,
    private readonly dialect: Dialect,
    private readonly zone: string,
  ) {
    this.storedIn = storedIn(source, dialect);
    this.charsets = new Charsets(dialect);
  }

  /** Takes what the database says of its character sets, for the columns that were made before, too. */
  learn(stored: readonly StoredCharacters[]): void {
    this.charsets.learn(stored);
  }

  /**
   * Returns the schema of a column.
   *
   * @param declared the kind that a rule declares; by default that of the column's type
   */
  of(metadata: ColumnMetadata, declared?: ValueKindName): ColumnSchema {
    const name = declared ?? kindOfColumn(metadata, this.source.options.type);
    const byKind = this.schemas.get(metadata) ?? new Map<ValueKindName, ColumnSchema>();
    this.schemas.set(metadata, byKind);
    const existing = byKind.get(name);
    if (existing !== undefined) return existing;
    const column = this.make(metadata, name);
    byKind.set(name, column);
    return column;
  }

  private make(metadata: ColumnMetadata, kind: ValueKindName): ColumnSchema {
    return Object.freeze({
      metadata,
      sql: this.source.driver.escape(metadata.databaseName),
      kind: valueKinds[kind],
      accepts: accepts(metadata, valueKinds[kind]),
      storedKind: valueKinds[kindOfColumn(metadata, this.source.options.type)],
      facts: this.charsets.tell(metadata, {
        zone: this.zone,
        unsigned: metadata.unsigned,
        ...(isYear(metadata.type) ? { year: true } : {}),
        ...(metadata.enum === undefined ? {} : { members: metadata.enum }),
      }),
      bindFacts: { dialect: this.dialect, zoned: isZoned(metadata.type), storedIn: this.storedIn },
      nullable: canBeNull(metadata, this.dialect),
      indexed: startsAnIndex(metadata),
    });
  }
}

/** Returns the time zone in which the driver writes date-times without a zone; see {@link Dialect.wallClock}. */
function storedIn(source: DataSource, dialect: Dialect): string {
  switch (dialect.wallClock) {
    case 'utc':
      return 'UTC';
    case 'process':
      return 'local';
    case 'connection': {
      const { timezone } = source.options as { timezone?: string };
      return timezone ?? 'local';
    }
  }
}

/**
 * Makes the check of values against a column's transformer. A transformer is the host's own code, and may throw at a value
 * that it does not expect, or return undefined or NaN for it.
 */
function accepts({ transformer }: ColumnMetadata, kind: ValueKind): ColumnSchema['accepts'] {
  if (transformer === undefined) return undefined;
  const steps = Array.isArray(transformer) ? transformer : [transformer];
  return (value) => partsOf(value).every((part) => isTransformed(steps, kind.toProperty(part)));
}

function isTransformed(steps: readonly ValueTransformer[], property: unknown): boolean {
  try {
    const stored = steps.reduce<unknown>((value, step) => step.to(value) as unknown, property);
    return isStorable(stored);
  } catch {
    return false;
  }
}

/** Returns false for undefined, null, NaN and an invalid Date: the results of a transformer that could not read its input. */
function isStorable(stored: unknown): boolean {
  if (stored === undefined || stored === null) return false;
  return (typeof stored !== 'number' && !(stored instanceof Date)) || Number.isFinite(Number(stored));
}

/** Splits a value into those that SQL compares: a day, compared to a date-time, into its start and its end. */
function partsOf(value: FilterValue): readonly FilterValue[] {
  return typeof value === 'object' && value.type === 'day' ? [value.start, value.end] : [value];
}
