/** Writes the pattern of the whole numbers from 0 to a greatest one, because no keyword limits a number in a text. */
export function digitsWithin(most: bigint): string {
  const digits = most.toString();
  const shorter = digits.length > 1 ? [`[0-9]{1,${digits.length - 1}}`] : [];
  const smaller = [...digits].flatMap((digit, index) => smallerAt(digits, index, Number(digit)));
  return [...shorter, ...smaller, digits].join('|');
}

/** Writes the numbers that share the greatest one's beginning and then have a smaller digit. */
function smallerAt(digits: string, index: number, digit: number): readonly string[] {
  const least = index === 0 && digits.length > 1 ? 1 : 0;
  if (digit <= least) return [];
  const rest = digits.length - index - 1;
  const any = rest === 0 ? '' : `[0-9]{${rest}}`;
  return [`${digits.slice(0, index)}[${least}-${digit - 1}]${any}`];
}
