import { type DocumentKind, type DocumentPath, documentKinds } from '../../dialects/index.js';
import { kindOfColumn, valueKinds } from '../../values/index.js';
import { type DeclaredField, refuseTransformer, wrongField } from './declared-field.js';
import type { ExpressionSchema, ListSchema } from '../columns/expression.js';

/**
 * Makes the expression of a JSON column. It is also NULL for a document that is JSON null. Requests can
 * only ask whether it is NULL.
 */
export function document(field: DeclaredField): ExpressionSchema | undefined {
  const { column, rule, registry } = field;
  const { dialect } = registry;
  const isDocument = (rule.kind ?? kindOfColumn(column, dialect)) === 'json';
  if (rule.paths === undefined && !(isDocument && isReadable(field))) return undefined;
  if (rule.paths !== undefined) checkDocument(field);
  const base = registry.columns.of(column, 'json');
  const pathFrom = pathIn(field, []);
  return Object.freeze({
    ...base,
    sqlOf: writtenOnce((alias) => dialect.documents.presence(pathFrom(alias))),
    columnName: undefined,
    nullable: true,
    indexed: false,
    document: { at: pathFrom, kind: undefined },
  });
}

/** Makes the expression of a declared path. */
export function documentPath(field: DeclaredField): ExpressionSchema | undefined {
  const { rule } = field;
  if (rule.place === undefined) return undefined;
  checkDocument(field);
  return rule.list === true ? listAt(field, rule.place.keys) : valueAt(field, rule.place.keys);
}

/** Makes the expression of a JSON column declared as a list. */
export function documentList(field: DeclaredField): ExpressionSchema | undefined {
  const { column, rule } = field;
  if (rule.list !== true || column.isArray || column.type === 'simple-array') return undefined;
  if (rule.paths !== undefined)
    throw wrongField(field, 'is declared as a list and as a document with paths; leave out one');
  checkDocument(field);
  return listAt(field, []);
}

function valueAt(field: DeclaredField, keys: readonly string[]): ExpressionSchema {
  const { dialect } = field.registry;
  const kind = kindIn(field);
  const pathFrom = pathIn(field, keys);
  return Object.freeze({
    ...valuesIn(field, kind),
    sqlOf: writtenOnce((alias) => dialect.documents.scalar(pathFrom(alias), kind)),
    document: { at: pathFrom, kind },
  });
}

function listAt(field: DeclaredField, keys: readonly string[]): ExpressionSchema {
  const { documents } = field.registry.dialect;
  const kind = kindIn(field);
  const pathFrom = pathIn(field, keys);
  const list: ListSchema = {
    isArray: false,
    has: (alias, question) => documents.listHas({ path: pathFrom(alias), kind }, question),
    empty: (alias, negated) => documents.listEmpty(pathFrom(alias), negated),
    hasMatch: (alias, question) => documents.listHasMatch(pathFrom(alias), question),
    elements: (alias) => documents.listElements({ path: pathFrom(alias), kind }),
  };
  return Object.freeze({
    ...valuesIn(field, kind),
    sqlOf: writtenOnce((alias) => documents.listPresence(pathFrom(alias))),
    document: { at: pathFrom, kind },
    list,
  });
}

/** Returns the facts of values in a document. They have the declared kind, whatever the column's type. */
function valuesIn({ path, column, registry, rule }: DeclaredField, name: DocumentKind) {
  const kind = valueKinds[name];
  const base = registry.columns.of(column, 'json');
  return {
    ...base,
    exactOrder: name === 'text' ? registry.dialect.exactOrders?.ofPaths : undefined,
    propertyPath: path,
    columnName: undefined,
    column: undefined,
    kind,
    storedKind: kind,
    // Dates and UUIDs are texts of that form. A date may be none of the calendar.
    stored: kind.storedAs === 'date' || kind.storedAs === 'uuid' ? valueKinds.text : kind,
    facts: { zone: base.facts.zone },
    nullable: true,
    indexed: rule.indexed === true,
  };
}

/**
 * Writes SQL once, with a mark in place of the alias, and inserts an alias at each use. A path is a long text that a
 * request may need several times.
 */
function writtenOnce(write: (alias: string) => string): (alias: string) => string {
  const parts = write(placeOfAlias).split(placeOfAlias);
  return (alias) => parts.join(alias);
}

/** Character that cannot occur in SQL. */
const placeOfAlias = '\0';

/** Returns the path to a value in a row's document, by the escaped alias of the row's table. */
function pathIn({ column, registry }: DeclaredField, keys: readonly string[]): (alias: string) => DocumentPath {
  const { columnName, metadata } = registry.columns.of(column, 'json');
  return (alias) => ({ sql: `${alias}.${columnName}`, type: metadata.type, keys });
}

/** Returns the kind that the rule declares. The column's type does not tell it. */
function kindIn(field: DeclaredField): DocumentKind {
  const { kind } = field.rule;
  const found = documentKinds.find((name) => name === kind);
  if (found !== undefined) return found;
  throw wrongField(field, `is read from a JSON document, so its \`kind\` must be one of ${documentKinds.join(', ')}`);
}

/** Refuses a column that is not JSON, or whose JSON the engine cannot read without an error. */
function checkDocument(field: DeclaredField): void {
  if (field.column.isVirtualProperty) {
    throw wrongField(field, 'needs a column that holds JSON, and this one is virtual; leave out `list` and `paths`');
  }
  refuseTransformer(field, 'a part of a document');
  if (isReadable(field)) return;
  const { column, registry } = field;
  const type = typeof column.type === 'function' ? column.type.name : column.type;
  // The constructor String has a name among the types, too.
  const types = [...registry.dialect.documents.types].filter((name) => typeof name === 'string').join(', ');
  const way = types === '' ? 'leave out `list` and `paths`' : `make it one of: ${types}`;
  throw wrongField(
    field,
    `is in a column of type ${type}${column.isArray ? '[]' : ''}, which cannot be read as JSON on this engine; ${way}`,
  );
}

function isReadable({ column, registry }: DeclaredField): boolean {
  return registry.dialect.documents.types.has(column.type) && !column.isArray;
}
