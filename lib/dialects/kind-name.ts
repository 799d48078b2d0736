/**
 * Names of the kinds of value that a column can hold. They are in the lowest layer because both tables name them: the kinds
 * themselves in `values`, and the engines, each of which has column types with a meaning of its own.
 */
export type ValueKindName =
  | 'text'
  | 'tinyint'
  | 'smallint'
  | 'mediumint'
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'real'
  | 'float'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'uuid'
  | 'enum'
  | 'json'
  | 'opaque';
