import type { EntityMetadata } from 'typeorm';
import type { Dialect } from '../dialects/index.js';
import type { DeprecatedName } from '../issues/index.js';
import {
  type AggregateFunction,
  type AggregatedValues,
  type AnyOperator,
  aggregateFunctions,
  aggregateOperators,
  groupTokens,
} from '../operators/index.js';
import { type FilterValue, valueKinds } from '../values/index.js';
import {
  type ColumnSchema,
  type ColumnSchemas,
  type ExpressionSchema,
  type Link,
  type Table,
  type Tables,
  exactOrderOfSql,
  spellingsOf,
} from './columns.js';
import { type DeclaredBy, type DeclaredScope, type EntityRules, type Records, isPromise, isShown } from './records.js';
import type { ClassRules, RelationStrategy, Visibility } from './declarations.js';
import { FilterConfigurationError, withArticle } from '../configuration/index.js';

/*
 * Result of everything in this folder: entities, as requests are read and SQL is compiled against them. A
 * `FilterSchema` holds the facts of one entity. Its `View`s hold the names that requests may use. view.ts
 * says how views are made.
 */

/** Expression that a view exposes as a field, with its allowed operators. */
export interface FieldSchema {
  readonly type: 'field';
  /** The name in requests, one segment for each bracket: `['address', 'city']` for `filters[address][city]`. */
  readonly clientPath: readonly string[];
  /** The names of before a rename, in the same form. */
  readonly formerPaths: readonly (readonly string[])[];
  /** The deprecated names that a use of it is a use of: its own, and its document's. Nearly always none. */
  readonly deprecated: readonly DeprecatedName[];
  /** The name in the program, as TypeORM has it: `address.city`. */
  readonly propertyPath: string;
  /**
   * Keys of a document's path, below the column's name, where they differ from its name. The program may use either.
   */
  readonly keyPath: readonly string[] | undefined;
  /** SQL to compare and sort by, and the kind of its values. */
  readonly expression: ExpressionSchema;
  /** What its values are read by, where requests may send only some members of an enum. Undefined for all of them. */
  readonly narrowed?: ReadableValues | undefined;
  /** Declared paths of a JSON document, by their names in the view. Undefined for any other field. */
  readonly members: ReadonlyMap<string, Member> | undefined;
  /** Allowed operators by token. Empty for a field that can only be sorted by. */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  /** The operators that its rule names, aggregates of related rows included. Undefined where it names none. */
  readonly named?: readonly string[] | undefined;
  /** True for an aggregate of related rows that is part of every row. */
  readonly load?: boolean | undefined;
  /** True where it is a sort key, unless a declared list of sort keys says otherwise. */
  readonly sortable: boolean;
  /** Decides for a context whether the field exists. Undefined where it always does. */
  readonly when: Visibility | undefined;
}

/** The parts of an expression that decide which values a request may send. */
export type ReadableValues = Pick<ExpressionSchema, 'kind' | 'facts' | 'accepts' | 'list' | 'metadata'>;

/**
 * Property with embedded columns (`@Column(() => Address)`), or a group of a document's paths. It only groups
 * names, and needs no SQL.
 */
export interface EmbeddedSchema {
  readonly type: 'embedded';
  /** Members of the group, by their names in the view. */
  readonly members: ReadonlyMap<string, Member>;
}

