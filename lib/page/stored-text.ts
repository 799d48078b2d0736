import type { Dialect } from '../dialects/index.js';
import { type ValueFacts, type ValueKindName, valueKinds } from '../values/index.js';
import { isStoredDate, isStoredDateTime, isStoredTime } from './stored-dates.js';

/** What decides which texts a column can hold. */
export interface Holder {
  readonly kind: ValueKindName;
  /** Whether it is the position of a member that is carried. */
  readonly positional: boolean;
  readonly dialect: Dialect;
  readonly facts: ValueFacts;
  readonly precision?: number | null | undefined;
  readonly scale?: number | null | undefined;
}

/**
 * Whether a text can be the value of a column as its database prints it. Whatever else a cursor brings would fail as an
 * operand, and a client can make a cursor up where there is no secret. It is another question than whether a client may ask
 * for the value: PostgreSQL's dates know infinity.
 */
export function isStoredText(text: string, holder: Holder): boolean {
  return holder.positional ? isPosition(text, holder) : checks[holder.kind](text, holder);
}

type Check = (text: string, holder: Holder) => boolean;

const asRead: Check = (text, { kind, facts }) => valueKinds[kind].read(text, facts).ok;

/** Without the column's own facts: where sizes are loose, so is its being unsigned. */
const asWholeNumber: Check = (text, holder) =>
  holder.dialect.looseSizes ? valueKinds.bigint.read(text, { zone: 'UTC' }).ok : asRead(text, holder);

const checks: Readonly<Record<ValueKindName, Check>> = {
  text: asRead,
  tinyint: asWholeNumber,
  smallint: asWholeNumber,
  mediumint: asWholeNumber,
  integer: asWholeNumber,
  bigint: asWholeNumber,
  decimal: (text, holder) => isNotFinite(text, holder) || isDecimal(text, holder),
  real: (text, holder) => isNotFinite(text, holder) || asRead(text, holder),
  float: (text, holder) => isNotFinite(text, holder) || asRead(text, holder),
  boolean: asRead,
  date: (text, { dialect }) => isStoredDate(text, dialect),
  datetime: (text, { dialect }) => isStoredDateTime(text, dialect),
  time: (text, { dialect }) => isStoredTime(text, dialect),
  uuid: asRead,
  enum: asRead,
  json: () => false,
  // Of what is not known, only bytes have a text that can be told.
  opaque: (text) => /^([0-9A-Fa-f]{2})*$/.test(text),
};

/** Zero is the position of the empty text that MySQL keeps for what is no member. */
function isPosition(text: string, { facts: { members = [] } }: Holder): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= members.length;
}

const notFinite: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);

function isNotFinite(text: string, { dialect }: Holder): boolean {
  return dialect.boundlessValues && notFinite.has(text);
}

/** As many digits as the engine takes where the column does not say. */
const mostDigits = 1_000;

/** How many of them may stand after the point of an operand; see {@link Dialect.decimalOperand}. */
const mostFraction = 30;

/** With an exponent, where the driver makes a JavaScript number of a decimal. */
function isDecimal(text: string, { dialect, facts, precision, scale }: Holder): boolean {
  const [, digits, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (digits === undefined) return dialect.looseSizes && valueKinds.float.read(text, facts).ok;
  const room = dialect.looseSizes ? mostDigits : (precision ?? mostDigits) - (scale ?? 0);
  if (fraction.length > mostFraction && !dialect.boundlessValues) return false;
  return text.length <= mostDigits && digits.replace(/^0+(?=\d)/, '').length <= Math.max(room, 1);
}
