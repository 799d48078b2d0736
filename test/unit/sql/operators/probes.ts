import type { SampleColumnName } from '../../../support/samples/columns.js';

/** Column, and two values to compare it with, the lower one first. */
export interface Probe {
  readonly column: string;
  readonly values: readonly [string, string];
}

/** Probes of every kind. The text has every character that means something in a pattern. */
export const probes = {
  text: { column: 'text', values: ["50%_!*?['", 'Zoë\\'] },
  tinyint: { column: 'tinyint', values: ['-128', '127'] },
  smallint: { column: 'smallint', values: ['-32768', '32767'] },
  mediumint: { column: 'mediumint', values: ['-8388608', '8388607'] },
  integer: { column: 'integer', values: ['7', '2147483647'] },
  bigint: { column: 'bigint', values: ['9007199254740993', '9223372036854775807'] },
  decimal: { column: 'decimal', values: ['0.1', '12345678901234567890.123'] },
  real: { column: 'real', values: ['0.1', '1e3'] },
  float: { column: 'float', values: ['0.1', '1e300'] },
  boolean: { column: 'boolean', values: ['false', 'true'] },
  date: { column: 'date', values: ['2024-02-29', '2024-03-31'] },
  datetime: { column: 'datetime', values: ['2024-03-01T10:00:00Z', '2024-03-31T10:00:00.123456Z'] },
  datetimeDay: { column: 'datetime', values: ['2024-03-01', '2024-03-31'] },
  instant: { column: 'instant', values: ['2024-03-01T10:00:00Z', '2024-03-31T10:00:00.123456Z'] },
  instantDay: { column: 'instant', values: ['2024-03-01', '2024-03-31'] },
  time: { column: 'time', values: ['09:30', '17:00:00.5'] },
  uuid: { column: 'uuid', values: ['0F8FAD5B-D9CB-469F-A165-70867728950E', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] },
  enum: { column: 'enum', values: ['small', 'large'] },
  json: { column: 'json', values: ['{}', '[]'] },
  opaque: { column: 'opaque', values: ['00', 'ff'] },
} as const satisfies Readonly<Record<string, Probe & { readonly column: SampleColumnName }>>;