/** A relation that a view exposes: filters and sort keys may lead through it. */
export interface RelationSchema {
  readonly type: 'relation';
  /** The name in requests, one segment for each bracket. */
  readonly clientPath: readonly string[];
  /** The names of before a rename, in the same form. */
  readonly formerPaths: readonly (readonly string[])[];
  /** Its own name, where that is deprecated. */
  readonly deprecated: readonly DeprecatedName[];
  /** The name in the program, as TypeORM has it. */
  readonly propertyPath: string;
  /** True for one-to-many and many-to-many. */
  readonly toMany: boolean;
  /**
   * True where a join adds no rows. This is not certain for a to-one relation: its referenced
   * columns need not be unique.
   */
  readonly single: boolean;
  /** The related entity; a getter, because entities refer to each other. */
  readonly target: FilterSchema;
  /** Columns that join the rows. */
  readonly link: Link;
  /**
   * Related entity's column in the {@link link}. Related rows can be looked up by it. Undefined for several columns.
   */
  readonly relatedKey: ColumnSchema | undefined;
  /** This entity's column in the {@link link}, where it is a foreign key of one column. */
  readonly foreignKey: ColumnSchema | undefined;
  /** True where every row has a related row and nothing hides it, so that an inner join loses no rows. */
  readonly alwaysExists: boolean;
  /**
   * True where one foreign key column of this entity stands for the related row: wherever it is not NULL, that row
   * exists and nothing hides it. Comparing the column then equals a subquery.
   */
  readonly ownsForeignKey: boolean;
  /** True where the junction table has as many rows as there are related rows, because nothing hides one of them. */
  readonly countedByLinks: boolean;
  /** True where a foreign key constraint has made an index on its columns, whatever the entities declare. */
  readonly indexedByConstraint: boolean;
  /** Declared strategy for conditions on it. Undefined for the handler's or the module's. */
  readonly strategy: RelationStrategy | undefined;
  /** Functions over fields of the related rows that requests may ask for. */
  readonly aggregates: readonly AggregateFunction[];
  /** True where sort keys may lead through it. */
  readonly sortable: boolean;
  /** Decides for a context whether the relation exists. Undefined where it always does. */
  readonly when: Visibility | undefined;
  /** Returns the related entity's view, narrowed by the relation's rule. */
  view(kind: ViewKind): View;
}

/** A filter that stands for conditions of the program's, which a function gives for each value. */
export interface NamedFilterSchema {
  readonly type: 'named';
  /** The name in requests, as a path of one segment. */
  readonly clientPath: readonly string[];
  /** The names of before a rename, in the same form. */
  readonly formerPaths: readonly (readonly string[])[];
  /** Its own name, where that is deprecated. */
  readonly deprecated: readonly DeprecatedName[];
  /** Its name, which no property has. */
  readonly propertyPath: string;
  /** The field that it looks like: the kind of its values, and its operators. It has no SQL. */
  readonly field: FieldSchema;
  /** Undefined, as for a field without paths. */
  readonly members: undefined;
  /** Returns the entity of its rows. */
  readonly owner: () => FilterSchema;
  /** Calls the host's function. Its result is not checked yet. */
  readonly where: (value: unknown, context: unknown) => unknown;
  /** Decides for a context whether the filter exists. Undefined where it always does. */
  readonly when: Visibility | undefined;
}

/** Meaning of a name in a view. */
export type Member = FieldSchema | EmbeddedSchema | RelationSchema | NamedFilterSchema;

/**
 * Names and permissions of a view. `client`: the names of requests, exposed members only. `code`: property names,
 * exposed members only. `all`: property names and every member, for the program's own conditions, such as scopes.
 */
export type ViewKind = 'client' | 'code' | 'all';

/** Facts of one entity in one data source, made once at boot and shared by all requests. */
export interface FilterSchema {
  /** The entity's name, for messages. */
  readonly name: string;
  /** TypeORM's description of the entity. */
  readonly metadata: EntityMetadata;
  /** The dialect of the data source. */
  readonly dialect: Dialect;
  readonly table: Table;
  /** The primary key's columns: several where it is composite. */
  readonly primaryKey: readonly ColumnSchema[];
  /** The escaped columns of each declared index, the primary key and unique constraints included. */
  readonly indexes: readonly (readonly string[])[];
  /** Column with `@DeleteDateColumn()`. Rows with a value in it are hidden. Undefined where deleting is final. */
  readonly deleteDate: ColumnSchema | undefined;
  /** Escaped discriminator column of a child entity, and its rows' values in it. Undefined for other entities. */
  readonly discriminator: { readonly sql: string; readonly values: readonly unknown[] } | undefined;
  /** Conditions that rows must satisfy to be visible. Empty where all rows are. */
  readonly scopes: readonly RowScope[];
  /** What declares it, for messages. */
  readonly declaration: DeclaredBy;
  /** True where a decorator or rules declare it. Otherwise its `client` and `code` views are empty. */
  readonly filterable: boolean;
  /** True for a class decorator without fields and relations, which exposes every public column. */
  readonly isBare: boolean;
  /** Returns the columns that a bare decorator leaves out for their transformers, with the fault of each. */
  readonly leftOut: () => ReadonlyMap<string, string>;
  /** What the class lists for the parameters that are read where they are declared, not yet looked up. */
  readonly lists: Pick<ClassRules, 'search' | 'facets' | 'aggregates' | 'populate'>;
  /** Returns the entity's own view of a kind, without the overrides of a handler. */
  view(kind: ViewKind): View;
}

