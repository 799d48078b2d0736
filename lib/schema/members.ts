import type { EntityMetadata } from 'typeorm';
import {
  FilterConfigurationError,
  checkEach,
  checkNames,
  checkOptions,
  describeValue,
  didYouMean,
  isObject,
  withArticle,
  wrongValue,
} from '../configuration/index.js';
import {
  type AggregateFunction,
  type AnyOperator,
  aggregateFunctions,
  builtIn,
  relatedAggregateTokens,
} from '../operators/index.js';
import { type ValueKind, declarableKinds, valueKinds } from '../values/index.js';
import { type ColumnSchema, type ExpressionSchema, hasOrder } from './columns.js';
import type { ExposedField, NamedFilterRule, RelationRule } from './declarations.js';
import {
  type ColumnMetadata,
  type RelationMetadata,
  canBeNull,
  hasJoinColumns,
  isConstrained,
  isLinkToOneRow,
  leadsToOneRow,
  linkOf,
  relatedKeyColumns,
  relationWithColumns,
} from './joins.js';
import { once, oncePer } from './lazy.js';
import type { FieldSchema, NamedFilterSchema, ReadableValues, RelationSchema, ViewKind } from './model.js';
import type { SchemaRegistry } from './registry.js';
import { checkAlias, clientPathOf, deprecationOf, formerPathsOf, namedFilterOptions } from './rules.js';
import { narrowed } from './views.js';

/** Entity whose declaration, or a handler's, members are made for. */
export interface Declaration {
  readonly registry: SchemaRegistry;
  readonly metadata: EntityMetadata;
  readonly subject: string;
}

/** Field as it is declared, and its column. */
export interface DeclaredField extends Declaration {
  /** `title`, `specs.color` */
  readonly path: string;
  /** TypeORM's description of the column; of some column of the entity, for a field that is none. */
  readonly column: ColumnMetadata;
  readonly rule: ExposedField;
}

/** Makes the error about a field that cannot be as declared. The text continues its name. */
export function wrongField({ subject, path }: DeclaredField, text: string): FilterConfigurationError {
  return new FilterConfigurationError(`${subject}: ${path} ${text}`);
}

/**
 * Makes a field from an expression and its rule.
 *
 * @throws FilterConfigurationError where the rule's kind, operators or order do not suit the expression
 */
export function fieldOf(expression: ExpressionSchema, rule: ExposedField, declaration: Declaration): FieldSchema {
  const { subject } = declaration;
  const { kind, facts, propertyPath: path } = expression;
  checkDeclaredKind(expression, subject);
  const operators = operatorsOf(expression, rule, declaration);
  if (kind.name === 'enum' && facts.members === undefined) {
    throw new FilterConfigurationError(`${subject}: ${path} is an enum without members; name them: @Column({ enum })`);
  }
  const isOrdered = hasOrder(expression);
  if (rule.sortable === true && !isOrdered) {
    const what = expression.list === undefined ? kind.name : 'a list';
    throw new FilterConfigurationError(`${subject}: ${path} is ${what}, which has no order to sort by`);
  }
  // A typed document has properties of these names, whatever the path is called.
  const keys = rule.place && [...rule.place.document.split('.'), ...rule.place.keys];
  return {
    type: 'field',
    clientPath: clientPathOf(path, rule),
    formerPaths: formerPathsOf(path, rule),
    deprecated: deprecatedNames(expression, rule),
    propertyPath: path,
    // A key may contain a dot, where the name splits.
    keyPath: JSON.stringify(keys) === JSON.stringify(path.split('.')) ? undefined : keys,
    expression,
    narrowed: rule.values && narrowedTo(rule.values, expression, `${subject}: ${path}`),
    members: rule.paths === undefined ? undefined : new Map(),
    operators,
    named: rule.operators,
    load: rule.load === true,
    sortable: rule.sortable ?? isOrdered,
    when: rule.when,
  };
}

/**
 * Returns what reads some members of an enum alone.
 *
 * @param subject the field, which begins the error
 * @throws FilterConfigurationError for another kind, and for what is no list of members
 */
