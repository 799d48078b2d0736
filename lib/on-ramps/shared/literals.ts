/** Prints a value as TypeScript: `{ name: 'age', operators: ['$eq'] }`. What is undefined is left out. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  if (members.length === 0) return '{}';
  return `{ ${members.map(([name, each]) => `${keyOf(name)}: ${literal(each)}`).join(', ')} }`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** Prints a call with an object of options, a line for each; without options, the call alone. */
export function call(name: string, first: readonly string[], options: object): string {
  const members = Object.entries(options).filter(([, value]) => value !== undefined);
  if (members.length === 0) return `${name}(${first.join(', ')})`;
  const lines = members.map(
    ([key, value]) => `  ${keyOf(key)}: ${value instanceof Code ? value.text : literal(value)},`,
  );
  return `${name}(${[...first, `{\n${lines.join('\n')}\n}`].join(', ')})`;
}

/** A text that is printed as it is, such as a call. */
export class Code {
  constructor(readonly text: string) {}
}

/** Returns a list, or undefined in place of an empty one. */
export function listOf<Member>(members: readonly Member[]): readonly Member[] | undefined {
  return members.length === 0 ? undefined : members;
}
