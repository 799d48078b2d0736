/** Sources of entity graphs that are as large as they come, to see that types stay cheap on them. */

const imports = `import type { FieldName, FilterInput, QueryInput, RelationName, SortInput, SortKey } from '../../lib/contract/index.js';\n`;

/** The baseline: a program that uses none of the types. Other programs' costs are counted from here. */
export const nothing = `${imports}export type Names = FieldName<{ a: string }>;\n`;

const columnTypes = ['string', 'number', 'Date | null', 'boolean', "'a' | 'b' | 'c'", 'bigint', 'string[]', 'unknown'];

/** One entity with many columns, each of which is asked about and sorted by. */
export function wideEntity(columns: number): string {
  const names = Array.from({ length: columns }, (_, index) => `column${index}`);
  const properties = names.map((name, index) => `${name}: ${columnTypes[index % columnTypes.length]};`);
  const conditions = names.map((name) => `${name}: { $null: false, $not: { $null: true } }`);
  return `${imports}
interface Wide { ${properties.join(' ')} }
export const query: QueryInput<Wide> = {
  filters: { ${conditions.join(', ')}, $or: [{ column0: { $contains: 'a' } }, { $not: { column1: { $gt: 5 } } }] },
  sort: ['column0:desc', 'column5:asc:nullsLast', { column3: 'desc' }],
};
export const fields: FieldName<Wide>[] = ['column0', 'column6'];
`;
}

export interface Circle {
  readonly entities: number;
  readonly columns: number;
  /** True if rows have an `id` and occur in lists, which distinguishes an entity from an embedded object. */
  readonly telling: boolean;
}

/** Entities that are all related to each other and to themselves, with every type made of every one of them. */
export function circle({ entities, columns, telling }: Circle): string {
  const indexes = Array.from({ length: entities }, (_, index) => index);
  const classes = indexes.map((self) => {
    const id = telling ? 'id!: number;' : '';
    const own = Array.from(
      { length: columns },
      (_, column) => `c${self}x${column}!: ${column % 2 ? 'string' : 'number'};`,
    );
    const related = indexes.map(
      (other) => `e${self}x${other}!: E${other}${telling && (self + other) % 2 ? '[]' : ' | null'};`,
    );
    return `class E${self} { ${id} ${own.join(' ')} ${related.join(' ')} }`;
  });
  const uses = indexes.map(
    (self) => `
export const query${self}: QueryInput<E${self}> = {
  filters: { e${self}x1: { e1x2: { e2x3: { e3x0: { c0x1: { $contains: 'a' } } } } }, $not: { e${self}x0: { c0x0: 5 } } },
  sort: ['c${self}x0:desc', 'e${self}x1.c1x1:asc:nullsLast', { e${self}x1: { e1x2: { c2x1: 'desc' } } }],
};
export const fields${self}: FieldName<E${self}>[] = ['c${self}x0'];
export const relations${self}: RelationName<E${self}>[] = ['e${self}x1'];`,
  );
  return [imports, ...classes, ...uses].join('\n');
}