export function narrowedTo(values: unknown, { kind, facts, accepts, list, metadata }: ReadableValues, subject: string) {
  const { members } = facts;
  if (kind.name !== 'enum' || members === undefined) {
    throw new FilterConfigurationError(
      `${subject}: \`values\` is for enums, and its kind is ${kind.name}; leave it out`,
    );
  }
  if (!Array.isArray(values) || values.length === 0 || new Set(values).size < values.length) {
    throw wrongValue({ subject, name: 'values', value: values }, 'a list of different members');
  }
  const wanted: readonly unknown[] = values;
  const unknown = wanted.find((value) => !members.some((member) => member === value));
  if (unknown !== undefined) {
    const text = describeValue(unknown);
    throw new FilterConfigurationError(
      `${subject}: \`values\` has ${text}, which is not a member; ${didYouMean(text, members.map(String))}`,
    );
  }
  const narrow = { ...facts, members: members.filter((member) => wanted.includes(member)) };
  return Object.freeze({ kind, facts: narrow, accepts, list, metadata } satisfies ReadableValues);
}

/** Lists the deprecated names that a request for a field uses: its own, and its document's. */
function deprecatedNames({ metadata, propertyPath }: ExpressionSchema, rule: ExposedField): FieldSchema['deprecated'] {
  const { place, deprecated } = rule;
  const nameOf = (path: readonly string[]) => `${metadata.entityMetadata.name}.${path.join('.')}`;
  const own = deprecationOf(nameOf(clientPathOf(propertyPath, rule)), deprecated);
  if (place?.rule.deprecated === undefined) return own;
  return [...deprecationOf(nameOf(clientPathOf(place.document, place.rule)), place.rule.deprecated), ...own];
}

/**
 * Checks a declared kind against the column. With a transformer, the column's type says nothing about the values, and
 * that of an aggregate was checked with the related entity.
 */
function checkDeclaredKind(expression: ExpressionSchema, subject: string): void {
  const { metadata, kind, storedKind, bindFacts, isSubquery } = expression;
  if (kind === storedKind || metadata.transformer !== undefined || isSubquery) return;
  const kinds = declarableKinds(storedKind.name, bindFacts.dialect, metadata);
  if (kinds === 'every' || kinds.includes(kind.name)) return;
  throw new FilterConfigurationError(
    `${subject}: the field ${metadata.propertyPath} has the kind ${kind.name}, which ${withArticle(typeName(metadata, storedKind))} ` +
      `column cannot store; it can store: ${kinds.join(', ')}.${storedKind.name === 'text' ? transformerHint : ''}`,
  );
}

const transformerHint = ' If its texts stand for other values, add a transformer to the column.';

/**
 * Names a column's type: by its kind for numbers and dates, by its declaration for `text` and
 * `opaque`, which cover many.
 */
function typeName({ type, isArray }: ExpressionSchema['metadata'], { name }: ValueKind): string {
  if (name !== 'opaque' && name !== 'text') return name;
  const declared = typeof type === 'function' ? name : type;
  return isArray ? `${declared} array` : declared;
}

/** Returns the operators of a field by token: all that suit its kind, or the ones that its rule names. */
function operatorsOf(
  expression: ExpressionSchema,
  { operators }: ExposedField,
  { registry, subject }: Declaration,
): FieldSchema['operators'] {
  const { kind, list, propertyPath } = expression;
  const suitable = registry.operatorsFor(list !== undefined)(kind);
  if (operators === undefined) return suitable;
  const field = `${subject}: ${propertyPath}`;
  checkNames({ subject: field, name: 'operators', value: operators });
  if (operators.length === 0) {
    throw new FilterConfigurationError(`${field}: \`operators\` is empty; leave the field out`);
  }
  // An aggregate of related rows is no operator of the field itself.
  const own = operators.filter((token) => !relatedAggregateTokens.includes(token));
  return new Map(
    own.map((token) => {
      const operator = suitable.get(token);
      if (operator !== undefined) return [token, operator];
      const what = list === undefined ? `${withArticle(kind.name)} field` : `a list of ${kind.name} values`;
      throw new FilterConfigurationError(
        `${field}: ${token} is not an operator for ${what}; ${didYouMean(token, [...suitable.keys()])}${kindsHint(expression)}`,
      );
    }),
  );
}

