import { parse, stringify } from 'node:querystring';

/** How a handler written by hand reads what it knows the kind of. */
const readers = {
  number: Number,
  boolean: (text) => text === 'true',
  string: (text) => text,
  date: (text) => new Date(text),
  numbers: (text) => text.split(',').map(Number),
  strings: (text) => text.split(','),
};

function kindOf(value) {
  if (value instanceof Date) return 'date';
  return Array.isArray(value) ? `${typeof value[0]}s` : typeof value;
}

/** Parameters as flat keys of a query string, and the reader that a handler for them alone would have. */
export function flatParameters(p) {
  const kinds = Object.entries(p).map(([name, value]) => [name, readers[kindOf(value)]]);
  const written = Object.entries(p).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : String(value),
  ]);
  const text = stringify(Object.fromEntries(written));
  return () => {
    const given = parse(text);
    const values = {};
    for (const [name, read] of kinds) values[name] = read(given[name]);
    return values;
  };
}
