const functions: Readonly<Record<string, string>> = {
  $avg: 'average',
  $sum: 'sum of',
  $min: 'least',
  $max: 'greatest',
};

/**
 * Returns a name of the list as words: `priceLevel` is Price level, `reviews.$count` is Number of reviews, and
 * `reviews.$avg.stars` is Average stars of reviews.
 */
export function labelOf(name: string): string {
  const segments = name.split('.');
  const last = segments.at(-1);
  if (last === '$count') return sentence(`number of ${segments.slice(0, -1).join(' ')}`);
  const [of = '', row = '', ...field] = segments;
  if (row in functions) return sentence(`${functions[row]} ${field.join(' ')} of ${of}`);
  const isName = segments.length > 1 && last === 'name';
  return sentence((isName ? segments.slice(0, -1) : segments).join(' '));
}

function sentence(text: string): string {
  const words = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const languages = new Intl.DisplayNames('en', { type: 'language' });

/** Returns a value of a field as a person reads it. */
export function valueLabel(name: string, kind: string, value: string | number | boolean | null): string {
  if (value === null) return 'None';
  if (kind === 'boolean') return String(value) === 'true' ? 'Yes' : 'No';
  const text = String(value);
  if (name === 'languages' && /^[a-z]{2}$/.test(text)) return languages.of(text) ?? text;
  return kind === 'enum' ? sentence(text) : text;
}
