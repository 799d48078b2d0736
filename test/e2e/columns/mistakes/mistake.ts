import type { ColumnOptions } from 'typeorm';
import type { EngineName } from '../../../support/databases.js';
import { storages } from '../storage.js';

/** A field of an entity: how its column is declared, and how it is exposed. `virtual` stands for a virtual column. */
export interface Declaration {
  readonly column: ColumnOptions | 'virtual';
  readonly field: object | string;
  /** Another field of the same entity, a plain text named `other`. */
  readonly beside?: object | string;
  readonly sort?: readonly string[];
}

/** A wrong declaration, and the messages that it gives at boot. */
export interface Mistake {
  readonly what: string;
  /** The engines that it is wrong on; all by default. */
  readonly on?: readonly EngineName[];
  readonly declared: (engine: EngineName) => Declaration;
  readonly messages: readonly string[] | ((engine: EngineName) => readonly string[]);
}

/** The column that each engine keeps a document in. */
export const document = (engine: EngineName): ColumnOptions => storages[engine].document;
/** A column of text. */
export const text: ColumnOptions = { type: 'varchar' };
/** A column of numbers. */
export const whole: ColumnOptions = { type: 'int' };
/** A column of a list. */
export const delimited: ColumnOptions = { type: 'simple-array' };
/** A transformer, which changes nothing. */
export const transformer = { to: (value: unknown) => value, from: (value: unknown) => value };
