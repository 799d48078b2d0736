/**
 * Returns a number without an exponent, and without a fraction that is zero. Undefined for one that no double can hold,
 * where the engine keeps doubles.
 *
 * @param asDoubles whether the engine keeps a number with a fraction or an exponent, or of more than 64 bits, as a
 *   double
 */
export function digitsOf(text: string, asDoubles: boolean): string | undefined {
  if (!asDoubles || isInt64(text)) return plain(text);
  const double = Number(text);
  if (!Number.isFinite(double)) return undefined;
  return Number.isInteger(double) ? String(BigInt(double)) : plain(String(double));
}

function isInt64(text: string): boolean {
  return /^-?\d+$/.test(text) && BigInt(text) === BigInt.asIntN(64, BigInt(text));
}

function plain(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const shift = Number(exponent);
  const digits = shift < 0 ? `${'0'.repeat(-shift)}${whole}${fraction}` : `${whole}${fraction.padEnd(shift, '0')}`;
  const point = whole.length + Math.max(shift, 0);
  const kept = digits.slice(point).replace(/0+$/, '');
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  return `${sign}${integer}${kept === '' ? '' : `.${kept}`}`;
}

/** True for a number with more digits before its point than so many. */
export function isBeyond(digits: string, most: number): boolean {
  return digits.replace('-', '').replace(/\..*$/, '').length > most;
}
