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
  relatedAggregateOf,
  relationsOf,
} from '../schema/index.js';
import { driverOf } from '../typeorm/index.js';
import { type Condition, type Populated, type QueryPlan, type SortTerm, orderOf, populatedIn } from '../ast/index.js';
import { type Populatable, type Populatables, wantedColumns } from '../features/populate/index.js';

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
export const ranks = { links: 0, values: 1, orders: 2, parts: 3, substrings: 4, fewValues: 5 } as const;

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
  readonly use: Use;
  readonly reason: string;
}

/** The wants of a list, and its uses that have no index. */
export interface Wants {
  readonly wants: readonly Want[];
  readonly none: readonly NoIndex[];
}

/** Puts wants and uses without an index together. */
export function together(parts: readonly Wants[]): Wants {
  return { wants: parts.flatMap(({ wants }) => wants), none: parts.flatMap(({ none }) => none) };
}

/** Wants nothing. */
export const nothing: Wants = { wants: [], none: [] };

/** Makes the wants of one index. */
function wanting(want: Want): Wants {
  return { wants: [want], none: [] };
}

/** Says that an index serves no use. */
function without(none: NoIndex): Wants {
  return { wants: [], none: [none] };
}

/** Alias of the table in an expression, which is then left out. */
const alias = '"nf_table"';

/** Returns the SQL of an expression over the columns of its table, without an alias. */
function bareSql({ sqlOf }: Pick<ExpressionSchema, 'sqlOf'>): string {
  return sqlOf(alias).replaceAll(`${alias}.`, '');
}

/**
 * Returns what a field wants for conditions and sorts. A field whose operators no index serves, and that is no sort
 * key, wants nothing.
 *
 * @param schema the entity that the field belongs to
 * @param use the first use of it
 */
function wantsOfField(schema: FilterSchema, field: Pick<FieldSchema, 'expression'>, use: Use): Wants {
  const { expression } = field;
  // The links of an aggregate of related rows are wanted with its relation.
  if (relatedAggregateOf(expression) !== undefined) return nothing;
  if (expression.isSubquery) return without({ entity: schema.name, use, reason: ofVirtualColumns });
  if (expression.list !== undefined) return wantsOfList(schema, expression, { ...use, name: 'list' });
  if (expression.document !== undefined) return wantsOfPath(schema, expression, { ...use, name: 'path' });
  return isColumn(expression) && expression.kind.comparable ? wantsOfColumn(schema, expression, use) : nothing;
}

const ofVirtualColumns =
  'no index serves the values of a virtual column: index the columns by which its query finds its rows, or store the value';

/** True where an index serves some condition on a field, or its order. */
function isWanted({ operators, sortable, expression }: FieldSchema): boolean {
  if (expression.list !== undefined) return operators.size > 0;
  return sortable || [...operators.values()].some(({ indexUse }) => indexUse === 'point' || indexUse === 'range');
}

/** Returns a column as the key of an index. Undefined for a field that is no column with an order. */
function keyOfColumn(schema: FilterSchema, { expression }: Pick<FieldSchema, 'expression'>): WantedKey | undefined {
  const isKey = isColumn(expression) && expression.kind.comparable && expression.list === undefined;
  return isKey && expression.document === undefined ? keyOf(schema, expression) : undefined;
}

function keyOf(schema: FilterSchema, { columnName, metadata }: ExpressionSchema & { columnName: string }): WantedKey {
  const written = schema.dialect.indexes.prefixOf?.(columnName, metadata.type);
  return { sql: columnName, isExpression: false, written, collation: metadata.collation };
}

function wantsOfColumn(schema: FilterSchema, expression: ExpressionSchema & { columnName: string }, use: Use): Wants {
  const { kind } = expression;
  const key = keyOf(schema, expression);
  const hasFewValues = kind.name === 'boolean' || kind.name === 'enum';
  return wanting({
    ...{ entity: schema.name, table: schema.table, method: 'btree', keys: [key], inAnyOrder: 1, uses: [use] },
    rank: hasFewValues ? ranks.fewValues : ranks.values,
    note: hasFewValues ? ofFewValues : key.written && ofPrefixes,
  });
}

const ofFewValues = 'A column of few values: the index helps for the rare ones alone.';
const ofPrefixes = 'The index has the first 191 characters, and serves no order.';