/** Names the kinds that a column may be declared to have, where its type tells none: `bit(1)` may be a boolean. */
function kindsHint({ kind, metadata, bindFacts }: ExpressionSchema): string {
  if (kind.name !== 'opaque' || metadata.isVirtualProperty) return '';
  const kinds = declarableKinds(kind.name, bindFacts.dialect, metadata);
  const others = kinds === 'every' ? ['text', 'boolean', '…'] : kinds.filter((name) => name !== 'opaque');
  return others.length === 0 ? '' : ` Or declare what it stores: { kind: '${others.join("' | '")}' }.`;
}

/**
 * Makes a relation from TypeORM's metadata and its rule. Members that depend on the related entity are getters, because
 * that entity may be about to make its relation back to this one.
 *
 * @throws FilterConfigurationError where TypeORM has no columns to join by
 */
export function relationOf(
  metadata: RelationMetadata,
  rule: RelationRule,
  { registry, subject }: Pick<Declaration, 'registry' | 'subject'>,
): RelationSchema {
  const { dialect } = registry;
  const relation = relationWithColumns(metadata);
  const { propertyPath, isOwning, joinColumns, inverseRelation } = relation;
  if (!hasJoinColumns(relation)) {
    throw new FilterConfigurationError(
      `${subject}: the relation ${propertyPath} has no join columns in TypeORM; add @JoinColumn() or @JoinTable() on one ` +
        'side, or leave the relation out',
    );
  }
  const clientPath = clientPathOf(propertyPath, { as: rule.as });
  const target = once(() => registry.of(relation.inverseEntityMetadata));
  const link = linkOf(relation, registry);
  // The relation of the table that has the foreign key.
  const owning = isOwning ? relation : inverseRelation && relationWithColumns(inverseRelation);
  const isCertain = rule.required !== false && isOwning && isConstrained(relation, dialect);
  const isInOwnTable = isOwning && relation.junctionEntityMetadata === undefined;
  const onlyOf = ([column, ...more]: readonly ColumnMetadata[]): ColumnSchema | undefined =>
    column === undefined || more.length > 0 ? undefined : registry.columns.of(column);
  const isAlwaysSet = joinColumns.every((column) => !canBeNull(column, dialect));
  /** A subquery sees every row of the related entity: none is soft-deleted, of another class, or out of scope. */
  const hidesNoRows = (): boolean => {
    const { deleteDate, discriminator, scopes } = target();
    return deleteDate === undefined && discriminator === undefined && scopes.length === 0;
  };
  const isVisibleWhereSet = once(() => isCertain && hidesNoRows());
  const countedByLinks = once(() => isLinkToOneRow(relation, dialect) && hidesNoRows());
  return {
    type: 'relation',
    clientPath,
    formerPaths: formerPathsOf(propertyPath, { formerly: rule.formerly }),
    deprecated: deprecationOf(`${relation.entityMetadata.name}.${clientPath.join('.')}`, rule.deprecated),
    propertyPath,
    toMany: relation.isOneToMany || relation.isManyToMany,
    single: leadsToOneRow(relation),
    get target() {
      return target();
    },
    link,
    relatedKey: onlyOf(relatedKeyColumns(relation)),
    foreignKey: isInOwnTable ? onlyOf(joinColumns) : undefined,
    get alwaysExists() {
      return link.via === 'columns' && isAlwaysSet && isVisibleWhereSet();
    },
    get ownsForeignKey() {
      return link.via === 'columns' && link.pairs.length === 1 && isVisibleWhereSet();
    },
    get countedByLinks() {
      return countedByLinks();
    },
    indexedByConstraint: dialect.indexesForeignKeys === true && owning !== undefined && isConstrained(owning, dialect),
    strategy: rule.strategy,
    aggregates: aggregatesOf(relation, rule, subject),
    sortable: rule.sortable ?? true,
    when: rule.when,
    view: oncePer((kind: ViewKind) => narrowed(target().view(kind), rule, `${subject}: ${propertyPath}`)),
  };
}

