import type { ColumnOptions } from 'typeorm';
import type { EngineName } from '../../../support/databases.js';

/**
 * Columns whose types are different ones on different engines, so that each way to store a list or a document is met.
 */
export type StoredColumn = 'tags' | 'marks' | 'codes' | 'sizes' | 'counts' | 'specs' | 'notes' | 'origin' | 'kit';

type Types = Readonly<Record<StoredColumn, ColumnOptions>>;

const nullable = (type: ColumnOptions['type'], array = false): ColumnOptions => ({ type, array, nullable: true });

export const columnTypes: Readonly<Record<EngineName, Types>> = {
  postgres: {
    tags: nullable('text', true),
    marks: nullable('simple-array'),
    codes: nullable('bigint', true),
    sizes: nullable('jsonb'),
    counts: nullable('json'),
    specs: nullable('jsonb'),
    notes: nullable('json'),
    origin: nullable('jsonb'),
    kit: nullable('json'),
  },
  mariadb: {
    tags: nullable('simple-array'),
    marks: nullable('simple-array'),
    codes: nullable('json'),
    sizes: nullable('simple-json'),
    counts: nullable('json'),
    specs: nullable('json'),
    notes: nullable('longtext'),
    origin: nullable('simple-json'),
    kit: nullable('text'),
  },
  sqlite: {
    tags: nullable('simple-array'),
    marks: nullable('simple-array'),
    codes: nullable('simple-json'),
    sizes: nullable('text'),
    // Of type json SQLite makes a number of a text that looks like one, be it JSON or not: `01` is stored as 1. No list
    // does.
    counts: nullable('json'),
    specs: nullable('simple-json'),
    notes: nullable('text'),
    origin: nullable('simple-json'),
    kit: nullable('jsonb'),
  },
};
