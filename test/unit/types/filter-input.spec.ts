import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { builtInOperators } from '../../../lib/operators/index.js';
import { type Compilation, compile, fixtureFolder } from '../../types/support/compile.js';
import { readmeSources } from '../../types/support/readme.js';
import { circle, nothing, wideEntity } from '../../types/support/graphs.js';
import { share } from '../../support/thorough.js';

const fixtures = readdirSync(fixtureFolder).filter((name) => name.endsWith('.ts'));

const readme = readmeSources();

/** Mistakes and the compiler's message for each. */
// prettier-ignore
const cases: [code: string, said: string, why: string][] = [
  [`{ filters: { titel: 'a' } }`, `'titel' does not exist in type 'FilterInput<Post>'. Did you mean to write 'title'?`, 'a typo'],
  [`{ filters: { author: { nam: 'a' } } }`, `'nam' does not exist in type 'readonly RelationKey[] | ToOneFilter<Author>'`, 'one hop away'],
  [`{ filters: { tags: { $some: { nam: 'a' } } } }`, `'nam' does not exist in type 'FilterInput<Tag>'`, 'in a quantifier'],
  [`{ filters: { title: { $contians: 'a' } } }`, `'$contians' does not exist in type 'readonly (string | bigint)[] | TextOperators<string | bigint>'`, 'no operator'],
  [`{ filters: { active: { $lt: true } } }`, `'$lt' does not exist in type 'readonly boolean[] | EqualityOperators<boolean>'`, 'an operator of others'],
  [`{ filters: { language: 'de' } }`, `Type '"de"' is not assignable to type 'Shorthand<"en" | "fr"> | EqualityOperators<"en" | "fr"> | undefined'`, 'the members are named'],
  [`{ filters: { id: { $between: [1] } } }`, 'Source has 1 element(s) but target requires 2', 'half a range'],
  [`{ filters: { file: { $contains: 'a' } } }`, `'$contains' does not exist in type 'NullOperators'`, 'an opaque column'],
  [`{ filters: { labels: { $contains: 'a' } } }`, `'$contains' does not exist in type 'readonly (string | bigint)[] | ListOperators<string | bigint>'`, 'an operator of text on a list'],
  [`{ filters: { labels: { $in: ['a'] } } }`, `'$in' does not exist in type 'readonly (string | bigint)[] | ListOperators<string | bigint>'`, 'an operator of one value on a list'],
  [`{ filters: { labels: { $has: ['a', 'b'] } } }`, `Type 'string[]' is not assignable to type 'string | bigint | undefined'`, 'more values than one for $has'],
  [`{ filters: { labels: ['a', 5] } }`, `Type 'number' is not assignable to type 'string | bigint'`, 'a value that the list cannot have'],
  [`{ filters: { settings: { $contains: 'dark' } } }`, `'$contains' does not exist in type 'DocumentFilter'`, 'an operator of text on a document'],
  [`{ filters: { settings: { theme: { $contians: 'a' } } } }`, `'$contians' does not exist in type 'Date | DocumentFilter | readonly ScalarValue[] | UntypedOperators'`, 'no operator, at a path of a document'],
  [`{ sort: 'titel:desc' }`, `Type '"titel:desc"' is not assignable to type 'SortInput<Post, "asc" | "desc"> | undefined'. Did you mean '"title:desc"'?`, 'a typo in a sort key'],
  [`{ sort: ['titel'] }`, `Type '"titel"' is not assignable to type 'SortTerm<Post, "asc" | "desc"> | SortObject<Post>'. Did you mean '"title"'?`, 'in a list'],
  [`{ sort: 'title:descending' }`, `Type '"title:descending"' is not assignable to type 'SortInput<Post, "asc" | "desc"> | undefined'`, 'the directions are named'],
  [`{ sort: ['title:up'] }`, `Type '"title:up"' is not assignable to type 'SortTerm<Post, "asc" | "desc"> | SortObject<Post>'`, 'the directions of a list'],
  [`{ sort: { title: 'descending' } }`, `Type '"descending"' is not assignable to type '"asc" | "desc" | `, 'the directions of an object'],
  [`{ pagination: { page: 2, start: 3 } }`, `'PaginationError<"start does not mix with page, pageSize, after or before">'`, 'two styles'],
  [`{ pagination: { start: 3, pageSize: 20 } }`, `'PaginationError<"start does not mix with page, pageSize, after or before">'`, 'the size of another style'],
  [`{ pagination: { page: 2, limit: 20 } }`, `'PaginationError<"limit does not mix with page, pageSize, after or before">'`, 'the limit of another style'],
  [`{ pagination: { after: 'x', page: 2 } }`, `'PaginationError<"after does not mix with page, start, limit or before">'`, 'a cursor and a number'],
  [`{ pagination: { page: '2' } }`, `Type 'string' is not assignable to type 'number'`, 'a number as a text'],
  [`{ sort: { author: { nam: 'asc' } } }`, `'nam' does not exist in type 'SortObject<Author>'`, 'in an object'],
];
const head = `import type { QueryInput } from '../../lib/contract/index.js';\nimport type { Post } from './entities.js';\n`;
const mistakes = cases.map(([code], index) => `export const query${index}: QueryInput<Post> = ${code};`).join('\n');

