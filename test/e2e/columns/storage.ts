import type { ColumnOptions, ColumnType } from 'typeorm';
import type { EngineName } from '../../support/databases.js';

/** The columns that an engine keeps lists, documents and moments in. */
interface Storage {
  /** A list of text: an array where the engine has one. */
  readonly list: ColumnOptions;
  /** The column type for documents that the engine understands best. */
  readonly document: ColumnOptions;
  /** Another column type that may hold documents. Where it is text, it may hold what is no JSON. */
  readonly otherDocument: ColumnOptions;
  /** A moment. */
  readonly moment: ColumnType;
}

/** The column types of each engine. */
export const storages: Readonly<Record<EngineName, Storage>> = {
  sqlite: {
    list: { type: 'simple-array', nullable: true },
    document: { type: 'simple-json', nullable: true },
    otherDocument: { type: 'text', nullable: true },
    moment: 'datetime',
  },
  postgres: {
    list: { type: 'text', array: true, nullable: true },
    document: { type: 'jsonb', nullable: true },
    otherDocument: { type: 'json', nullable: true },
    moment: 'timestamptz',
  },
  mariadb: {
    list: { type: 'simple-array', nullable: true },
    document: { type: 'json', nullable: true },
    otherDocument: { type: 'longtext', nullable: true },
    moment: 'datetime',
  },
};
