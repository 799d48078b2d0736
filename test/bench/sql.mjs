/** A list of values where the text says `column ${among(values)}`. */
class Among {
  constructor(values) {
    this.values = values;
  }
}

export const among = (values) => new Among(values);

/** SQL that is put into the text as it stands. */
class Verbatim {
  constructor(text) {
    this.text = text;
  }
}

export const verbatim = (text) => new Verbatim(text);

/** Writes parametrised SQL for an engine's driver: sql`SELECT … WHERE a = ${1} AND b ${among([2, 3])}`. */
export function writerFor(engine) {
  return (strings, ...values) => {
    const bound = [];
    const bind = (value) => {
      bound.push(engine === 'sqlite' ? forSqlite(value) : value);
      return engine === 'postgres' ? `$${bound.length}` : '?';
    };
    const written = values.map((value) => {
      if (value instanceof Verbatim) return value.text;
      if (!(value instanceof Among)) return bind(value);
      return engine === 'postgres' ? `= ANY(${bind(value.values)})` : `IN (${value.values.map(bind).join(', ')})`;
    });
    return { text: strings.reduce((text, part, index) => text + written[index - 1] + part), values: bound };
  };
}

function forSqlite(value) {
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '');
  return typeof value === 'boolean' ? Number(value) : value;
}
