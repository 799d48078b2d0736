import type { IndexUseName } from '../contract/index.js';
import {
  type ColumnPair,
  type ExpressionSchema,
  type FieldPath,
  type FieldSchema,
  type FilterSchema,
  type RelationSchema,
  type Table,
  fieldsOf,
  isColumn,
  relationsOf,
} from '../schema/index.js';
import { driverOf } from '../typeorm/index.js';
import {
  type Comparison,
  type Condition,
  type QueryPlan,
  type Related,
  type SortTerm,
  orderOf,
  populatedIn,
} from '../ast/index.js';
import { type SortedRelation, wantedColumns } from './unindexed.js';

/** One key of a wanted index. */
export interface WantedKey {
  /** Column, escaped, or an expression over columns without an alias. */
  readonly sql: string;
  readonly isExpression: boolean;
  readonly isDescending?: boolean | undefined;
  /** Operator class, and the extension that has it. */
  readonly operatorClass?: string | undefined;
  readonly extension?: string | undefined;
  /** The key as a statement has it, where that is more than the column: `notes(191)`. */
  readonly written?: string | undefined;
  /** Collation of the key. Undefined for the usual one. */
  readonly collation?: string | undefined;
}

/** Something that a client may ask for, and an index serves. */
export interface Use {
  readonly name: IndexUseName;
  /** The path in the program: `author.name`. */
  readonly path: string;
}

/** Weights of uses: what reads a table for each of many rows comes before what reads it once. */
const ranks = { links: 0, values: 1, orders: 2, parts: 3, substrings: 4, fewValues: 5 } as const;

/** An index that a declared list wants. */
export interface Want {
  readonly entity: string;
  readonly table: Table;
  readonly method: 'btree' | 'gin';
  readonly keys: readonly WantedKey[];
  /** Number of the first keys whose order among themselves does not matter, because each is compared with one value. */
  readonly inAnyOrder: number;
  readonly uses: readonly Use[];
  readonly rank: number;
  readonly note?: string | undefined;
}

/** A use that no index of the engine serves. */
export interface NoIndex {
  readonly entity: string;
  readonly uses: readonly Use[];
  readonly reason: string;
}

/** The wants of a list, and its uses that have no index. */
export type Wants = readonly (Want | NoIndex)[];

export function isWant(want: Want | NoIndex): want is Want {
  return 'keys' in want;
}

/** Makes the want of one index: a btree whose keys are compared with one value each, unless `other` says otherwise. */
function wantOf(
  { name: entity, table }: Pick<FilterSchema, 'name' | 'table'>,
  keys: readonly WantedKey[],
  uses: readonly Use[],
  rank: number,
  other: Partial<Want> = {},
): Want {
  return { entity, table, method: 'btree', keys, inAnyOrder: keys.length, uses, rank, ...other };
}

/**
 * Returns what a field wants for conditions and sorts. A field whose operators no index serves, and that is no sort
 * key, wants nothing.
 *
 * @param schema the entity that the field belongs to
 * @param use the first use of it
 */
function wantsOfField(schema: FilterSchema, field: FieldSchema, use: Use): Wants {
  const { expression } = field;
  // The links of an aggregate of related rows are wanted with its relation.
  if (expression.aggregate !== undefined) return [];
  if (expression.isSubquery) return [{ entity: schema.name, uses: [use], reason: ofVirtualColumns }];
  if (expression.list !== undefined) return wantsOfList(schema, expression, { ...use, name: 'list' });
  if (expression.document !== undefined) return wantsOfPath(schema, expression, { ...use, name: 'path' });
  const key = keyOfColumn(schema, field);
  if (key === undefined) return [];
  return hasFewValues(expression)
    ? [wantOf(schema, [key], [use], ranks.fewValues, { note: ofFewValues })]
    : [wantOf(schema, [key], [use], ranks.values, { note: key.written && ofPrefixes })];
}

const ofVirtualColumns =
  'no index serves the values of a virtual column: index the columns by which its query finds its rows, or store the value';