function wantsOfList(schema: FilterSchema, expression: ExpressionSchema, use: Use): Wants {
  const { document, list, metadata, kind } = expression;
  const { indexes } = schema.dialect;
  const isDocument = document !== undefined;
  const found = indexes.listIndex({
    storage: isDocument ? 'document' : list?.isArray === true ? 'array' : 'delimited',
    column: driverOf(metadata.entityMetadata).escape(metadata.databaseName),
    type: metadata.type,
    collation: metadata.collation,
    isPlain: kind.name !== 'uuid' && kind.name !== 'float',
  });
  if ('reason' in found) return without({ entity: schema.name, use, reason: found.reason });
  const isExpression = found.sql.startsWith('(');
  const keys = [{ sql: found.sql, isExpression, operatorClass: found.operatorClass }];
  return wanting({
    ...{ entity: schema.name, table: schema.table, method: 'gin', keys, inAnyOrder: 1, uses: [use] },
    rank: ranks.parts,
  });
}

function wantsOfPath(schema: FilterSchema, expression: ExpressionSchema, use: Use): Wants {
  const { document } = expression;
  // The document itself is only tested for presence.
  if (document?.kind === undefined) return nothing;
  const reason = schema.dialect.indexes.noExpressions;
  if (reason !== undefined) return without({ entity: schema.name, use, reason });
  const keys = [{ sql: bareSql(expression), isExpression: true }];
  return wanting({
    ...{ entity: schema.name, table: schema.table, method: 'btree', keys, inAnyOrder: 1, uses: [use] },
    rank: ranks.parts,
  });
}

/** The columns of an order that an index can have as its keys, and the paths of their fields. */
export interface OrderKeys {
  readonly keys: readonly WantedKey[];
  readonly paths: readonly string[];
}

/** A column that is compared with one value: in an index, the rows behind it are in the order of the next keys. */
export interface EqualColumn {
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
  return {
    ...{ entity: schema.name, table: schema.table, method: 'btree', keys: [...equal.map(({ key }) => key), ...rest] },
    ...{ inAnyOrder: equal.length, uses: [{ name: 'order', path }], rank: ranks.orders },
  };
}

/**
 * Returns what the declared order of an entity wants: an index with its keys, and one behind each column that leaves
 * many rows in it: a column of few values, and a reference to another row. A column of many values leaves few.
 */
function wantsOfDeclaredOrder(schema: FilterSchema, terms: readonly SortTerm[]): readonly Want[] {
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
  const { kind } = field.expression;
  if (kind.name !== 'boolean' && kind.name !== 'enum') return [];
  const isCompared = [...field.operators.values()].some(({ indexUse }) => indexUse === 'point');
  const key = isCompared ? keyOfColumn(schema, field) : undefined;
  return key === undefined ? [] : [{ key, path: field.propertyPath }];
}

/** Returns the columns of a list that all of its rows have one value of, by conditions that must hold together. */
function equalColumnsOf(schema: FilterSchema, conditions: readonly Condition[]): readonly EqualColumn[] {
  const found = new Map<string, EqualColumn>();
  for (const condition of conditions.flatMap(conjunctsOf)) {
    const column = equalColumnOf(schema, condition);
    if (column !== undefined) found.set(column.key.sql, column);
  }
  return [...found.values()];
}

function conjunctsOf(condition: Condition): readonly Condition[] {
  if (condition.type === 'and') return condition.conditions.flatMap(conjunctsOf);
  return condition.type === 'named' ? conjunctsOf(condition.condition) : [condition];
}

function equalColumnOf(schema: FilterSchema, condition: Condition): EqualColumn | undefined {
  if (condition.type === 'related') return equalReferenceOf(schema, condition);
  if (condition.type !== 'comparison' || !isEquality(condition)) return undefined;
  const key = keyOfColumn(schema, condition.field);
  return key === undefined ? undefined : { key, path: condition.field.propertyPath };
}

/** Where a foreign key stands for the related row, a condition on its key compares the reference alone. */
function equalReferenceOf(
  schema: FilterSchema,
  { relation, quantifier, where }: Extract<Condition, { readonly type: 'related' }>,
): EqualColumn | undefined {
  if (!relation.ownsForeignKey || quantifier !== 'some' || where?.type !== 'comparison' || !isEquality(where))
    return undefined;
  const { expression } = where.field;
  const isKey = isColumn(expression) && expression.columnName === firstPairOf(relation)?.related;
  return isKey ? referenceOf(schema, relation)[0] : undefined;
}

function firstPairOf({ link }: RelationSchema) {
  return link.via === 'columns' ? link.pairs[0] : undefined;
}

