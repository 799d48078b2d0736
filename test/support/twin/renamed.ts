/** The names that the library gives in a statement, which go on from what was named in it before. */
const ownName = /\bnf_\d+\b/g;

/**
 * Returns a text, or a value with texts, in which the library's own names are numbered in the order in which they
 * appear: two statements that differ in nothing but the choice of names are one.
 */
export function renamed(value: unknown): unknown {
  const names = new Map<string, string>();
  return mapTexts(value, (text) =>
    text.replace(ownName, (name) => {
      const known = names.get(name) ?? `nf_${names.size + 1}`;
      names.set(name, known);
      return known;
    }),
  );
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((member) => mapTexts(member, map));
  return value;
}