/** Scopes of all rows of an entity, or of one class that shares the entity's table. */
export interface RowScope {
  /** Entity whose property names the scopes use: the entity itself, or the rows' child entity. */
  readonly schema: FilterSchema;
  /** Scopes that the rows must all satisfy. */
  readonly declared: readonly DeclaredScope[];
  /** Discriminator values of the rows that the scopes apply to. Undefined for all rows. */
  readonly only: { readonly discriminator: FieldSchema; readonly values: readonly FilterValue[] } | undefined;
}

/** Resolved sort key: the relations on its path, and a column, or the number of rows of the last relation. */
export interface SortTarget {
  /** The relations from the sorted entity onwards; empty for its own columns. */
  readonly hops: readonly RelationSchema[];
  /** The field to sort by; `count` for a key such as `comments.$count`. */
  readonly field: FieldSchema | 'count';
}

/** Facet that clients may ask for: the distinct values of a field, or their range. */
export interface FacetSchema {
  readonly type: 'values' | 'range';
  /** Relations that lead to the field. Empty for a field of the entity itself. */
  readonly hops: readonly RelationSchema[];
  readonly field: FieldSchema;
  /** Greatest number of values that the declaration allows. Undefined for the limits' own. */
  readonly limit: number | undefined;
  /** The deprecated names that a request for it uses: its own, and those on its path. */
  readonly deprecated: readonly DeprecatedName[];
}

/** An entity as one kind of request may use it: names, and the members behind them. See view.ts. */
export interface View {
  /** The names and permissions that the view has. */
  readonly kind: ViewKind;
  /** Entity of the view. */
  readonly schema: FilterSchema;
  /** Members by name, also with a `when`: the context decides about these at each request. */
  readonly members: ReadonlyMap<string, Member>;
  /** Complete list of sort keys that the entity or the handler declares. Undefined for every sortable member. */
  readonly declaredSort: ReadonlyMap<string, SortTarget> | undefined;
  /** Fields of a single-column primary key: none, one, or several where views give the column several names. */
  readonly keyFields: readonly FieldSchema[];
}

/** Receives a fault of a host's function that does not fail the request, and its cause. The Nest module logs it. */
export type Report = (message: string, cause?: unknown, level?: 'error' | 'warn') => void;

/**
 * The `when` functions of one data source. They are the host's code, and the names in a request decide which of them
 * run. A function that throws must not turn a request into a 500, and one that returns a promise, which is truthy, must
 * not show a field to everybody.
 */
export class Visibilities {
  private readonly reported = new Set<string>();
  private first: string | undefined;

  constructor(private readonly report: Report) {}

  /** Name of some field or relation with a `when`, for messages, if there is one. */
  get example(): string | undefined {
    return this.first;
  }

  /**
   * Wraps the `when` of a rule, so that it returns a boolean: true only for `true`, and false for errors. A
   * promise is a configuration mistake, and is thrown. Faults are reported once for each member, because clients
   * could otherwise fill the log.
   *
   * @param name the member's name in messages: `Post.title`
   * @throws FilterConfigurationError for an `async` function
   */
  withSafeWhen<Rule extends { readonly when?: Visibility | undefined }>(rule: Rule, name: string): Rule {
    const { when } = rule;
    if (when === undefined) return rule;
    this.first ??= name;
    if (isAsync(when)) throw promiseError(name, 'is async');
    return { ...rule, when: (context: unknown) => this.decide(when, name, context) };
  }

