import { type DocumentKind, type DocumentPath, type ListColumn, documentKinds } from '../dialects/index.js';
import { type FilterValue, elementKinds, kindOfColumn, listTypeOf, shortRealOf, valueKinds } from '../values/index.js';
import { declaredAggregate } from './aggregates.js';
import { type ExpressionSchema, type ListSchema, exactOrderOfSql } from './columns.js';
import { type DeclaredField, wrongField } from './members.js';

/**
 * Refuses a transformer, which converts a property's whole value, for a field whose requests name parts of the value.
 *
 * @param what the kind of field: `a list`
 */
function refuseTransformer(field: DeclaredField, what: string): void {
  if (field.column.transformer === undefined) return;
  throw wrongField(
    field,
    `has a transformer, which ${what} cannot have: it converts the whole value of the column, not parts of it; ` +
      "remove the transformer, or declare { kind: 'opaque' } to allow only $null and $notNull",
  );
}

/**
 * Makes the expression of a JSON column. It is also NULL for a document that is JSON null. Requests can
 * only ask whether it is NULL.
 */
function document(field: DeclaredField): ExpressionSchema | undefined {
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

function documentPath(field: DeclaredField): ExpressionSchema | undefined {
  const { rule } = field;
  if (rule.place === undefined) return undefined;
  checkDocument(field);
  return rule.list === true ? listAt(field, rule.place.keys) : valueAt(field, rule.place.keys);
}

function documentList(field: DeclaredField): ExpressionSchema | undefined {
  const { column, rule } = field;
  if (rule.list !== true || column.isArray || column.type === 'simple-array') return undefined;
  if (rule.paths !== undefined)
    throw wrongField(field, 'is declared both as a list and as a document with paths; leave out one');
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

/** Cannot occur in SQL. */
const placeOfAlias = '\0';

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

/** Makes the expression of a column whose type is a list: an array of PostgreSQL, or a `simple-array`. */
function listColumn(field: DeclaredField): ExpressionSchema | undefined {
  const { column, rule, registry } = field;
  const { dialect } = registry;
  const type = rule.kind === 'opaque' ? undefined : listTypeOf(column, dialect);
  if (type === undefined) {
    if (rule.list === undefined) return undefined;
    throw wrongField(field, 'is declared as a list, whose elements requests cannot name; leave out `list: true`');
  }
  // A column without a rule keeps $null and $notNull, which need no part of its value.
  if (rule.isImplied && column.transformer !== undefined) return undefined;
  refuseTransformer(field, 'a list');
  const kinds = elementKinds(type, dialect);
  if (rule.kind !== undefined && kinds !== 'every' && !kinds.includes(rule.kind)) {
    throw wrongField(
      field,
      `is a list of ${type.kind} values, which cannot be read as ${rule.kind}; they can be: ${kinds.join(', ')}`,
    );
  }
  const kind = valueKinds[rule.kind ?? type.kind];
  const stored = valueKinds[type.kind];
  const isArray = type.storage === 'array';
  const base = registry.columns.of(column, 'opaque');
  const phrases = dialect.lists[type.storage];
  const columnAt = (alias: string): ListColumn => ({
    sql: base.sqlOf(alias),
    elementsStoredAs: stored.storedAs,
    type: column.type,
  });
  const elements = phrases?.elements;
  return Object.freeze({
    ...base,
    kind,
    storedKind: kind,
    stored,
    // A range of instants is no element, and a text with a comma would be two of a delimited list.
    accepts: (value: FilterValue) =>
      typeof value === 'object' ? value.type !== 'day' : isArray || typeof value !== 'string' || !value.includes(','),
    // An index on a delimited text finds the whole text, not an element.
    indexed: base.indexed && isArray,
    list: phrases && {
      isArray,
      has: (alias, question) => phrases.has(columnAt(alias), question),
      empty: (alias, negated) => phrases.empty(columnAt(alias), negated),
      hasMatch: (alias, question) => phrases.hasMatch(columnAt(alias), question),
      elements: elements && ((alias) => elements(columnAt(alias))),
    },
  } satisfies ExpressionSchema);
}

/**
 * Makes the expression of a `@VirtualColumn()`: the SQL that its `query` returns for the row's alias. The rule must
 * name the kind, because the column's type does not tell it.
 */
function virtualColumn(field: DeclaredField): ExpressionSchema | undefined {
  const { path, column, rule, registry } = field;
  const { query } = column;
  if (!column.isVirtualProperty || query === undefined) return undefined;
  if (rule.kind === undefined) {
    throw wrongField(
      field,
      `is a virtual column, and its kind is unknown; name it: { name: '${path}', kind: 'integer' }`,
    );
  }
  const kind = shortRealOf(column, valueKinds[rule.kind], registry.dialect);
  // A sum of whole numbers may exceed their type, and a cursor must carry it all the same.
  const stored = kind.storedAs === 'integer' ? valueKinds.bigint : kind;
  return Object.freeze({
    ...registry.columns.of(column, rule.kind),
    sqlOf: (alias: string) => registry.dialect.computed({ sql: `(${query(alias)})`, storedAs: stored.storedAs }),
    columnName: undefined,
    kind,
    storedKind: kind,
    stored,
    exactOrder: exactOrderOfSql(registry.dialect),
    nullable: true,
    indexed: false,
    isSubquery: true,
  });
}

/**
 * Every expression that a field can have. The first source that knows the declaration makes it, and throws a
 * FilterConfigurationError where the column does not fit. Any other field is a column.
 */
const sources: readonly ((field: DeclaredField) => ExpressionSchema | undefined)[] = [
  declaredAggregate,
  documentPath,
  documentList,
  virtualColumn,
  listColumn,
  document,
];

export function expressionOf(field: DeclaredField): ExpressionSchema {
  for (const source of sources) {
    const expression = source(field);
    if (expression !== undefined) return expression;
  }
  return field.registry.columns.of(field.column, field.rule.kind);
}
