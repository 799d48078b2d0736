import { createHash } from 'node:crypto';
import type { IndexDialect } from '../dialects/index.js';
import type { Want, WantedKey } from './want.js';

/** Greatest length of a name on every engine. */
const longest = 55;

/** Facts beside a want that decide its statements. */
interface Surroundings {
  readonly dialect: Pick<IndexDialect, 'method'>;
  readonly escape: (name: string) => string;
  /** Names of indexes that there are. The name of each new one is added. */
  readonly taken: Set<string>;
  /** Schema of each extension that is there, escaped. */
  readonly extensions: ReadonlyMap<string, string>;
}

/** Returns the statements that make a wanted index. */
export function statementsOf(want: Want, { dialect, escape, taken, extensions }: Surroundings): readonly string[] {
  const { table, keys, method } = want;
  const missing = keys.flatMap(({ extension }) =>
    extension === undefined || extensions.has(extension) ? [] : extension,
  );
  // The direction of a key matters only beside others.
  const isMixed = new Set(keys.slice(want.inAnyOrder).map(({ isDescending = false }) => isDescending)).size > 1;
  const written = keys.map(
    (key) => `${classed(key, extensions)}${isMixed && key.isDescending === true ? ' DESC' : ''}`,
  );
  const name = nameOf(want, taken);
  taken.add(name);
  return [
    ...missing.map((extension) => `CREATE EXTENSION IF NOT EXISTS ${extension}`),
    `CREATE INDEX ${escape(name)} ON ${table.sql} ${dialect.method(method)}(${written.join(', ')})`,
  ];
}

function classed(
  { sql, isExpression, operatorClass, extension, written }: WantedKey,
  schemas: Surroundings['extensions'],
): string {
  const schema = extension === undefined ? undefined : schemas.get(extension);
  const key = isExpression && !sql.startsWith('(') ? `(${sql})` : (written ?? sql);
  const name = schema === undefined ? operatorClass : `${schema}.${operatorClass}`;
  return name === undefined ? key : `${key} ${name}`;
}

/** Makes a name that tells the table and the keys, and that no index has. */
function nameOf({ table, keys, uses, method }: Want, taken: ReadonlySet<string>): string {
  const digest = createHash('sha256')
    .update(keys.map(({ sql }) => sql).join())
    .digest('hex')
    .slice(0, 8);
  const path = uses[0]?.path ?? '';
  const words = keys.map(({ sql, isExpression }) => wordsOf(isExpression ? path : sql));
  const plain = [table.path.split('.').at(-1) ?? '', ...words].join('_');
  const isWhole = plain.length <= longest && keys.every(({ isExpression }) => !isExpression);
  const name = isWhole ? `${plain}_${method === 'gin' ? 'gin' : 'idx'}` : `${plain.slice(0, longest - 9)}_${digest}`;
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, longest - 3)}${number}`;
  return free;
}

function wordsOf(text: string): string {
  return (text.match(/\w+/g) ?? []).join('_');
}