  /**
   * Wraps the `when` of every rule in a list of names and rules; see {@link withSafeWhen}. Anything else is returned as
   * it is, for the checks of the list.
   *
   * @param owner the entity's name in messages
   */
  withSafeRules<Rules>(rules: Rules, owner: string): Rules;
  withSafeRules(rules: unknown, owner: string): unknown {
    if (!Array.isArray(rules)) return rules;
    return rules.map((rule: unknown) =>
      isRuleWithWhen(rule) ? this.withSafeWhen(rule, `${owner}.${String(rule.name)}`) : rule,
    );
  }

  private decide(when: Visibility, name: string, context: unknown): boolean {
    let result: unknown;
    try {
      result = when(context);
    } catch (cause) {
      this.reportOnce(name, 'failed', cause);
      return false;
    }
    if (typeof result === 'boolean') return result;
    if (isPromise(result)) throw promiseError(name);
    // Not worth a report: `user?.isAdmin` returns undefined where nobody is logged in.
    if (result !== undefined && result !== null) {
      this.reportOnce(name, `returned ${withArticle(typeof result)} instead of true or false`);
    }
    return false;
  }

  private reportOnce(name: string, fault: string, cause?: unknown): void {
    if (this.reported.has(name)) return;
    this.reported.add(name);
    this.report(`\`when\` of ${name} ${fault}; ${name} is then hidden. This is logged once.`, cause);
  }
}

function isRuleWithWhen(rule: unknown): rule is { readonly name?: unknown; readonly when: Visibility } {
  return typeof rule === 'object' && rule !== null && 'when' in rule && typeof rule.when === 'function';
}

/** Returns true for a function with the keyword `async`, which returns a promise in every context. */
function isAsync(when: Visibility): boolean {
  return Object.prototype.toString.call(when) === '[object AsyncFunction]';
}

function promiseError(name: string, fault = 'returned a promise'): FilterConfigurationError {
  return new FilterConfigurationError(
    `\`when\` of ${name} ${fault}, and must return true or false; await in \`context\``,
  );
}

/** Resolved options of `FilterModule.forRoot()` that schemas depend on. */
export interface SchemaOptions {
  /** IANA time zone of dates and zoneless date-times. */
  readonly zone: string;
  /** All operators, built-in and the host's own, by token (`$eq`). */
  readonly operators: ReadonlyMap<string, AnyOperator>;
  /** The rules that the application gives instead of decorators. */
  readonly rules: readonly EntityRules[];
  /** Receives the faults of `when` functions. */
  readonly report: Report;
}

/**
 * Schemas of one data source, for the code that makes a single schema. `SchemaRegistry` implements it. The interface
 * keeps the registry and this code from importing each other.
 */
export interface Schemas {
  /** The dialect of the data source's driver. */
  readonly dialect: Dialect;
  /** The columns of all its entities. */
  readonly columns: ColumnSchemas;
  readonly options: SchemaOptions;
  /** The `when` functions of all its entities. */
  readonly visibilities: Visibilities;
  /** Returns the schema of an entity, filterable or not. */
  of(metadata: EntityMetadata): FilterSchema;
  /** The declarations of all entities. */
  readonly records: Records;
  /** Returns true where something declares the entity, a property of it, or a class that it extends. */
  readonly isFilterable: (metadata: EntityMetadata) => boolean;
  /** Escapes one name the way the driver does: `"post"` or `` `post` ``. */
  readonly escape: (name: string) => string;
  /** The tables of all its entities. */
  readonly tables: Tables;
}

/**
 * Values by name. Only the present names are listed and counted; former ones find the same values by {@link lookUp}, so
 * that nothing that lists names has to leave them out.
 */
export class NameMap<Value> extends Map<string, Value> {
  /** The values by the names of before a rename. Undefined where nothing was renamed. */
  former: Map<string, Value> | undefined;

  setFormer(name: string, value: Value): void {
    (this.former ??= new Map<string, Value>()).set(name, value);
  }
}

/** Finds a value by a present name, or else by a former one. */
export function lookUp<Value>(names: ReadonlyMap<string, Value>, name: string): Value | undefined {
  return names.get(name) ?? formerNames(names)?.get(name);
}