function isEquality({ operator }: Extract<Condition, { readonly type: 'comparison' }>): boolean {
  return operator.indexUse === 'point' && operator.takes === 'value';
}

/**
 * Returns what conditions on related rows want: indexes that join the rows in both directions.
 *
 * @param schema the entity that the relation starts from
 */
function wantsOfRelation(schema: FilterSchema, { link, target, indexedByConstraint }: RelationSchema, use: Use): Wants {
  if (link.via === 'junction') {
    const junction = { entity: `${schema.name} and ${target.name}`, table: link.table };
    return {
      wants: [
        linking(junction, columnsOf(link.ownJunctionColumns, 'related'), use),
        linking(junction, columnsOf(link.relatedJunctionColumns, 'own'), use),
      ],
      none: [],
    };
  }
  // The database itself has made an index for the foreign key, in either table.
  if (indexedByConstraint) return nothing;
  return {
    wants: [
      linking({ entity: schema.name, table: schema.table }, columnsOf(link.pairs, 'own'), use),
      linking({ entity: target.name, table: target.table }, columnsOf(link.pairs, 'related'), use),
    ],
    none: [],
  };
}

/** A relation whose first rows of each row are answered in an order: as it is declared, or as a request asks for it. */
export type OrderedRelation = Pick<Populatable, 'relation' | 'sort'>;

/** Returns what the first related rows of each row want, in their order. */
function wantsOfPopulated({ relation, sort }: OrderedRelation, path: string): Wants {
  const columns = wantedColumns({ relation, sort });
  const isServed = relation.indexedByConstraint && columns?.all.length === columns?.keys.length;
  if (columns === undefined || isServed) return nothing;
  const { target } = relation;
  const keys = columns.all.map((sql): WantedKey => {
    return { sql, isExpression: false, isDescending: columns.descending.has(sql) };
  });
  return wanting({
    ...{ entity: target.name, table: target.table, method: 'btree', keys, inAnyOrder: columns.keys.length },
    ...{ uses: [{ name: 'populate', path }], rank: ranks.links },
  });
}

function columnsOf(pairs: readonly ColumnPair[], side: keyof ColumnPair): readonly string[] {
  return pairs.map((pair) => pair[side]);
}

function linking(owner: Pick<Want, 'entity' | 'table'>, columns: readonly string[], use: Use): Want {
  const keys = columns.map((sql) => ({ sql, isExpression: false }));
  return { ...owner, method: 'btree', keys, inAnyOrder: keys.length, uses: [use], rank: ranks.links };
}

/** What an entity declares beside its fields and relations. */
export interface DeclaredUses {
  readonly search: readonly FieldPath[] | undefined;
  readonly populate: Populatables | undefined;
  /** The order of `@Entity({ orderBy })`; empty without one. */
  readonly order: readonly SortTerm[];
}

/** Returns all that the declaration of an entity wants of indexes. */
export function wantsOf(schema: FilterSchema, { search = [], populate, order }: DeclaredUses): Wants {
  const { members } = schema.view('code');
  return together([
    ...[...relationsOf(members)].map((relation) =>
      wantsOfRelation(schema, relation, {
        name: relation.aggregates.length > 0 ? 'aggregate' : 'relation',
        path: relation.propertyPath,
      }),
    ),
    ...[...(populate?.values() ?? [])].map((populatable) =>
      wantsOfPopulated(populatable, populatable.relation.propertyPath),
    ),
    ...[...fieldsOf(members)].filter(isWanted).map((field) => {
      const isFiltered = field.operators.size > 0;
      return wantsOfField(schema, field, { name: isFiltered ? 'filter' : 'sort', path: field.propertyPath });
    }),
    ...search.map((path) => wantsOfSearch(schema, path)),
    { wants: wantsOfDeclaredOrder(schema, order), none: [] },
  ]);
}

