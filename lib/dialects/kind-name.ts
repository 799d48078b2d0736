/**
 * Names of the kinds of value that a column can hold. They are in the lowest layer because two tables use them: the
 * kinds in `values`, and the engines' column types here.
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