/** Returns the former names of a map. Undefined where it has none, which costs a request nothing but this look. */
export function formerNames<Value>(names: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> | undefined {
  return names instanceof NameMap ? (names as NameMap<Value>).former : undefined;
}

/**
 * Changes the values of a map under all of their names. A value of several names is changed once, and a name whose
 * value becomes undefined is left out.
 */
export function mapNames<Value extends object, Changed>(
  names: ReadonlyMap<string, Value>,
  change: (value: Value) => Changed | undefined,
): NameMap<Changed> {
  const known = new Map<Value, Changed | undefined>();
  const changed = (value: Value): Changed | undefined => {
    if (!known.has(value)) known.set(value, change(value));
    return known.get(value);
  };
  const mapped = new NameMap<Changed>();
  for (const [name, value] of names) {
    const kept = changed(value);
    if (kept !== undefined) mapped.set(name, kept);
  }
  for (const [name, value] of formerNames(names) ?? []) {
    const kept = changed(value);
    if (kept !== undefined) mapped.setFormer(name, kept);
  }
  return mapped;
}

/*
 * Entities refer to each other in circles, so that parts of a schema need other schemas first. Such parts are made by
 * the first read, and kept.
 */

/** Returns a getter that calls `make` at its first call, and returns that value from then on. */
export function once<Value extends object | boolean>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

/** Returns a function that calls `make` once for each key, and returns that value to later calls with the key. */
export function oncePer<Key, Value extends object>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const existing = values.get(key);
    if (existing !== undefined) return existing;
    const value = make(key);
    values.set(key, value);
    return value;
  };
}

/*
 * A view is an entity as one kind of request may use it: a map from names to members (fields, embedded groups,
 * relations) that projects the entity's `FilterSchema`. A view is made when it is first read, and kept. It knows no
 * context: members with a `when` are in the map, and each request asks `isVisible`.
 *
 * - `EntitySchemaBuilder` (entity-schema.ts) makes the entity's own views, of each `ViewKind`, and a handler's views
 *   with overrides. Its `ExposureReader` says which members they have.
 * - `narrowed` (narrowing.ts) makes the view behind a relation whose rule lists `fields` or `relations`.
 * - `withOperators` (narrowing.ts) makes the view behind a relation for a handler that limits `operators`.
 *
 * All of them call `viewOf`. Views are lazy because entities refer to each other: `RelationSchema.view()` makes the
 * view behind a relation, and a view's sort keys are resolved, when they are first read. For filterable entities and
 * handlers, boot reads the `client` and `code` views with `checkView`, so that a mistake in a declaration fails there
 * and not in a request.
 */

/**
 * Makes a view from members.
 *
 * @param declaredSort returns the declared sort keys at their first use; by default there are none
 */
export function viewOf(
  parts: Pick<View, 'kind' | 'schema' | 'members'>,
  declaredSort: () => View['declaredSort'] = () => undefined,
): View {
  const { kind, schema, members } = parts;
  const keyFields = once(() => keyFieldsOf(parts));
  return Object.freeze({
    kind,
    schema,
    members,
    get declaredSort() {
      return declaredSort();
    },
    get keyFields() {
      return keyFields();
    },
  });
}

/**
 * Reads the lazy parts of a view.
 *
 * @throws FilterConfigurationError where a declared sort key or a relation's rule names something that does not exist
 */
export function checkView(view: View): void {
  void view.declaredSort;
  for (const relation of relationsOf(view.members)) relation.view(view.kind);
}

/**
 * Finds the member of a name, present or former. The result is undefined for a hidden and for a missing member alike,
 * so that nothing can betray a hidden name.
 */
export function findMember(members: ReadonlyMap<string, Member>, name: string, context: unknown): Member | undefined {
  const member = lookUp(members, name);
  return member !== undefined && isVisible(member, context) ? member : undefined;
}

/** Returns true where the member exists in the context. An embedded group exists where one of its members does. */
export function isVisible(member: Member, context: unknown): boolean {
  if (member.type !== 'embedded') return isShown(member, context);
  for (const inner of member.members.values()) if (isVisible(inner, context)) return true;
  return false;
}