const ofFewValues = 'A column of few values: the index helps for the rare ones alone.';
const ofPrefixes = 'The index has the first 191 characters, and serves no order.';

function hasFewValues({ kind }: ExpressionSchema): boolean {
  return kind.name === 'boolean' || kind.name === 'enum';
}

/** Returns a column as the key of an index. Undefined for a field that is no column with an order. */
function keyOfColumn({ dialect }: FilterSchema, { expression }: FieldSchema): WantedKey | undefined {
  const isValue = expression.kind.comparable && expression.list === undefined && expression.document === undefined;
  if (!isValue || !isColumn(expression)) return undefined;
  const { columnName, metadata } = expression;
  const written = dialect.indexes.prefixOf?.(columnName, metadata.type);
  return { sql: columnName, isExpression: false, written, collation: metadata.collation };
}

function wantsOfList(schema: FilterSchema, { document, list, metadata, kind }: ExpressionSchema, use: Use): Wants {
  const found = schema.dialect.indexes.listIndex({
    storage: document !== undefined ? 'document' : list?.isArray === true ? 'array' : 'delimited',
    column: driverOf(metadata.entityMetadata).escape(metadata.databaseName),
    type: metadata.type,
    collation: metadata.collation,
    isPlain: kind.name !== 'uuid' && kind.name !== 'float',
  });
  if ('reason' in found) return [{ entity: schema.name, uses: [use], reason: found.reason }];
  const key = { sql: found.sql, isExpression: found.sql.startsWith('('), operatorClass: found.operatorClass };
  return [wantOf(schema, [key], [use], ranks.parts, { method: 'gin' })];
}

function wantsOfPath(schema: FilterSchema, { document, sqlOf }: ExpressionSchema, use: Use): Wants {
  // The document itself is only tested for presence.
  if (document?.kind === undefined) return [];
  const reason = schema.dialect.indexes.noExpressions;
  if (reason !== undefined) return [{ entity: schema.name, uses: [use], reason }];
  const alias = '"nf_table"';
  const key = { sql: sqlOf(alias).replaceAll(`${alias}.`, ''), isExpression: true };
  return [wantOf(schema, [key], [use], ranks.parts)];
}

/** The columns of an order that an index can have as its keys, and the paths of their fields. */
interface OrderKeys {
  readonly keys: readonly WantedKey[];
  readonly paths: readonly string[];
}

/** A column that is compared with one value: in an index, the rows behind it are in the order of the next keys. */
interface EqualColumn {
  readonly key: WantedKey;
  readonly path: string;
}

/**
 * Returns the first keys of an order that are columns of the list itself. The ones behind any other key are sorted. An
 * index needs no primary key at its end: rows of equal keys are few, and are sorted where they are read.
 */
function orderKeysOf(schema: FilterSchema, terms: readonly SortTerm[]): OrderKeys {
  const keys: WantedKey[] = [];
  const paths: string[] = [];
  for (const { target, direction, nulls } of terms) {
    if (target.hops.length > 0 || target.field === 'count' || nulls !== undefined) break;
    const key = keyOfColumn(schema, target.field);
    // The beginning of a text has no order of the whole. Behind the primary key, no other key matters.
    if (key === undefined || key.written !== undefined || isKeyOf(schema, key.sql)) break;
    keys.push({ ...key, isDescending: direction === 'desc' });
    paths.push(target.field.propertyPath);
  }
  return { keys, paths };
}

/** Makes the want of an order, behind columns that are compared with one value each. */
export function wantOfOrder(
  schema: FilterSchema,
  equal: readonly EqualColumn[],
  { keys, paths }: OrderKeys,
): Want | undefined {
  const isEqual = ({ sql }: WantedKey): boolean => equal.some(({ key }) => key.sql === sql);
  const rest = keys.filter((key) => !isEqual(key));
  if (rest.length === 0) return undefined;
  const ordered = paths.filter((_, place) => rest.some((key) => key === keys[place]));
  const path = [...equal.map((each) => each.path), ...ordered].join(', ');
  const wanted = [...equal.map(({ key }) => key), ...rest];
  return wantOf(schema, wanted, [{ name: 'order', path }], ranks.orders, { inAnyOrder: equal.length });
}