/** Returns the functions that a rule allows: all of them, or the ones that it names. */
function aggregatesOf(
  { propertyPath, isOneToMany, isManyToMany }: RelationMetadata,
  { aggregates }: RelationRule,
  subject: string,
): readonly AggregateFunction[] {
  if (aggregates === undefined) return [];
  const about = `${subject}: the relation ${propertyPath}`;
  if (!isOneToMany && !isManyToMany) {
    throw new FilterConfigurationError(`${about} is to one row; leave out \`aggregates\`, which are for many`);
  }
  const all = aggregateFunctions.filter(({ counts }) => !counts);
  if (aggregates === true) return all;
  const names = all.map(({ name }) => name);
  if (!Array.isArray(aggregates) || aggregates.length === 0) {
    throw new FilterConfigurationError(`${about}: \`aggregates\` must be true or a list of: ${names.join(', ')}`);
  }
  return (aggregates as readonly string[]).map((each) => {
    const row = all.find(({ name }) => name === each);
    if (row !== undefined) return row;
    throw new FilterConfigurationError(
      `${about}: \`aggregates\` lists ${String(each)}; ${didYouMean(String(each), names)}`,
    );
  });
}

const operatorsOfFilters: ReadonlyMap<string, AnyOperator> = new Map(
  ['$eq', '$in'].map((token) => [token, builtIn(token)]),
);

/**
 * Makes the named filters that an entity's rules declare.
 *
 * @throws FilterConfigurationError with every mistake in them
 */
export function namedFiltersOf(named: unknown, owner: Declaration): readonly NamedFilterSchema[] {
  if (named === undefined) return [];
  const { subject, metadata } = owner;
  if (!isObject(named)) throw wrongValue({ subject, name: 'named', value: named }, 'an object of filters by name');
  const members = [...metadata.columns, ...metadata.relations].map(({ propertyPath }) => propertyPath.split('.')[0]);
  const filters: NamedFilterSchema[] = [];
  checkEach(Object.entries(named), ([name, rule]: [string, unknown]) => {
    checkAlias(name, subject);
    if (members.includes(name)) {
      throw new FilterConfigurationError(
        `${subject}: the named filter ${name} has the name of a property of ${metadata.name}; choose another one`,
      );
    }
    // Required options are added as undefined, so that their checks find them missing.
    const options = isObject(rule) ? { kind: undefined, where: undefined, ...rule } : rule;
    checkOptions(`${subject}: the named filter ${name}`, options, namedFilterOptions);
    filters.push(namedFilterOf(name, rule as NamedFilterRule, owner));
  });
  return filters;
}

function namedFilterOf(name: string, rule: NamedFilterRule, { registry, metadata }: Declaration): NamedFilterSchema {
  const [column] = metadata.columns;
  if (column === undefined) throw new TypeError(`${metadata.name} has no columns`);
  const kind = valueKinds[rule.kind];
  // Values are read by it. It is in no SQL: what the filter stands for takes its place.
  const expression: ExpressionSchema = Object.freeze({
    ...registry.columns.of(column),
    propertyPath: name,
    sqlOf: () => {
      throw new TypeError(`${name} is a named filter, which has no SQL of its own`);
    },
    columnName: undefined,
    column: undefined,
    kind,
    storedKind: kind,
    stored: kind,
    facts: { zone: registry.options.zone },
    accepts: undefined,
    nullable: false,
    exactOrder: undefined,
    indexed: false,
  });
  const names = {
    clientPath: [name],
    formerPaths: formerPathsOf(name, { formerly: rule.formerly }),
    deprecated: deprecationOf(`${metadata.name}.${name}`, rule.deprecated),
    propertyPath: name,
    when: registry.visibilities.withSafeWhen(rule, `${metadata.name}.${name}`).when,
    members: undefined,
  };
  const field = { keyPath: undefined, expression, operators: operatorsOfFilters, sortable: false };
  return {
    ...names,
    type: 'named',
    field: { ...names, ...field, type: 'field' },
    owner: () => registry.of(metadata),
    where: (value, context) => rule.where(value as never, context as never),
  };
}