/**
 * Lists the names that a condition may use in a context, for error messages: fields, then relations, then `$and`, `$or`
 * and `$not`, each in the order of declaration.
 *
 * @param groups false leaves out `$and`, `$or` and `$not`
 */
export function namesOf(members: ReadonlyMap<string, Member>, context: unknown, groups = true): string[] {
  const visible = [...members].filter(([, member]) => isVisible(member, context));
  return [
    ...visible.filter(([, member]) => member.type !== 'relation').map(([name]) => name),
    ...visible.filter(([, member]) => member.type === 'relation').map(([name]) => name),
    ...(groups ? groupTokens : []),
  ];
}

/**
 * Finds the field of the whole primary key, which `filters[author]=1` compares.
 *
 * @returns undefined where the key is composite, or the context may not see it
 */
export function keyField(view: View, context: unknown): FieldSchema | undefined {
  return view.keyFields.find((field) => isVisible(field, context));
}

function keyFieldsOf({ schema, members }: Pick<View, 'schema' | 'members'>): readonly FieldSchema[] {
  const [key, ...more] = schema.primaryKey;
  if (key === undefined || more.length > 0) return [];
  return [...fieldsOf(members)].filter(({ expression }) => expression === key);
}

/** Iterates over the fields among members, including embedded ones and the paths of documents. */
export function* fieldsOf(members: ReadonlyMap<string, Member>): Generator<FieldSchema> {
  for (const member of members.values()) {
    if (member.type === 'field') yield member;
    if (member.type !== 'relation' && member.members !== undefined) yield* fieldsOf(member.members);
  }
}

/** Iterates over the relations among members, embedded ones included. */
export function* relationsOf(members: ReadonlyMap<string, Member>): Generator<RelationSchema> {
  for (const member of members.values()) {
    if (member.type === 'relation') yield member;
    else if (member.type === 'embedded') yield* relationsOf(member.members);
  }
}

/** Most names that a path is known by: each member on it may have several, and all together count. */
const mostKeys = 64;

/** Returns the paths of a member for clients: the present one, then the former ones. */
function namePaths({
  clientPath,
  formerPaths,
}: Pick<FieldSchema | RelationSchema, 'clientPath' | 'formerPaths'>): readonly (readonly string[])[] {
  return [clientPath, ...formerPaths];
}

/** Lists what clients called a target before the members on its path were renamed: `score`, `cook.name`. */
export function formerKeysOf(target: SortTarget): readonly string[] {
  return variants(target, (member) => namePaths(member).map((path) => path.join('.'))).slice(1);
}

/** Returns the program's name for a target: `score`, `chef.name`, `comments.$count`. */
export function propertyKeyOf({ hops, field }: SortTarget): string {
  const name = field === 'count' ? '$count' : field.propertyPath;
  return hops.length === 0 ? name : `${hops.map(({ propertyPath }) => propertyPath).join('.')}.${name}`;
}

/**
 * Lists the program's names for a target, as they may have been before its members were renamed: the present one first.
 * A property that clients knew by its own name had its former name, too.
 */
export function propertyKeysOf(target: SortTarget): readonly string[] {
  return variants(target, ({ propertyPath, formerPaths }) => [
    propertyPath,
    ...formerPaths.map((path) => path.join('.')),
  ]);
}

/** Combines the names of all members on a path. */
function variants(
  { hops, field }: SortTarget,
  namesOf: (member: FieldSchema | RelationSchema) => readonly string[],
): readonly string[] {
  const parts = [...hops.map(namesOf), field === 'count' ? ['$count'] : namesOf(field)];
  return parts
    .reduce<readonly string[]>(
      (keys, names) => keys.flatMap((key) => names.map((name) => (key === '' ? name : `${key}.${name}`))),
      [''],
    )
    .slice(0, mostKeys);
}

/**
 * Adds the former names of targets to a list of them by their present names.
 *
 * @throws FilterConfigurationError where a former name is that of another target
 */
