import type { DocumentPath } from '../dialects/index.js';
import { kindOfColumn, valueKinds } from '../values/index.js';
import { type DeclaredField, refuseTransformer, wrongField } from './declared-field.js';
import type { ExpressionSchema, ListSchema } from './expression.js';
import { isPathKind, pathKinds } from './rule-options.js';
import type { PathKind } from './rules.js';

/** Makes the expression of a JSON column, which is NULL where the document is null, too. Requests can ask for nothing else of it. */
export function document(field: DeclaredField): ExpressionSchema | undefined {
  const { column, rule, registry } = field;
  const { dialect } = registry;
  const isDocument = (rule.kind ?? kindOfColumn(column, dialect)) === 'json';
  if (rule.paths === undefined && !(isDocument && isReadable(field))) return undefined;
  if (rule.paths !== undefined) checkDocument(field);
  const base = registry.columns.of(column, 'json');
  const placeOf = placeIn(field, []);
  return Object.freeze({
    ...base,
    sqlOf: (alias: string) => dialect.documents.presence(placeOf(alias)),
    columnName: undefined,
    nullable: true,
    indexed: false,
  });
}

/** Makes the expression of a declared path. */
export function documentPath(field: DeclaredField): ExpressionSchema | undefined {
  const { rule } = field;
  if (rule.place === undefined) return undefined;
  checkDocument(field);
  return rule.list === true ? listAt(field, rule.place.keys) : valueAt(field, rule.place.keys);
}

/** Makes the expression of a JSON column that is declared as a list. */
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
  const placeOf = placeIn(field, keys);
  return Object.freeze({
    ...valuesIn(field, kind),
    sqlOf: (alias: string) => dialect.documents.scalar(placeOf(alias), kind),
  });
}

function listAt(field: DeclaredField, keys: readonly string[]): ExpressionSchema {
  const { documents } = field.registry.dialect;
  const kind = kindIn(field);
  const placeOf = placeIn(field, keys);
  const list: ListSchema = {
    isArray: false,
    has: (alias, question) => documents.listHas({ path: placeOf(alias), kind }, question),
    empty: (alias, negated) => documents.listEmpty(placeOf(alias), negated),
  };
  return Object.freeze({
    ...valuesIn(field, kind),
    sqlOf: (alias: string) => documents.listPresence(placeOf(alias)),
    list,
  });
}

/** Returns the facts of values in a document, which have the kind that is declared and nothing of the column's type. */
function valuesIn({ path, column, registry }: DeclaredField, name: PathKind) {
  const kind = valueKinds[name];
  const base = registry.columns.of(column, 'json');
  return {
    ...base,
    propertyPath: path,
    columnName: undefined,
    column: undefined,
    kind,
    storedKind: kind,
    // Dates and uuids are texts of that form: a date need not be one of the calendar.
    stored: kind.storedAs === 'date' || kind.storedAs === 'uuid' ? valueKinds.text : kind,
    facts: { zone: base.facts.zone },
    nullable: true,
    indexed: false,
  };
}

function placeIn({ column, registry }: DeclaredField, keys: readonly string[]): (alias: string) => DocumentPath {
  const { columnName, metadata } = registry.columns.of(column, 'json');
  return (alias) => ({ sql: `${alias}.${columnName}`, type: metadata.type, keys });
}

/** Returns the kind that the rule declares, which no type of the column can tell. */
function kindIn(field: DeclaredField): PathKind {
  const { kind } = field.rule;
  if (kind !== undefined && isPathKind(kind)) return kind;
  throw wrongField(field, `is part of a JSON document, and its \`kind\` must be one of ${pathKinds.join(', ')}`);
}

/** Refuses a column that is no JSON, or whose JSON the engine cannot read without an error. */
function checkDocument(field: DeclaredField): void {
  if (field.column.isVirtualProperty) {
    throw wrongField(field, 'needs a column that holds JSON, and this one is virtual; leave out `list` and `paths`');
  }
  refuseTransformer(field, 'a part of a document');
  if (isReadable(field)) return;
  const { column, registry } = field;
  const type = typeof column.type === 'function' ? column.type.name : column.type;
  // A property of type String stands for a type that has a name, too.
  const types = [...registry.dialect.documents.types].filter((name) => typeof name === 'string').join(', ');
  throw wrongField(
    field,
    `is in a column of type ${type}${column.isArray ? '[]' : ''}, which cannot be read as JSON here; make it one of: ${types}`,
  );
}

function isReadable({ column, registry }: DeclaredField): boolean {
  return registry.dialect.documents.types.has(column.type) && !column.isArray;
}