/** Makes the want of columns that are compared with one value each, where no order follows. */
export function wantOfEqual(schema: FilterSchema, equal: readonly EqualColumn[]): Want {
  const keys = equal.map(({ key }) => key);
  return wantOf(schema, keys, [], ranks.values);
}

/**
 * Returns what the declared order of an entity wants: an index with its keys, and one behind each column that leaves
 * many rows in it: a column of few values, and a reference to another row. A column of many values leaves few.
 */
function wantsOfDeclaredOrder(schema: FilterSchema, terms: readonly SortTerm[]): Wants {
  const order = orderKeysOf(schema, terms);
  const { members } = schema.view('code');
  const columns = [
    ...[...relationsOf(members)].flatMap((relation) => referenceOf(schema, relation)),
    ...[...fieldsOf(members)].flatMap((field) => fewValuedOf(schema, field)),
  ];
  return [[], ...columns.map((column) => [column])].flatMap((equal) => wantOfOrder(schema, equal, order) ?? []);
}

function referenceOf(schema: FilterSchema, { link, toMany, propertyPath }: RelationSchema): readonly EqualColumn[] {
  const [pair, ...more] = link.via === 'columns' ? link.pairs : [];
  if (toMany || pair === undefined || more.length > 0 || isKeyOf(schema, pair.own)) return [];
  return [{ key: { sql: pair.own, isExpression: false }, path: propertyPath }];
}

function isKeyOf({ primaryKey }: FilterSchema, column: string): boolean {
  return primaryKey.some(({ columnName }) => columnName === column);
}

function fewValuedOf(schema: FilterSchema, field: FieldSchema): readonly EqualColumn[] {
  const isCompared = [...field.operators.values()].some(({ indexUse }) => indexUse === 'point');
  const key = hasFewValues(field.expression) && isCompared ? keyOfColumn(schema, field) : undefined;
  return key === undefined ? [] : [{ key, path: field.propertyPath }];
}

/** Returns the columns of a list that all of its rows have one value of, by conditions that must hold together. */
function equalColumnsOf(schema: FilterSchema, conditions: readonly Condition[]): readonly EqualColumn[] {
  const columns = conditions.flatMap(conjunctsOf).flatMap((condition) => equalColumnOf(schema, condition));
  return [...new Map(columns.map((column) => [column.key.sql, column])).values()];
}

function conjunctsOf(condition: Condition): readonly Condition[] {
  if (condition.type === 'and') return condition.conditions.flatMap(conjunctsOf);
  return condition.type === 'named' ? conjunctsOf(condition.condition) : [condition];
}

function equalColumnOf(schema: FilterSchema, condition: Condition): readonly EqualColumn[] {
  if (condition.type === 'related') return equalReferenceOf(schema, condition);
  if (condition.type !== 'comparison' || !isEquality(condition)) return [];
  const key = keyOfColumn(schema, condition.field);
  return key === undefined ? [] : [{ key, path: condition.field.propertyPath }];
}

/** Where a foreign key stands for the related row, a condition on its key compares the reference alone. */
function equalReferenceOf(schema: FilterSchema, { relation, quantifier, where }: Related): readonly EqualColumn[] {
  if (!relation.ownsForeignKey || quantifier !== 'some' || where?.type !== 'comparison' || !isEquality(where))
    return [];
  const { expression } = where.field;
  const related = relation.link.via === 'columns' ? relation.link.pairs[0]?.related : undefined;
  return isColumn(expression) && expression.columnName === related ? referenceOf(schema, relation) : [];
}

function isEquality({ operator }: Comparison): boolean {
  return operator.indexUse === 'point' && operator.takes === 'value';
}

/**
 * Returns what conditions on related rows want: indexes that join the rows in both directions.
 *
 * @param schema the entity that the relation starts from
 */