export function withFormerKeys<Target extends SortTarget>(
  targets: ReadonlyMap<string, Target>,
  subject: string,
): NameMap<Target> {
  const names = new NameMap<Target>(targets);
  for (const target of targets.values()) {
    for (const key of formerKeysOf(target)) {
      const taken = lookUp(names, key);
      if (taken === undefined) names.setFormer(key, target);
      else if (taken !== target) throw new FilterConfigurationError(`${subject}: the former name ${key} is taken`);
    }
  }
  return names;
}

/** A function over the values that the related rows of a row have, or their number. */
export interface RelatedAggregate {
  readonly relation: RelationSchema;
  readonly function: AggregateFunction;
  /** Values of one related row. Undefined for the number of rows. */
  readonly of: ExpressionSchema | undefined;
  /** The declared condition on the related rows, which each request reads in its context. */
  readonly where?: DeclaredConditions | undefined;
  /** Text that is equal for aggregates of the same rows, which one statement can read. */
  readonly group?: string | undefined;
}

/** Conditions that a program declares: an object, or a function of the context that gives one. */
export interface DeclaredConditions {
  readonly conditions: object | ((context: never) => object);
  /** Names them in errors. */
  readonly subject: string;
}

interface ValuesAggregate extends RelatedAggregate {
  readonly of: ExpressionSchema;
}

export function hasAggregate(row: AggregateFunction, expression: ExpressionSchema): boolean {
  const { storedKind, kind, column, list, document, isSubquery } = expression;
  if (list !== undefined || document !== undefined || isSubquery || !row.suits(kind) || !row.suits(storedKind))
    return false;
  // A sum of values that a transformer has changed is no value that it could change back.
  return row.name === 'min' || row.name === 'max' || column?.transformer === undefined;
}

/** Returns the values of an expression in rows, as functions are applied to them. */
export function aggregatedValues(expression: ExpressionSchema, alias: string): AggregatedValues {
  const { stored, storedKind, column, nullable } = expression;
  const sql = expression.sqlOf(alias);
  return {
    sql,
    key: spellingsOf(sql, expression).key,
    kind: storedKind,
    storedAs: stored.storedAs,
    scale: column?.scale,
    isWide: storedKind === valueKinds.bigint || column === undefined,
    isInEveryRow: !nullable,
  };
}

/**
 * Makes the expression of an aggregate of related rows, which is NULL where there are none.
 *
 * @param metadata a column of the entity that the aggregate belongs to. Default: the aggregated one
 */
export function aggregateExpression(
  related: ValuesAggregate,
  name: string,
  metadata = related.of.metadata,
): ExpressionSchema {
  const { function: row, of } = related;
  const { dialect } = of.bindFacts;
  const isOwnValue = row.name === 'min' || row.name === 'max';
  const result = row.kindOf({ kind: of.storedKind, storedAs: of.stored.storedAs }, dialect.aggregates);
  const kinds = isOwnValue
    ? {}
    : { kind: result, storedKind: result, stored: result, column: undefined, accepts: undefined };
  const expression: ExpressionSchema = Object.freeze({
    ...of,
    ...kinds,
    metadata,
    facts: isOwnValue ? of.facts : { zone: of.facts.zone },
    propertyPath: name,
    columnName: undefined,
    exactOrder: exactOrderOfSql(dialect),
    nullable: true,
    indexed: false,
    isSubquery: true,
    sqlOf: writtenByStatement(name),
  });
  aggregates.set(expression, related);
  return expression;
}

/**
 * Makes the expression of the number of related rows, which is 0 where there are none.
 *
 * @param owner a column of the entity that the number belongs to
 */
export function countExpression(related: RelatedAggregate, name: string, owner: ColumnSchema): ExpressionSchema {
  const { dialect } = owner.bindFacts;
  const expression: ExpressionSchema = Object.freeze({
    ...owner,
    propertyPath: name,
    sqlOf: writtenByStatement(name),
    columnName: undefined,
    column: undefined,
    accepts: undefined,
    kind: valueKinds.integer,
    storedKind: valueKinds.integer,
    stored: valueKinds.bigint,
    facts: { zone: owner.facts.zone },
    exactOrder: exactOrderOfSql(dialect),
    nullable: false,
    indexed: false,
    isSubquery: true,
  });
  aggregates.set(expression, related);
  return expression;
}

