import { accepted, asText, refused } from './canonical.js';
import type { ValueKind } from './value-kind.js';

/** MySQL compares a bound decimal exactly as DECIMAL(65, 30) and no wider: 35 digits before the point and 30 after it. */
const mostWhole = 35;
const mostFraction = 30;

const expectation =
  `must be a decimal number such as -12.5, without an exponent, ` +
  `with at most ${mostWhole} digits before the point and ${mostFraction} after it`;

const shape = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/** Exact decimals, kept as text: a JavaScript number would be another number. */
export const decimal: ValueKind = {
  ...asText,
  name: 'decimal',
  ordered: true,
  ranged: true,
  comparable: true,
  textual: false,
  numeric: true,
  expects: () => expectation,
  read,
  // A number whose own text has an exponent, or is NaN, is refused by the shape like any other text.
  readNative: (value) => {
    if (typeof value === 'bigint') return read(value.toString());
    const isExact = typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return isExact ? read(value.toString()) : refused(expectation);
  },
};

function read(text: string) {
  const [, sign = '', digits = '', decimals = ''] = shape.exec(text) ?? [];
  if (digits === '') return refused(expectation);
  const whole = digits.replace(/^0+(?=[0-9])/, '');
  const fraction = withoutTrailingZeros(decimals);
  if (whole.length > mostWhole || fraction.length > mostFraction) return refused(expectation);
  const magnitude = fraction === '' ? whole : `${whole}.${fraction}`;
  return accepted(magnitude === '0' ? '0' : sign + magnitude);
}

/** A loop, because `/0+$/` starts anew at every run of zeros and takes quadratic time on a long text of them. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