/** Returns what a search for parts of words wants of a text field. Other fields are compared as a filter is. */
function wantsOfSearch(schema: FilterSchema, { hops, field }: FieldPath): Wants {
  const { expression } = field;
  const target = hops.at(-1)?.target ?? schema;
  const use = {
    name: 'search',
    path: [...hops.map(({ propertyPath }) => propertyPath), field.propertyPath].join('.'),
  } as const;
  if (!expression.kind.textual) return wantsOfField(target, field, use);
  const { substrings, searched } = target.dialect.indexes;
  const { columnName, list, metadata } = expression;
  const about = { entity: target.name, use };
  if (list !== undefined) return without({ ...about, reason: 'no index finds a part of an element of a list' });
  if (substrings === undefined)
    return without({ ...about, reason: 'no index finds a text within another on this engine' });
  if (columnName === undefined) return nothing;
  const compared = searched?.({ sql: columnName, collation: metadata.collation, type: metadata.type });
  const key: WantedKey = { sql: columnName, isExpression: false, ...compared, ...substrings };
  return wanting({
    ...{ entity: target.name, table: target.table, method: 'gin', keys: [key], inAnyOrder: 1, uses: [use] },
    rank: ranks.substrings,
  });
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

/** Returns what a request wants of the indexes of its tables. */
export function wantsOfRequest(plan: QueryPlan): RequestWants {
  const {
    list: { schema },
    asked: { filters, search },
    server: { populate, scopes, added },
  } = plan;
  const scope = scopes.get(schema);
  const conditions = [filters, search?.condition].filter((condition) => condition !== undefined);
  const terms = orderOf(plan);
  const order = orderKeysOf(schema, terms);
  return {
    conditions: together(conditions.map((condition) => wantsOfCondition(schema, condition, ''))),
    sort: together([wantsOfKeys(schema, order), ...restOf(terms, order).map((term) => wantsOfTerm(schema, term))]),
    populate: new Map(
      [...populatedIn(populate)].map((node: Populated) => [node.path, wantsOfPopulated(node, node.path)]),
    ),
    equal: equalColumnsOf(
      schema,
      [filters, scope, ...added].filter((condition) => condition !== undefined),
    ),
    order,
  };
}

/** One index has the keys of an order in their sequence. */
function wantsOfKeys({ name, table }: FilterSchema, { keys, paths }: OrderKeys): Wants {
  if (keys.length === 0) return nothing;
  const uses = paths.map((path) => ({ name: 'sort', path }) as const);
  return wanting({ entity: name, table, method: 'btree', keys, inAnyOrder: 0, uses, rank: ranks.values });
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
      return together(condition.conditions.map((part) => wantsOfCondition(schema, part, path)));
    case 'not':
    case 'named':
      return wantsOfCondition(schema, condition.condition, path);
    case 'related':
    case 'relatedCount': {
      const { relation, where } = condition;
      const below = `${path}${relation.propertyPath}`;
      const inner = where === undefined ? nothing : wantsOfCondition(relation.target, where, `${below}.`);
      return together([wantsOfLink(schema, relation, below), inner]);
    }
    case 'comparison':
      return wantsOfComparison(schema, condition, path);
  }
}

function wantsOfLink(schema: FilterSchema, relation: RelationSchema, path: string): Wants {
  return wantsOfRelation(schema, relation, { name: 'relation', path });
}

function wantsOfComparison(
  schema: FilterSchema,
  { field, operator }: Extract<Condition, { readonly type: 'comparison' }>,
  before: string,
): Wants {
  const path = `${before}${field.propertyPath}`;
  if (operator.match !== undefined || operator.list === 'containing')
    return at(path, wantsOfSearch(schema, { hops: [], field }));
  const use = { name: 'filter', path } as const;
  if (operator.list === undefined && operator.indexUse === undefined) {
    return without({ entity: schema.name, use, reason: `no index serves ${operator.token}` });
  }
  return wantsOfField(schema, field, use);
}

/** Names the path from the list, in place of that from the entity of the field. */
function at(path: string, { wants, none }: Wants): Wants {
  const named = (use: Use): Use => ({ ...use, path });
  return {
    wants: wants.map((want) => ({ ...want, uses: want.uses.map(named) })),
    none: none.map((each) => ({ ...each, use: named(each.use) })),
  };
}

function wantsOfTerm(schema: FilterSchema, { target: { hops, field } }: SortTerm): Wants {
  const links = hops.map((hop, place) => {
    const owner = place === 0 ? schema : (hops[place - 1]?.target ?? schema);
    return wantsOfLink(
      owner,
      hop,
      hops
        .slice(0, place + 1)
        .map(({ propertyPath }) => propertyPath)
        .join('.'),
    );
  });
  if (field === 'count') return together(links);
  const path = [...hops, field].map(({ propertyPath }: RelationSchema | FieldSchema) => propertyPath).join('.');
  return together([...links, wantsOfField(hops.at(-1)?.target ?? schema, field, { name: 'sort', path })]);
}
