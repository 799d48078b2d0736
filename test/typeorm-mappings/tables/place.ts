import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { EngineName } from '../../support/databases.js';

/** The place that a value is for. */
export interface Place {
  readonly engine: EngineName;
  /** The number of the row. */
  readonly row: number;
  /** True where no two rows may have the same value. */
  readonly distinct: boolean;
  /** The type of a column in the database, as the driver spells it. */
  readonly typeOf: (column: ColumnMetadata) => string;
}
