import { accepted, asText, refused } from '../canonical.js';
import { float } from './float.js';
import { isNotFinite } from '../stored-kinds.js';
import type { ColumnTraits, ValueKind } from '../value-kind.js';

/**
 * Digits of a decimal in a request. MySQL compares a bound decimal exactly as DECIMAL(65, 30) and no wider: 35 digits
 * before the point and 30 after it.
 */
const mostWhole = 35;
const mostFraction = 30;

const expectation =
  `must be a decimal number such as -12.5, without an exponent, ` +
  `with at most ${mostWhole} digits before the point and ${mostFraction} after it`;

const form = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/** Exact decimals, kept as text, because a JavaScript number would round them. */
export const decimal: ValueKind = {
  ...asText,
  name: 'decimal',
  ordered: true,
  ranged: true,
  comparable: true,
  textual: false,
  storedAs: 'decimal',
  numeric: true,
  expects: () => expectation,
  read,
  // A number printed with an exponent, or as NaN, is refused like any other text.
  readNative: (value) => {
    if (typeof value === 'bigint') return read(value.toString());
    const isExact = typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return isExact ? read(value.toString()) : refused(expectation);
  },
  isStored: (text, column) => isNotFinite(text, column) || isStoredDecimal(text, column),
};

function read(text: string) {
  const [, sign = '', digits = '', decimals = ''] = form.exec(text) ?? [];
  if (digits === '') return refused(expectation);
  const whole = digits.replace(/^0+(?=[0-9])/, '');
  const fraction = withoutTrailingZeros(decimals);
  if (whole.length > mostWhole || fraction.length > mostFraction) return refused(expectation);
  const magnitude = fraction === '' ? whole : `${whole}.${fraction}`;
  return accepted(magnitude === '0' ? '0' : sign + magnitude);
}

/** Greatest number of digits before an operand's point where the column's precision is unknown. */
const mostDigits = 1_000;

/**
 * Returns true where a column can hold a decimal. It has an exponent where the driver made a JavaScript number of it.
 */
function isStoredDecimal(text: string, { dialect, facts, precision, scale }: ColumnTraits): boolean {
  const [, digits, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (digits === undefined) return dialect.looseSizes && float.read(text, facts).ok;
  const room = dialect.looseSizes ? mostDigits : (precision ?? mostDigits) - (scale ?? 0);
  if (fraction.length > dialect.mostDecimals) return false;
  return text.length <= mostDigits && digits.replace(/^0+(?=\d)/, '').length <= Math.max(room, 1);
}

/**
 * Removes trailing zeros, by a loop, because `/0+$/` starts anew at every run of zeros and takes quadratic
 * time on a long text of them.
 */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
