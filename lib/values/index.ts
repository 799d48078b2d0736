import { boolean } from './kinds/boolean.js';
import { date } from './kinds/date.js';
import { datetime } from './kinds/datetime.js';
import { decimal } from './kinds/decimal.js';
import { enumeration } from './kinds/enum.js';
import { float, real } from './kinds/float.js';
import { opaque } from './kinds/opaque.js';
import { text } from './kinds/text.js';
import { time } from './kinds/time.js';
import { uuid } from './kinds/uuid.js';
import type { ValueKind } from './value-kind.js';
import type { ValueKindName } from './value.js';
import { wholeNumber } from './kinds/whole-number.js';

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
export { midnightOf } from './calendar/calendar.js';
export { clockOf, lastUpTo } from './calendar/clock.js';
export { canonicalNumber, endOfDigits } from './canonical-number.js';
export { declaredCharacters } from './charsets.js';
export type { Characters } from './charsets.js';
export { isYear, isZoned, kindOfColumn } from './columns/column-kinds.js';
export type { ColumnFacts } from './columns/column-kinds.js';
export { declarableKinds } from './columns/declared-kinds.js';
export { keptKind } from './columns/kept-kinds.js';
export { elementKinds, listTypeOf } from './columns/list-types.js';
export type { ListType } from './columns/list-types.js';
export { memberPosition, storedKindOf } from './stored-kinds.js';
export type { BindFacts, ColumnTraits, StoredKind, ValueKind, WholeNumberBounds } from './value-kind.js';
export type { Day, FilterValue, Instant, Reading, ValueFacts, ValueKindName } from './value.js';