/** Makes the `sqlOf` of an expression that only a statement can write. */
function writtenByStatement(name: string): () => never {
  return () => {
    throw new TypeError(`${name} is an aggregate of related rows, whose SQL depends on the statement`);
  };
}

const aggregates = new WeakMap<ExpressionSchema, RelatedAggregate>();

/** Returns the aggregate of related rows that an expression is, or undefined for any other expression. */
export function relatedAggregateOf(expression: ExpressionSchema): RelatedAggregate | undefined {
  // Nearly every expression is a column.
  return expression.isSubquery ? aggregates.get(expression) : undefined;
}

/** The functions whose aggregates of related rows clients may ask for, by token: `$avg`. */
const byToken: ReadonlyMap<string, AggregateFunction> = new Map(
  aggregateFunctions.filter(({ counts }) => !counts).map((row) => [`$${row.name}`, row]),
);

/** Returns the function that a token stands for under a relation, or undefined where clients may not ask for it. */
export function aggregateAt({ aggregates, toMany }: RelationSchema, token: string): AggregateFunction | undefined {
  const row = byToken.get(token);
  return row !== undefined && toMany && aggregates.includes(row) ? row : undefined;
}

/** Lists the tokens of the functions that clients may ask for under a relation. */
export function aggregateTokens({ aggregates, toMany }: RelationSchema): readonly string[] {
  return toMany ? aggregates.map(({ name }) => `$${name}`) : [];
}

const made = new WeakMap<RelationSchema, Map<AggregateFunction, WeakMap<FieldSchema, FieldSchema>>>();

/**
 * Returns the field that an aggregate of related rows is to the row that they belong to. It is made once for a
 * relation, so that equal requests have one statement.
 *
 * @returns undefined where the field has no such aggregate, or its rule does not name it
 */
export function aggregateField(
  relation: RelationSchema,
  row: AggregateFunction,
  field: FieldSchema,
): FieldSchema | undefined {
  const byFunction = made.get(relation) ?? new Map<AggregateFunction, WeakMap<FieldSchema, FieldSchema>>();
  made.set(relation, byFunction);
  const byField = byFunction.get(row) ?? new WeakMap<FieldSchema, FieldSchema>();
  byFunction.set(row, byField);
  const known = byField.get(field) ?? fieldOf(relation, row, field);
  if (known !== undefined) byField.set(field, known);
  return known;
}

function fieldOf(relation: RelationSchema, row: AggregateFunction, field: FieldSchema): FieldSchema | undefined {
  const token = `$${row.name}`;
  if (!hasAggregate(row, field.expression)) return undefined;
  if (field.named !== undefined && !field.named.includes(token)) return undefined;
  const operators = [...field.operators].filter(([name]) => aggregateOperators.has(name));
  const propertyPath = `${relation.propertyPath}.${token}.${field.propertyPath}`;
  return {
    type: 'field',
    clientPath: [...relation.clientPath, token, ...field.clientPath],
    formerPaths: namePaths(relation)
      .flatMap((outer) => namePaths(field).map((inner) => [...outer, token, ...inner]))
      .slice(1),
    deprecated: [...relation.deprecated, ...field.deprecated],
    propertyPath,
    keyPath: undefined,
    expression: aggregateExpression({ relation, function: row, of: field.expression }, propertyPath),
    members: undefined,
    operators: new Map(operators),
    named: undefined,
    sortable: field.sortable,
    when: field.when,
  };
}

/** Lists the aggregates of a function that a context may ask for under a relation, by the names of a kind of view. */
export function aggregateFieldsOf(
  relation: RelationSchema,
  row: AggregateFunction,
  { kind, context }: { readonly kind: ViewKind; readonly context: unknown },
): readonly (readonly [string, FieldSchema])[] {
  return [...relation.view(kind).members].flatMap(([name, member]) => {
    if (member.type !== 'field' || !isVisible(member, context)) return [];
    const field = aggregateField(relation, row, member);
    return field === undefined ? [] : [[name, field] as const];
  });
}