/** An error that is expected, and not there. */
const wanting = `// @ts-expect-error there is nothing wrong\nexport const fine = 1;\n`;

/** All of it at once: most of the work is to read TypeORM's and Nest's types. */
const { errors } = compile(fixtures, { ...readme, 'wanting.ts': wanting, 'messages.ts': head + mistakes });

/** The types alone, of which a fixture has made more. */
const base = compile([], { 'graph.ts': nothing });

describe('the fixtures', () => {
  it.each(fixtures)('%s compiles, but for the lines that say that they do not', (name) => {
    expect(errors.get(name) ?? []).toEqual([]);
  });

  it.each(Object.keys(readme))('%s, an example of the README, compiles as it stands', (name) => {
    expect(errors.get(name) ?? []).toEqual([]);
  });

  it('are all that is wrong', () => {
    expect([...errors.keys()].sort()).toEqual(['messages.ts', 'wanting.ts']);
  });

  it('would be found wanting: an error that is expected and not there is an error', () => {
    expect(errors.get('wanting.ts')).toMatchObject([{ line: 1, code: 2578 }]);
  });
});

describe('messages', () => {
  const found = errors.get('messages.ts') ?? [];

  it.each(cases)('%s: %s (%s)', (code, said) => {
    const line = cases.findIndex(([other]) => other === code) + 3;
    expect(found.filter((error) => error.line === line).map(({ message }) => message)).toEqual([
      expect.stringContaining(said),
    ]);
  });
});

describe('operators', () => {
  const families: [type: string, kinds: readonly unknown[]][] = [
    ['NullOperators', ['every']],
    ['EqualityOperators', ['every', 'comparable']],
    ['OrderedOperators', ['every', 'comparable', 'ordered', 'ranged']],
    ['ListOperators', ['every', 'lists']],
    ['TextOperators', ['every', 'comparable', 'ordered', 'ranged', 'textual']],
  ];
  it.each(families)('%s has the operators of the table, and $not', (type, kinds) => {
    const tokens = builtInOperators.filter((operator) => kinds.includes(operator.kinds)).map(({ token }) => token);
    expect(membersOf(type, base)).toEqual([...tokens, '$not'].sort());
  });

  it('ListOperators has the operators of lists, and $not', () => {
    const tokens = ['$empty', '$has', '$hasEvery', '$hasSome', '$not', '$notNull', '$null'];
    expect(membersOf('ListOperators', base)).toEqual(tokens);
  });

  it('every family of the table has its type', () => {
    const known = families.flatMap(([, kinds]) => kinds);
    expect(builtInOperators.filter(({ kinds }) => !known.includes(kinds))).toEqual([]);
  });
});

describe('cost, beyond that of an empty file', () => {
  // Measured, and half as much again. What grows with the square of the graph is seen at once.
  // prettier-ignore
  const graphs: [what: string, source: string, instantiations: number, types: number][] = [
    ['60 columns', wideEntity(60), 8_000, 1_500],
    ['12 entities in a circle', circle({ entities: 12, columns: 5, telling: true }), 38_000, 17_000],
    ['12 entities that nothing tells from embedded objects', circle({ entities: 12, columns: 5, telling: false }), 39_000, 14_000],
    ['12 entities with 60 columns each', circle({ entities: 12, columns: 60, telling: true }), 100_000, 135_000],
  ];

  it.each(share(graphs, 2, 0))('%s', (_what, source, instantiations, types) => {
    const cost = compile([], { 'graph.ts': source });
    expect(cost.errors.get('graph.ts') ?? []).toEqual([]);
    expect(cost.instantiations - base.instantiations).toBeLessThan(instantiations);
    expect(cost.types - base.types).toBeLessThan(types);
  });
});

/** The names of an exported interface's members, its own and those it extends. */
function membersOf(name: string, { program }: Compilation): string[] {
  const file = program.getSourceFiles().find(({ fileName }) => fileName.endsWith('/lib/contract/filters.ts'));
  const declaration = file?.statements.filter(ts.isInterfaceDeclaration).find((node) => node.name.text === name);
  if (declaration === undefined) throw new Error(`there is no interface ${name}`);
  const type = program.getTypeChecker().getTypeAtLocation(declaration.name);
  return type
    .getProperties()
    .map((property) => property.name)
    .sort();
}
