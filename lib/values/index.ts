import { boolean } from './boolean.js';
import { date } from './date.js';
import { datetime } from './datetime.js';
import { decimal } from './decimal.js';
import { enumeration } from './enum.js';
import { float, real } from './float.js';
import { opaque } from './opaque.js';
import { text } from './text.js';
import { time } from './time.js';
import { uuid } from './uuid.js';
import type { ValueKind } from './value-kind.js';
import type { ValueKindName } from './value.js';
import { wholeNumber } from './whole-number.js';

export { canonicalNumber, endOfDigits } from './canonical-number.js';
export { declaredCharacters } from './charsets.js';
export type { Characters } from './charsets.js';
export { isYear, isZoned, kindOfColumn } from './column-kinds.js';
export type { ColumnShape } from './column-kinds.js';
export { declarableKinds } from './declared-kinds.js';
export { elementKinds, listTypeOf } from './list-types.js';
export type { ListType } from './list-types.js';
export { memberPosition, storedKindOf } from './stored-kinds.js';
export type { BindFacts, ColumnTraits, StoredKind, ValueKind, WholeNumberBounds } from './value-kind.js';
export type { Day, FilterValue, Instant, Reading, ValueFacts, ValueKindName } from './value.js';

/** Every kind of value: how it is read, printed, bound and stored. A new one is a file here and a row. */
export const valueKinds: Readonly<Record<ValueKindName, ValueKind>> = Object.freeze({
  text,
  tinyint: wholeNumber('tinyint', 8n),
  smallint: wholeNumber('smallint', 16n),
  mediumint: wholeNumber('mediumint', 24n),
  integer: wholeNumber('integer', 32n),
  bigint: wholeNumber('bigint', 64n),
  decimal,
  real,
  float,
  boolean,
  date,
  datetime,
  time,
  uuid,
  enum: enumeration,
  json: opaque('json'),
  opaque: opaque('opaque'),
} satisfies Record<ValueKindName, ValueKind>);
