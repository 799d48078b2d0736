import type { DataSource, ValueTransformer } from 'typeorm';
import type { Dialect } from '../../dialects/index.js';
import {
  type Characters,
  type FilterValue,
  type ValueFacts,
  type ValueKind,
  type ValueKindName,
  declaredCharacters,
  isYear,
  isZoned,
  keptKind,
  kindOfColumn,
  storedKindOf,
  valueKinds,
} from '../../values/index.js';
import type { ColumnSchema } from './expression.js';
import { exactOrderOf } from './exact-order.js';
import { canBeNull } from './guarantees.js';
import { type ColumnMetadata, startsAnIndex } from './typeorm-metadata.js';

/**
 * Columns of one data source, as validation and SQL need them. Each is made once for each kind of value that it is read
 * as, because a decorator can declare another kind than the column's type implies.
 */
export class ColumnSchemas {
  private readonly existing = new Map<ColumnMetadata, Map<ValueKindName, ColumnSchema>>();
  private readonly storedIn: string;

  /** @param zone time zone of dates and date-times in requests that name none */
  constructor(
    private readonly source: DataSource,
    private readonly dialect: Dialect,
    private readonly zone: string,
  ) {
    this.storedIn = storedIn(source, dialect);
  }

  /**
   * Returns the schema of a column.
   *
   * @param declared kind that a decorator declares; by default the kind of the column's type
   */
  of(metadata: ColumnMetadata, declared?: ValueKindName): ColumnSchema {
    const name = declared ?? kindOfColumn(metadata, this.dialect);
    const byKind = this.existing.get(metadata) ?? new Map<ValueKindName, ColumnSchema>();
    this.existing.set(metadata, byKind);
    const existing = byKind.get(name);
    if (existing !== undefined) return existing;
    const column = this.make(metadata, name);
    byKind.set(name, column);
    return column;
  }

  private make(metadata: ColumnMetadata, declared: ValueKindName): ColumnSchema {
    const storedKind = valueKinds[kindOfColumn(metadata, this.dialect)];
    const kind = this.kindOf(metadata, declared, storedKind);
    const columnName = this.source.driver.escape(metadata.databaseName);
    return Object.freeze({
      metadata,
      propertyPath: metadata.propertyPath,
      sqlOf: (alias: string) => `${alias}.${columnName}`,
      columnName,
      column: metadata,
      kind,
      accepts: accepts(metadata, kind),
      storedKind,
      stored: storedKindOf(metadata, storedKind, this.dialect),
      facts: this.factsOf(metadata),
      bindFacts: { dialect: this.dialect, zoned: isZoned(metadata.type), storedIn: this.storedIn },
      nullable: canBeNull(metadata, this.dialect),
      exactOrder: exactOrderOf(metadata, this.dialect),
      indexed: startsAnIndex(metadata),
      document: undefined,
      list: undefined,
      isSubquery: false,
    });
  }

  /** With a transformer, values are those of the property, and the column's type says nothing about them. */
  private kindOf({ transformer }: ColumnMetadata, declared: ValueKindName, stored: ValueKind): ValueKind {
    const kept = transformer === undefined ? keptKind(declared, stored.name) : undefined;
    return kept ?? valueKinds[declared];
  }

  private factsOf(metadata: ColumnMetadata): ValueFacts {
    return Object.freeze({
      zone: this.zone,
      unsigned: metadata.unsigned,
      characters: this.dialect.charsetsOfColumns === true ? charactersOf(metadata) : undefined,
      ...(isYear(metadata.type) ? { year: true } : {}),
      ...(metadata.enum === undefined ? {} : { members: metadata.enum }),
    });
  }
}

/**
 * Returns the characters that an entity declares for a column by `charset` or `collation`. The name of a collation
 * begins with its character set: `latin1_swedish_ci`.
 *
 * @returns undefined without a declaration, or for a set with all of Unicode
 */
function charactersOf({ charset, collation }: ColumnMetadata): Characters | undefined {
  const name = charset ?? collation?.split('_', 1)[0];
  return name === undefined ? undefined : declaredCharacters(name);
}

/** Returns the zone of stored date-times without a zone; see {@link Dialect.wallClock}. */
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
 * Makes the test that a column's transformer can convert a value, or returns undefined without a transformer. A
 * transformer is code of the host, which may throw at an unknown value, or return nothing for it.
 */
function accepts({ transformer }: ColumnMetadata, kind: ValueKind): ColumnSchema['accepts'] {
  if (transformer === undefined) return undefined;
  const steps = Array.isArray(transformer) ? transformer : [transformer];
  return (value) =>
    isProperty(value) && comparandsOf(value).every((comparand) => isTransformed(steps, kind.toProperty(comparand)));
}

/** Returns false for microseconds, which the Date of a property would lose. */
function isProperty(value: FilterValue): boolean {
  return typeof value !== 'object' || value.type !== 'instant' || value.micros === 0;
}

function isTransformed(steps: readonly ValueTransformer[], property: unknown): boolean {
  try {
    const stored = steps.reduce<unknown>((value, step) => step.to(value) as unknown, property);
    return isStorable(stored);
  } catch {
    return false;
  }
}

/** Returns false also for NaN and an invalid Date: transformers return these for values that they do not understand. */
function isStorable(stored: unknown): boolean {
  if (stored === undefined || stored === null) return false;
  return (typeof stored !== 'number' && !(stored instanceof Date)) || Number.isFinite(Number(stored));
}

/** Returns the values that a column is compared with. A range has two: its ends. */
function comparandsOf(value: FilterValue): readonly FilterValue[] {
  if (typeof value !== 'object' || value.type === 'instant') return [value];
  return value.type === 'day' ? [value.start, value.end] : [value.first, value.last];
}