function wantsOfRelation(schema: FilterSchema, { link, target, indexedByConstraint }: RelationSchema, use: Use): Wants {
  const linking = (owner: Parameters<typeof wantOf>[0], pairs: readonly ColumnPair[], side: keyof ColumnPair): Want => {
    const keys = pairs.map((pair) => ({ sql: pair[side], isExpression: false }));
    return wantOf(owner, keys, [use], ranks.links);
  };
  if (link.via === 'junction') {
    const junction = { name: `${schema.name} and ${target.name}`, table: link.table };
    return [
      linking(junction, link.ownJunctionColumns, 'related'),
      linking(junction, link.relatedJunctionColumns, 'own'),
    ];
  }
  // The database itself has made an index for the foreign key, in either table.
  return indexedByConstraint ? [] : [linking(schema, link.pairs, 'own'), linking(target, link.pairs, 'related')];
}

/** Returns what the first related rows of each row want, in their order: as it is declared, or as a request asks. */
function wantsOfPopulated({ relation, sort }: SortedRelation, path: string): Wants {
  const columns = wantedColumns({ relation, sort });
  if (columns === undefined || (relation.indexedByConstraint && columns.all.length === columns.keys.length)) return [];
  const keys = columns.all.map((sql) => ({ sql, isExpression: false, isDescending: columns.descending.has(sql) }));
  const uses = [{ name: 'populate', path } as const];
  return [wantOf(relation.target, keys, uses, ranks.links, { inAnyOrder: columns.keys.length })];
}

/** What an entity declares beside its fields and relations. */
export interface DeclaredUses {
  readonly search: readonly FieldPath[] | undefined;
  readonly populate: readonly SortedRelation[];
  /** The order of `@Entity({ orderBy })`; empty without one. */
  readonly order: readonly SortTerm[];
}

export function wantsOf(schema: FilterSchema, { search = [], populate, order }: DeclaredUses): Wants {
  const { members } = schema.view('code');
  return [
    ...[...relationsOf(members)].flatMap((relation) => {
      const name = relation.aggregates.length > 0 ? 'aggregate' : 'relation';
      return wantsOfRelation(schema, relation, { name, path: relation.propertyPath });
    }),
    ...populate.flatMap((each) => wantsOfPopulated(each, each.relation.propertyPath)),
    ...[...fieldsOf(members)].filter(isWanted).flatMap((field) => {
      const name = field.operators.size > 0 ? 'filter' : 'sort';
      return wantsOfField(schema, field, { name, path: field.propertyPath });
    }),
    ...search.flatMap((path) => wantsOfSearch(schema, path)),
    ...wantsOfDeclaredOrder(schema, order),
  ];
}

/** True where an index serves some condition on a field, or its order. */
function isWanted({ operators, sortable, expression }: FieldSchema): boolean {
  if (expression.list !== undefined) return operators.size > 0;
  return sortable || [...operators.values()].some(({ indexUse }) => indexUse === 'point' || indexUse === 'range');
}

/** Returns what a search for parts of words wants of a text field. Other fields are compared as a filter is. */
function wantsOfSearch(schema: FilterSchema, { hops, field }: FieldPath): Wants {
  const { kind, columnName, list, metadata } = field.expression;
  const target = hops.at(-1)?.target ?? schema;
  const use = { name: 'search', path: [...hops, field].map(({ propertyPath }) => propertyPath).join('.') } as const;
  if (!kind.textual) return wantsOfField(target, field, use);
  const { substrings, searched } = target.dialect.indexes;
  const without = (reason: string): Wants => [{ entity: target.name, uses: [use], reason }];
  if (list !== undefined) return without('no index finds a part of an element of a list');
  if (substrings === undefined) return without('no index finds a text within another on this engine');
  if (columnName === undefined) return [];
  const compared = searched?.({ sql: columnName, collation: metadata.collation, type: metadata.type });
  const key = { sql: columnName, isExpression: false, ...compared, ...substrings };
  return [wantOf(target, [key], [use], ranks.substrings, { method: 'gin' })];
}

/** Wants of one request, by the part of it that has them. */
export interface RequestWants {
  readonly conditions: Wants;
  readonly sort: Wants;
  readonly populate: ReadonlyMap<string, Wants>;
  /** Columns that the rows have one value of, by the client's conditions, the server's and the scope. */
  readonly equal: readonly EqualColumn[];
  /** The first keys of the order, as far as an index can have them. */
  readonly order: OrderKeys;
}

