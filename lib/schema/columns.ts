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

/** Makes what SQL and validation need of a column, once for each column and kind. */
export class ColumnSchemas {
  private readonly made = new Map<ColumnMetadata, Map<ValueKindName, ColumnSchema>>();
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

  of(metadata: ColumnMetadata, declared?: ValueKindName): ColumnSchema {
    const name = declared ?? kindOfColumn(metadata, this.source.options.type);
    const byKind = this.made.get(metadata) ?? new Map<ValueKindName, ColumnSchema>();
    this.made.set(metadata, byKind);
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

/** The zone of the clock that date-times without one are stored in; see {@link Dialect.wallClock}. */
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

/** A transformer is the host's own code, and may throw at what it does not know, or give nothing for it. */
function accepts({ transformer }: ColumnMetadata, kind: ValueKind): ColumnSchema['accepts'] {
  if (transformer === undefined) return undefined;
  const steps = Array.isArray(transformer) ? transformer : [transformer];
  return (value) => momentsOf(value).every((moment) => isTransformed(steps, kind.toProperty(moment)));
}

function isTransformed(steps: readonly ValueTransformer[], property: unknown): boolean {
  try {
    const stored = steps.reduce<unknown>((value, step) => step.to(value) as unknown, property);
    return isStorable(stored);
  } catch {
    return false;
  }
}

/** A number that is none, or a Date that is none, is what a transformer makes of what it did not understand. */
function isStorable(stored: unknown): boolean {
  if (stored === undefined || stored === null) return false;
  return (typeof stored !== 'number' && !(stored instanceof Date)) || Number.isFinite(Number(stored));
}

/** A day is compared by its ends. */
function momentsOf(value: FilterValue): readonly FilterValue[] {
  return typeof value === 'object' && value.type === 'day' ? [value.start, value.end] : [value];
}
