import type { ColumnOptions } from 'typeorm';
import type { FieldRule } from '../../../lib/schema/index.js';
import type { EngineName } from '../databases.js';

/**
 * A column as one engine declares it; with what its rule says where the type alone would say another thing, or nothing.
 */
export interface SampleColumn extends ColumnOptions, Pick<FieldRule, 'kind' | 'list' | 'paths'> {
  /** Returns the SQL of a virtual column. */
  readonly query?: (alias: string) => string;
}

enum Size {
  Small = 'small',
  Middling = 'middling',
  Large = 'large',
}

enum Level {
  Low = 1,
  Middle = 2,
  High = 10,
}

/** Wherever a type has to be helped, and in spellings that are as good as those in {@link sampleColumns}. */
export const specialColumns = {
  sqlite: {
    unicode: { type: 'text' },
    uuidText: { type: 'varchar', length: 36, kind: 'uuid' },
    level: { type: 'simple-enum', enum: Level },
  },
  postgres: {
    unicode: { type: 'text' },
    uuidText: { type: 'varchar', length: 36, kind: 'uuid' },
    level: { type: 'enum', enum: Level, enumName: 'sample_level' },
  },
  mariadb: {
    unicode: { type: 'text' },
    uuidText: { type: 'varchar', length: 36, kind: 'uuid' },
    level: { type: 'enum', enum: Level },
    unsigned: { type: 'bigint', unsigned: true },
  },
} as const satisfies Readonly<Record<EngineName, Readonly<Record<string, SampleColumn>>>>;

const decimal = { type: 'decimal', precision: 40, scale: 20 } as const;

/**
 * One column of every kind on every engine. PostgreSQL has no integers of 8 and 24 bits and SQLite no floats of 32, so
 * there a decorator says the kind.
 */
export const sampleColumns = {
  sqlite: {
    text: { type: 'varchar' },
    tinyint: { type: 'tinyint' },
    smallint: { type: 'smallint' },
    mediumint: { type: 'mediumint' },
    integer: { type: 'int' },
    bigint: { type: 'bigint' },
    decimal,
    real: { type: 'float', kind: 'real' },
    float: { type: 'double' },
    boolean: { type: 'boolean' },
    date: { type: 'date' },
    datetime: { type: 'datetime' },
    instant: { type: 'datetime' },
    time: { type: 'time' },
    uuid: { type: 'uuid' },
    enum: { type: 'simple-enum', enum: Size },
    json: { type: 'simple-json' },
    opaque: { type: 'blob' },
  },
  postgres: {
    text: { type: 'varchar' },
    tinyint: { type: 'smallint', kind: 'tinyint' },
    smallint: { type: 'smallint' },
    mediumint: { type: 'int', kind: 'mediumint' },
    integer: { type: 'int' },
    bigint: { type: 'bigint' },
    decimal,
    real: { type: 'real' },
    float: { type: 'double precision' },
    boolean: { type: 'boolean' },
    date: { type: 'date' },
    datetime: { type: 'timestamp' },
    instant: { type: 'timestamptz' },
    time: { type: 'time' },
    uuid: { type: 'uuid' },
    enum: { type: 'enum', enum: Size, enumName: 'sample_size' },
    json: { type: 'jsonb' },
    opaque: { type: 'bytea' },
  },
  mariadb: {
    text: { type: 'varchar' },
    tinyint: { type: 'tinyint' },
    smallint: { type: 'smallint' },
    mediumint: { type: 'mediumint' },
    integer: { type: 'int' },
    bigint: { type: 'bigint' },
    decimal,
    real: { type: 'float' },
    float: { type: 'double' },
    boolean: { type: 'boolean' },
    date: { type: 'date' },
    datetime: { type: 'datetime', precision: 6 },
    instant: { type: 'timestamp', precision: 6 },
    time: { type: 'time', precision: 6 },
    uuid: { type: 'uuid' },
    enum: { type: 'enum', enum: Size },
    json: { type: 'json' },
    opaque: { type: 'blob' },
  },
} as const satisfies Readonly<Record<EngineName, Readonly<Record<string, SampleColumn>>>>;

export type SampleColumnName = keyof (typeof sampleColumns)[EngineName];