export function wantsOfRequest(plan: QueryPlan): RequestWants {
  const {
    list: { schema },
    asked: { filters, search },
    server: { populate, scopes, added },
  } = plan;
  const conditions = [filters, search?.condition].filter((condition) => condition !== undefined);
  const narrowing = [filters, scopes.get(schema), ...added].filter((condition) => condition !== undefined);
  const terms = orderOf(plan);
  const order = orderKeysOf(schema, terms);
  return {
    conditions: conditions.flatMap((condition) => wantsOfCondition(schema, condition, '')),
    sort: [...wantsOfKeys(schema, order), ...restOf(terms, order).flatMap((term) => wantsOfTerm(schema, term))],
    populate: new Map([...populatedIn(populate)].map((node) => [node.path, wantsOfPopulated(node, node.path)])),
    equal: equalColumnsOf(schema, narrowing),
    order,
  };
}

/** One index has the keys of an order in their sequence. */
function wantsOfKeys(schema: FilterSchema, { keys, paths }: OrderKeys): Wants {
  const uses = paths.map((path) => ({ name: 'sort', path }) as const);
  return keys.length === 0 ? [] : [wantOf(schema, keys, uses, ranks.values, { inAnyOrder: 0 })];
}

/** Returns the terms of an order that no index has beside others. Behind the primary key, none matters. */
function restOf(terms: readonly SortTerm[], { keys }: OrderKeys): readonly SortTerm[] {
  const rest = terms.slice(keys.length);
  const end = rest.findIndex(
    ({ target: { hops, field } }) => hops.length === 0 && field !== 'count' && isPrimary(field),
  );
  return end < 0 ? rest : rest.slice(0, keys.length > 0 ? end : end + 1);
}

function isPrimary({ expression }: FieldSchema): boolean {
  const { isPrimary: isKey, entityMetadata } = expression.metadata;
  return isKey && entityMetadata.primaryColumns.length === 1;
}

function wantsOfCondition(schema: FilterSchema, condition: Condition, path: string): Wants {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap((part) => wantsOfCondition(schema, part, path));
    case 'not':
    case 'named':
      return wantsOfCondition(schema, condition.condition, path);
    case 'related':
    case 'relatedCount': {
      const { relation, where } = condition;
      const below = `${path}${relation.propertyPath}`;
      const inner = where === undefined ? [] : wantsOfCondition(relation.target, where, `${below}.`);
      return [...wantsOfRelation(schema, relation, { name: 'relation', path: below }), ...inner];
    }
    case 'comparison':
      return wantsOfComparison(schema, condition, `${path}${condition.field.propertyPath}`);
  }
}

function wantsOfComparison(schema: FilterSchema, { field, operator }: Comparison, path: string): Wants {
  if (operator.match !== undefined || operator.list === 'containing') {
    // The path from the list, in place of that from the entity of the field.
    const found = wantsOfSearch(schema, { hops: [], field });
    return found.map((want) => ({ ...want, uses: want.uses.map((use) => ({ ...use, path })) }));
  }
  const use = { name: 'filter', path } as const;
  return operator.list === undefined && operator.indexUse === undefined
    ? [{ entity: schema.name, uses: [use], reason: `no index serves ${operator.token}` }]
    : wantsOfField(schema, field, use);
}

function wantsOfTerm(schema: FilterSchema, { target: { hops, field } }: SortTerm): Wants {
  const names = hops.map(({ propertyPath }) => propertyPath);
  const links = hops.flatMap((hop, place) => {
    const use = { name: 'relation', path: names.slice(0, place + 1).join('.') } as const;
    return wantsOfRelation(hops[place - 1]?.target ?? schema, hop, use);
  });
  if (field === 'count') return links;
  const path = [...names, field.propertyPath].join('.');
  return [...links, ...wantsOfField(hops.at(-1)?.target ?? schema, field, { name: 'sort', path })];
}
