import { boolean, enumeration, opaque, text, uuid } from './texts.js';
import { date, datetime, time } from './dates.js';
import { decimal, float, real, wholeNumber } from './numbers.js';
import { ofWholeKinds } from '../dialects/index.js';
import type { ValueKind, ValueKindName } from './value.js';

/** Every kind of value: how it is read, printed, bound and stored. A new one is a file here and a row. */
export const valueKinds: Readonly<Record<ValueKindName, ValueKind>> = Object.freeze({
  text,
  ...ofWholeKinds(wholeNumber),
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
export { midnightOf } from './calendar.js';
export { atMidnight, startOf } from './dates.js';
export { clockOf, lastUpTo } from './clock.js';
export {
  bindFloat,
  bindWholeNumber,
  canonicalNumber,
  endOfDigits,
  declaredCharacters,
  isRange,
  lastShownAs,
  memberPosition,
  storedKindOf,
} from './value.js';
export type {
  BindFacts,
  ColumnTraits,
  StoredKind,
  ValueKind,
  WholeNumberBounds,
  Day,
  FilterValue,
  Instant,
  ValueResult,
  ValueFacts,
  ValueKindName,
} from './value.js';
export {
  isYear,
  isZoned,
  kindOfColumn,
  declarableKinds,
  keptKind,
  shortRealOf,
  elementKinds,
  listTypeOf,
} from './columns.js';
export type { ColumnFacts, ListType } from './columns.js';
