/*
 * Text of a CREATE INDEX, as SQLite keeps it. It is compared with expressions that this library writes, by its tokens.
 */

const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$\u0080-\uffff]+(?:\.\d+)?|\s+|./gs;

/** Returns an expression in one form: without spaces, quotes of names, outer brackets, and the case of its letters. */
export function normalized(expression: string): string {
  return withoutBrackets(tokensOf(expression)).join(' ');
}

/** Returns the keys of a CREATE INDEX, in one form, without their order and collation. */
export function keyTextsOf(statement: string): readonly string[] {
  const tokens = tokensOf(statement);
  const start = tokens.indexOf('(', tokens.indexOf('on'));
  if (start < 0) return [];
  return dividedAt(tokens.slice(start + 1)).map((key) => withoutBrackets(withoutEnd(key)).join(' '));
}

function tokensOf(text: string): readonly string[] {
  return (text.match(token) ?? []).filter((part) => part.trim() !== '').map(toPlain);
}

function toPlain(part: string): string {
  const first = part.charAt(0);
  if (first === "'") return part;
  if (first !== '"' && first !== '`' && first !== '[') return part.toLowerCase();
  const inner = part.slice(1, -1);
  return (first === '[' ? inner : inner.replaceAll(first + first, first)).toLowerCase();
}

/** Divides the tokens of a list at its commas, up to the bracket that ends it. */
function dividedAt(tokens: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const part of tokens) {
    if (part === ')' && depth === 0) break;
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (part === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(part);
  }
  return parts;
}

/** Leaves out a direction and a collation after a key. */
function withoutEnd(key: readonly string[]): readonly string[] {
  const last = key.at(-1);
  if (last === 'asc' || last === 'desc') return withoutEnd(key.slice(0, -1));
  return key.at(-2) === 'collate' ? key.slice(0, -2) : key;
}

function withoutBrackets(tokens: readonly string[]): readonly string[] {
  if (tokens[0] !== '(' || tokens.at(-1) !== ')') return tokens;
  const inner = tokens.slice(1, -1);
  let depth = 0;
  for (const part of inner) {
    if (part === '(') depth += 1;
    if (part === ')' && (depth -= 1) < 0) return tokens;
  }
  return withoutBrackets(inner);
}
