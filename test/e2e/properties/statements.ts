import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { conjunctIn } from './conjunct.js';
import type { Laboratory } from './database.js';
import type { EntityName } from './expected-model.js';
import type { Handler } from './handlers.js';

/** Every word and literal that the text of a condition may be made of, on any engine. */
const words = new Set(
  (
    'AND OR NOT IN CONCAT LEFT ANY ALL IS NULL TRUE FALSE BETWEEN LIKE ILIKE GLOB ESCAPE COLLATE BINARY LOWER EXISTS COALESCE SELECT COUNT ' +
    "FROM INNER JOIN ON WHERE CASE WHEN THEN ELSE END CAST AS CONVERT USING DECIMAL INTEGER utf8mb4 utf8mb4_bin '!' 0 1 65 30 " +
    "JSON_VALID JSON_TYPE JSONB_TYPEOF JSON_TYPEOF JSON_TABLE NULLIF COLUMNS JSON PATH nf_json v '$' 'null' 'NULL'"
  ).split(' '),
);

/** Names of two of PostgreSQL's collations. */
const collations = new Set(['default', 'C']);

const quoted = /["`]([^"`]*)["`]/g;
const parameter = /:(?:\.{3})?(\w+)/g;
const token = /'[^']*'|\w+|[^\w\s'(),.=<>*]/g;

/** A column of a table of JSON, in which MariaDB reads several parts of one document. */
const jsonColumn = /^v\d$/;

/**
 * What is wrong with the text of a statement: more or less than one conjunct beside the handler's own, anything in it
 * that is neither a word of ours, a name from the metadata, an alias of ours nor a parameter of ours.
 */
export function faultsOf(
  laboratory: Laboratory,
  root: EntityName,
  handler: Handler,
  builder: SelectQueryBuilder<ObjectLiteral>,
): string[] {
  const conjunct = conjunctIn(laboratory, root, handler, builder.getQuery());
  if (conjunct === undefined) return ['it adds other than one conjunct, or changes what the handler said'];
  const names = [...conjunct.matchAll(quoted)].map(([, name = '']) => name);
  const inMetadata = namesIn(laboratory);
  const own = Object.keys(builder.getParameters()).filter((name) => !Object.hasOwn(handler.parameters ?? {}, name));
  const used = new Set([...conjunct.matchAll(parameter)].map(([, name = '']) => name));
  const rest = conjunct.replace(quoted, ' ').replace(parameter, ' ');
  return [
    ...names
      .filter((name) => !inMetadata.has(name) && !collations.has(name) && !isAlias(name, root))
      .map((name) => `${name} is no name of ours`),
    ...own.filter((name) => !/^nf_p\d+$/.test(name)).map((name) => `${name} is no parameter of ours`),
    ...own.filter((name) => !used.delete(name)).map((name) => `${name} is bound and not used`),
    ...[...used].map((name) => `${name} is used and not bound`),
    ...Object.entries(handler.parameters ?? {})
      .filter(([name, value]) => builder.getParameters()[name] !== value)
      .map(([name]) => `the handler's parameter ${name} has another value`),
    ...(rest.match(token) ?? [])
      .filter((word) => !words.has(word) && !jsonColumn.test(word))
      .map((word) => `${word} stands in the text`),
  ];
}

function isAlias(name: string, root: EntityName): boolean {
  return name === root.toLowerCase() || /^nf_\d+$/.test(name);
}

const namesOf = new WeakMap<object, ReadonlySet<string>>();

/** Every name of a schema, a table or a column that TypeORM knows. */
function namesIn({ source }: Laboratory): ReadonlySet<string> {
  const existing = namesOf.get(source);
  if (existing !== undefined) return existing;
  const names = new Set(
    source.entityMetadatas.flatMap(({ tablePath, columns }) => [
      ...tablePath.split('.'),
      ...columns.map(({ databaseName }) => databaseName),
    ]),
  );
  namesOf.set(source, names);
  return names;
}

/** The values made by `replaceValues` that stand in a text, names aside. */
export function valuesIn(text: string): readonly string[] {
  return text.replace(quoted, ' ').match(/zq|7340|2077|draft|published|archived/g) ?? [];
}
