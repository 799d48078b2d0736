import {
  FilterConfigurationError,
  checkOptionNames,
  describeValue,
  didYouMean,
  withArticle,
  wrongValue,
} from '../configuration/index.js';
import {
  type AggregateFunction,
  type AnyOperator,
  aggregateFunctions,
  operatorSuits,
  relatedAggregateTokens,
} from '../operators/index.js';
import { type ValueKind, declarableKinds } from '../values/index.js';
import {
  type ColumnMetadata,
  type ColumnSchema,
  type ExpressionSchema,
  type RelationMetadata,
  canBeNull,
  hasJoinColumns,
  hasOrder,
  isConstrained,
  isLinkToOneRow,
  leadsToOneRow,
  linkOf,
  relatedKeyColumns,
  relationWithColumns,
} from './columns.js';
import { checkNames, checkRules, deprecationOf } from './records.js';
import type { ExposedField, RelationRule, SortKeyRule } from './declarations.js';
import {
  type FieldSchema,
  type FilterSchema,
  type Member,
  NameMap,
  type NamedFilterSchema,
  type ReadableValues,
  type RelationSchema,
  type Schemas,
  type SortTarget,
  type View,
  type ViewKind,
  aggregateAt,
  aggregateField,
  lookUp,
  mapNames,
  once,
  oncePer,
  relationsOf,
  viewOf,
  withFormerKeys,
} from './model.js';
import type { Dialect } from '../dialects/index.js';
import { isForked, keyOf, sortKeysOf } from './paths.js';

/** Declaration at the beginning of an error message: `@Filterable() on Post`, `rulesFor(Post)`, or a handler's name. */
export type Subject = string;

/** Declaration that members are made for: an entity's decorators, or one handler's overrides. */
export interface Declaration {
  readonly subject: Subject;
  /** Schemas with its columns and related entities. */
  readonly registry: Schemas;
  /** Operators that a handler allows, behind relations too. Undefined for all that the entities allow. */
  readonly operators: readonly string[] | undefined;
}

/**
 * Returns the path of a property for clients: its own, or its alias as a single segment. A path in a document has both,
 * the document's column first.
 */
function clientPathOf(propertyPath: string, { as, place }: Pick<ExposedField, 'as' | 'place'>): readonly string[] {
  if (place === undefined) return (as ?? propertyPath).split('.');
  return [...clientPathOf(place.document, { as: place.documentAs }), ...clientPathOf(place.name, { as })];
}

/** Returns the paths that clients had for a property before it was renamed, its document's former names included. */
export function formerPathsOf(
  propertyPath: string,
  { as, formerly = [], place }: Pick<ExposedField, 'as' | 'formerly' | 'place'>,
): readonly (readonly string[])[] {
  const former = formerly.map((name) => name.split('.'));
  if (place === undefined) return former;
  const { document, documentAs, documentFormerly } = place;
  const documents = [
    clientPathOf(document, { as: documentAs }),
    ...formerPathsOf(document, { formerly: documentFormerly }),
  ];
  const paths = [clientPathOf(place.name, { as }), ...former];
  // The first one is the present path.
  return documents.flatMap((outer) => paths.map((inner) => [...outer, ...inner])).slice(1);
}

/**
 * Returns the path of a document's field by its keys. A typed document has properties of these names,
 * whatever the path is called.
 */
function keyPathOf(propertyPath: string, { place }: ExposedField): readonly string[] | undefined {
  const keys = place && [...place.document.split('.'), ...place.keys];
  // A key may contain a dot, where the name splits.
  return JSON.stringify(keys) === JSON.stringify(propertyPath.split('.')) ? undefined : keys;
}

/**
 * Checks that an alias can be one segment of a key: it contains no characters of the request syntax, and is not a
 * number, which would be a list index.
 *
 * @throws FilterConfigurationError for any other alias
 */
export function checkAlias(alias: string, subject: Subject): void {
  if (isAlias(alias)) return;
  throw new FilterConfigurationError(
    `${subject}: the alias ${alias} contains one of . : , $ [ ], is a number, or is empty`,
  );
}

/** Returns true for a text that can be one segment of a key. */
export function isAlias(text: string): boolean {
  return /^[^.:,$[\]]+$/.test(text) && !/^\d+$/.test(text);
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
  return {
    type: 'field',
    clientPath: clientPathOf(path, rule),
    formerPaths: formerPathsOf(path, rule),
    deprecated: deprecatedNames(expression, rule),
    propertyPath: path,
    keyPath: keyPathOf(path, rule),
    expression,
    narrowed: rule.values && narrowedTo(rule.values, expression, `${subject}: ${path}`),
    members: rule.paths === undefined ? undefined : new Map(),
    operators: new Map(operators.map((operator) => [operator.token, operator])),
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
export function narrowedTo(
  values: unknown,
  { kind, facts, accepts, list, metadata }: ReadableValues,
  subject: Subject,
) {
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
  if (place?.documentDeprecated === undefined) return own;
  const document = nameOf(clientPathOf(place.document, { as: place.documentAs }));
  return [...deprecationOf(document, place.documentDeprecated), ...own];
}

/**
 * Checks a declared kind against the column. With a transformer, the column's type says nothing about the values, and
 * that of an aggregate was checked with the related entity.
 */
function checkDeclaredKind(expression: ExpressionSchema, subject: Subject): void {
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

/** Names a field by its values: `an integer field`, `a list of integer values`. */
function fieldOfKind({ kind, list }: ExpressionSchema): string {
  return list === undefined ? `${withArticle(kind.name)} field` : `a list of ${kind.name} values`;
}

function operatorsOf(
  expression: ExpressionSchema,
  rule: ExposedField,
  declaration: Declaration,
): readonly AnyOperator[] {
  const { registry, subject } = declaration;
  const all = [...registry.options.operators.values()];
  const suitable = all.filter((operator) => operatorSuits(operator, expression.kind, expression.list !== undefined));
  if (rule.operators === undefined) return suitable;
  const field = `${subject}: ${expression.propertyPath}`;
  checkNames(rule.operators, 'operators', field);
  if (rule.operators.length === 0) {
    throw new FilterConfigurationError(`${field}: \`operators\` is empty; leave the field out`);
  }
  // An aggregate of related rows is no operator of the field itself.
  const own = rule.operators.filter((token) => !relatedAggregateTokens.includes(token));
  return own.map((token) => {
    const operator = suitable.find((candidate) => candidate.token === token);
    if (operator !== undefined) return operator;
    const tokens = suitable.map((candidate) => candidate.token);
    throw new FilterConfigurationError(
      `${field}: ${token} is not an operator for ${fieldOfKind(expression)}; ${didYouMean(token, tokens)}${kindsHint(expression)}`,
    );
  });
}

/** Names the kinds that a column may be declared to have, where its type tells none: `bit(1)` may be a boolean. */
function kindsHint({ kind, metadata, bindFacts }: ExpressionSchema): string {
  if (kind.name !== 'opaque' || metadata.isVirtualProperty) return '';
  const kinds = declarableKinds(kind.name, bindFacts.dialect, metadata);
  const others = kinds === 'every' ? ['text', 'boolean', '…'] : kinds.filter((name) => name !== 'opaque');
  return others.length === 0 ? '' : ` Or declare what it stores: { kind: '${others.join("' | '")}' }.`;
}

type MemberMap = NameMap<Member>;

/** The members of a view while they are gathered. */
export class MemberTree {
  /** Members by name, read-only once all are added. */
  readonly members: MemberMap = new NameMap();
  /** Members of each embedded group and each document, while they grow. */
  private readonly groups = new Map<Member, MemberMap>();
  /** The members of groups that only former names lead to. Within them, these are the names there are. */
  private readonly formerGroups = new Set<MemberMap>();

  constructor(private readonly subject: Subject) {}

  /**
   * Adds a member under a path, and the groups on the way to it: `['address', 'city']` is `city` in the
   * group `address`. The paths of a document are members of the document's field, or of a group where
   * the view lacks this field.
   *
   * @throws FilterConfigurationError where another member has the name, or a segment of the path names no group
   */
  add(path: readonly string[], member: Member): void {
    const name = path.at(-1);
    if (name === undefined) return;
    let { members } = this;
    for (const segment of path.slice(0, -1)) members = this.groupIn(members, segment);
    const existing = members.get(name);
    if (member.type === 'field' && member.members !== undefined) {
      members.set(name, this.document(member, this.groupOf(existing, name)));
    } else if (existing === undefined) members.set(name, member);
    else throw this.duplicate(name);
  }

  /**
   * Adds paths of documents also by their keys, where these differ from their names. Keys that name another member, or
   * that several fields share, are left out: the program then uses the fields' own names.
   */
  addByKeys(fields: readonly FieldSchema[]): void {
    const further = fields.flatMap((field) => (field.keyPath === undefined ? [] : [{ field, path: field.keyPath }]));
    const shared = repeated(further.map(({ path }) => JSON.stringify(path)));
    for (const { field, path } of further) {
      if (!shared.has(JSON.stringify(path)) && this.isFree(path)) this.add(path, field);
    }
  }

  /**
   * Adds the former names of a member, once all present names are added. They lead to the member itself, or through
   * groups that only former names lead to.
   *
   * @throws FilterConfigurationError where another member has such a name, or had it before
   */
  addFormerNames({ clientPath, formerPaths }: FieldSchema | NamedFilterSchema | RelationSchema): void {
    const present = clientPath.join('.');
    for (const path of formerPaths) {
      if (path.join('.') === present) throw this.taken(path);
      this.addFormer(path, this.at(clientPath));
    }
  }

  private addFormer(path: readonly string[], member: Member | undefined): void {
    const name = path.at(-1);
    if (name === undefined || member === undefined) return;
    let { members } = this;
    for (const segment of path.slice(0, -1)) members = this.formerGroup(members, segment, path);
    const taken = lookUp(members, name);
    // A renamed document may already lead to its paths.
    if (taken === undefined && this.formerGroups.has(members)) members.set(name, member);
    else if (taken === undefined) members.setFormer(name, member);
    else if (taken !== member) throw this.taken(path);
  }

  /** Returns the members under a name on a former path: of the present group or document, or of one made for it. */
  private formerGroup(members: MemberMap, name: string, path: readonly string[]): MemberMap {
    const existing = lookUp(members, name);
    const inner = existing === undefined ? new NameMap<Member>() : this.groups.get(existing);
    if (inner === undefined) throw this.taken(path);
    if (existing === undefined) {
      const group: Member = { type: 'embedded', members: inner };
      this.groups.set(group, inner);
      this.formerGroups.add(inner);
      if (this.formerGroups.has(members)) members.set(name, group);
      else members.setFormer(name, group);
    }
    return inner;
  }

  private at(path: readonly string[]): Member | undefined {
    let members: MemberMap | undefined = this.members;
    let member: Member | undefined;
    for (const segment of path) {
      member = members?.get(segment);
      members = member && this.groups.get(member);
    }
    return member;
  }

  private isFree(path: readonly string[]): boolean {
    let members: MemberMap | undefined = this.members;
    for (const segment of path.slice(0, -1)) {
      const existing: Member | undefined = members.get(segment);
      if (existing === undefined) return true;
      members = this.groups.get(existing);
      if (members === undefined) return false;
    }
    return !members.has(path.at(-1) ?? '');
  }

  private groupIn(members: MemberMap, name: string): MemberMap {
    const existing = members.get(name);
    const inner = this.groupOf(existing, name);
    if (existing !== undefined) return inner;
    const group: Member = { type: 'embedded', members: inner };
    this.groups.set(group, inner);
    members.set(name, group);
    return inner;
  }

  /** Makes the field of a document from a map of its paths, which may still grow. */
  private document(field: FieldSchema, inner: MemberMap): FieldSchema {
    const document = { ...field, members: inner };
    this.groups.set(document, inner);
    return document;
  }

  /** Returns the members of an existing group, or of a new one. */
  private groupOf(existing: Member | undefined, name: string): MemberMap {
    const inner = existing === undefined ? new NameMap<Member>() : this.groups.get(existing);
    if (inner === undefined) throw this.duplicate(name);
    return inner;
  }

  private taken(path: readonly string[]): FilterConfigurationError {
    return new FilterConfigurationError(
      `${this.subject}: the former name ${path.join('.')} is taken; each name may stand for one member, now and before`,
    );
  }

  private duplicate(name: string): FilterConfigurationError {
    return new FilterConfigurationError(`${this.subject}: two members are named ${name}`);
  }
}

function repeated(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.filter((text, index) => texts.indexOf(text) !== index));
}

type Members = ReadonlyMap<string, Member>;

/**
 * Makes the view behind a relation whose rule lists the allowed `fields` or `relations`. Views of kind `all` stay
 * whole: the program's own conditions may use everything.
 *
 * @throws FilterConfigurationError where the rule lists a name that the related entity does not expose
 */
function narrowed(view: View, rule: RelationRule, subject: Subject): View {
  if (view.kind === 'all' || (rule.fields === undefined && rule.relations === undefined)) return view;
  const path: Path = { view, rule, subject };
  const fields = allowedNames(path, 'fields');
  const relations = allowedNames(path, 'relations');
  const keeps = (member: FieldSchema | RelationSchema): boolean => {
    const names = member.type === 'relation' ? relations : fields;
    return names === undefined || names.has(member.propertyPath);
  };
  return withMembers(view, membersThat(keeps, view.members));
}

/** A relation's rule, and the related view that it narrows. */
interface Path {
  /** Related entity's view, as other paths have it. */
  readonly view: View;
  readonly rule: RelationRule;
  /** The subject of errors: the declaration, and the relation in it. */
  readonly subject: Subject;
}

function allowedNames({ view, rule, subject }: Path, list: 'fields' | 'relations'): ReadonlySet<string> | undefined {
  const names = rule[list];
  if (names === undefined) return undefined;
  checkNames(names, list, subject);
  const existing = [...pathsOf(view.members, list === 'relations' ? 'relation' : 'field')];
  for (const name of names) {
    if (existing.includes(name)) continue;
    throw new FilterConfigurationError(
      `${subject}: \`${list}\` names ${name}, which ${view.schema.name} does not expose; ${didYouMean(name, existing)}`,
    );
  }
  return new Set(names);
}

function* pathsOf(members: Members, type: 'field' | 'relation'): Generator<string> {
  for (const member of members.values()) {
    if (member.type === type) yield member.propertyPath;
    if (member.type !== 'relation' && member.members !== undefined) yield* pathsOf(member.members, type);
  }
}

/** Keeps some members. A kept document has all of its paths. A group without kept members is dropped. */
function membersThat(keeps: (member: FieldSchema | RelationSchema) => boolean, members: Members): Members {
  return mapNames(members, (member): Member | undefined => {
    // A named filter holds wherever its entity is reached.
    if (member.type === 'named' || (member.type !== 'embedded' && keeps(member))) return member;
    if (member.type === 'relation' || member.members === undefined) return undefined;
    const inner = membersThat(keeps, member.members);
    return inner.size > 0 ? { type: 'embedded', members: inner } : undefined;
  });
}

/** Replaces the members of a view. Its declared sort keys stay: they belong to the entity, not to the path. */
function withMembers(view: View, members: Members): View {
  const { kind, schema } = view;
  return viewOf({ kind, schema, members }, () => view.declaredSort);
}

/** Views of each handler that limits `operators`, by its list of them. */
const limitedViews = new WeakMap<readonly string[], WeakMap<View, View>>();

/**
 * Makes a view whose fields have only some of their operators, and so have all fields behind its relations. It is made
 * once for a view and a list, because relations lead back to their origin, and following them must end.
 */
export function withOperators(view: View, tokens: readonly string[] | undefined): View {
  if (tokens === undefined) return view;
  const known = limitedViews.get(tokens) ?? new WeakMap<View, View>();
  limitedViews.set(tokens, known);
  const limited = known.get(view) ?? withMembers(view, limitedMembers(view.members, tokens));
  known.set(view, limited);
  // Limiting a limited view changes nothing.
  known.set(limited, limited);
  return limited;
}

function limitedMembers(members: Members, tokens: readonly string[]): Members {
  return mapNames(members, (member) => limitedMember(member, tokens));
}

function limitedMember(member: Member, tokens: readonly string[]): Member {
  switch (member.type) {
    case 'field': {
      const { members } = member;
      return { ...onlyWith(member, tokens), members: members && limitedMembers(members, tokens) };
    }
    case 'embedded':
      return { type: 'embedded', members: limitedMembers(member.members, tokens) };
    case 'relation':
      return limitedRelation(member, tokens);
    case 'named':
      return limitedFilter(member, tokens);
  }
}

/** Makes a named filter without the operators that a handler does not allow. */
export function limitedFilter(filter: NamedFilterSchema, tokens: readonly string[]): NamedFilterSchema {
  return { ...filter, field: onlyWith(filter.field, tokens) };
}

/** Limits a relation's view when it is first read, because relations lead back to their origin. */
function limitedRelation(relation: RelationSchema, tokens: readonly string[]): RelationSchema {
  return { ...relation, view: oncePer((kind: ViewKind) => withOperators(relation.view(kind), tokens)) };
}

/** Makes a field without the operators that a handler does not allow. */
export function onlyWith(field: FieldSchema, tokens: readonly string[]): FieldSchema {
  return { ...field, operators: new Map([...field.operators].filter(([token]) => tokens.includes(token))) };
}

/**
 * Makes a relation from TypeORM's metadata and its rule. Members that depend on the related entity are getters, because
 * that entity may be about to make its relation back to this one.
 *
 * @throws FilterConfigurationError where TypeORM has no columns to join by
 */
export function relationOf(metadata: RelationMetadata, rule: RelationRule, declaration: Declaration): RelationSchema {
  const { registry, subject, operators } = declaration;
  const relation = relationWithColumns(metadata);
  if (!hasJoinColumns(relation)) throw withoutColumns(relation, subject);
  const target = once(() => registry.of(relation.inverseEntityMetadata));
  const link = linkOf(relation, registry);
  const is = guaranteesOf(relation, rule, { dialect: registry.dialect, target });
  return {
    type: 'relation',
    ...namesOf(relation, rule),
    toMany: relation.isOneToMany || relation.isManyToMany,
    single: leadsToOneRow(relation),
    get target() {
      return target();
    },
    link,
    ...keysOf(relation, registry),
    get alwaysExists() {
      return link.via === 'columns' && is.alwaysSet && is.visibleWhereSet();
    },
    get ownsForeignKey() {
      return link.via === 'columns' && link.pairs.length === 1 && is.visibleWhereSet();
    },
    get countedByLinks() {
      return is.countedByLinks();
    },
    indexedByConstraint: is.indexedByConstraint,
    strategy: rule.strategy,
    aggregates: aggregatesOf(relation, rule, subject),
    sortable: rule.sortable ?? true,
    when: rule.when,
    view: oncePer((kind: ViewKind) =>
      withOperators(narrowed(target().view(kind), rule, `${subject}: ${relation.propertyPath}`), operators),
    ),
  };
}

/** Returns the names of a relation: for clients, of before, and in code. */
function namesOf(relation: RelationMetadata, rule: RelationRule) {
  const { propertyPath, entityMetadata } = relation;
  const clientPath = clientPathOf(propertyPath, { as: rule.as });
  return {
    clientPath,
    formerPaths: formerPathsOf(propertyPath, { formerly: rule.formerly }),
    deprecated: deprecationOf(`${entityMetadata.name}.${clientPath.join('.')}`, rule.deprecated),
    propertyPath,
  };
}

/** Returns what is certain about the related rows. What depends on their entity is found when it is asked for. */
function guaranteesOf(
  relation: RelationMetadata,
  rule: RelationRule,
  { dialect, target }: { readonly dialect: Dialect; readonly target: () => FilterSchema },
) {
  const isGuaranteed = rule.required !== false && relation.isOwning && isConstrained(relation, dialect);
  return {
    indexedByConstraint: dialect.indexesForeignKeys === true && isConstrainedEitherWay(relation, dialect),
    alwaysSet: relation.joinColumns.every((column) => !canBeNull(column, dialect)),
    visibleWhereSet: once(() => isGuaranteed && hasNoHiddenRows(target())),
    countedByLinks: once(() => isLinkToOneRow(relation, dialect) && hasNoHiddenRows(target())),
  };
}

/** Returns the functions that a rule allows: all of them, or the ones that it names. */
function aggregatesOf(
  { propertyPath, isOneToMany, isManyToMany }: RelationMetadata,
  { aggregates }: RelationRule,
  subject: Subject,
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

function withoutColumns({ propertyPath }: RelationMetadata, subject: Subject): FilterConfigurationError {
  return new FilterConfigurationError(
    `${subject}: the relation ${propertyPath} has no join columns in TypeORM; add @JoinColumn() or @JoinTable() on one ` +
      'side, or leave the relation out',
  );
}

/** Returns the columns that join the rows: the related entity's, and the foreign key in the entity's own table. */
function keysOf(relation: RelationMetadata, registry: Schemas) {
  const only = ([column, ...more]: readonly ColumnMetadata[]): ColumnSchema | undefined =>
    column === undefined || more.length > 0 ? undefined : registry.columns.of(column);
  const isInOwnTable = relation.isOwning && relation.junctionEntityMetadata === undefined;
  return {
    relatedKey: only(relatedKeyColumns(relation)),
    foreignKey: isInOwnTable ? only(relation.joinColumns) : undefined,
  };
}

/** Returns true where a foreign key constraint, in either table, ties the rows. */
function isConstrainedEitherWay(relation: RelationMetadata, dialect: Dialect): boolean {
  const { isOwning, inverseRelation } = relation;
  const owning = isOwning ? relation : inverseRelation && relationWithColumns(inverseRelation);
  return owning !== undefined && isConstrained(owning, dialect);
}

/**
 * Returns true where a subquery sees every row of the entity: none is soft-deleted, of another class, or out of scope.
 */
function hasNoHiddenRows(target: FilterSchema): boolean {
  return target.deleteDate === undefined && target.discriminator === undefined && target.scopes.length === 0;
}

/** A list of sort keys as a decorator or a handler declares it: by property names. */
export interface SortDeclaration {
  /** The declared keys: `views`, `author.name`, `comments.$count`, or such a path with a name of its own. */
  readonly keys: readonly (string | SortKeyRule)[];
  /** The subject of errors in them. */
  readonly subject: Subject;
}

/**
 * Resolves a declared list of sort keys. A declaration may name any column, exposed or not. In requests, exposed
 * members have their aliases, and are hidden where their rules hide them.
 *
 * @param exposed the declaration's view of kind `code`
 * @param kind the kind of view that the keys are for: `client` names them by alias
 * @returns the targets by their names in requests
 * @throws FilterConfigurationError where a key leads to no column or count, or two keys share a name
 */
export function declaredSortOf(
  exposed: View,
  kind: ViewKind,
  { keys, subject }: SortDeclaration,
): ReadonlyMap<string, SortTarget> {
  checkRules(keys, 'sort', subject);
  const { schema } = exposed;
  const targets = new NameMap<SortTarget>();
  const paths = new Map<string, SortTarget>();
  // A name that this handler or path leaves out keeps its entity's rules: its alias, and its `when`.
  const views = [exposed, schema.view('code'), schema.view('all')];
  for (const rule of keys) {
    const { name: key, as } = typeof rule === 'string' ? { name: rule } : checkedKey(rule, subject);
    const target = targetOf(views, key.split('.'));
    if (target === undefined) {
      throw new FilterConfigurationError(
        `${subject}: \`sort\` names ${key}, which is not a sortable column, a relation's column or a relation's $count; ` +
          didYouMean(key, keysLike(key, views)),
      );
    }
    const path = keyOf(kind, target);
    const name = (kind === 'client' ? as : undefined) ?? path;
    const twice = [name, path].find((each) => targets.has(each) || paths.has(each));
    if (twice !== undefined) {
      throw new FilterConfigurationError(`${subject}: \`sort\` has two keys named ${twice}`);
    }
    if (name !== path) {
      checkOwnName(name, target, exposed, subject);
      paths.set(path, target);
    }
    targets.set(name, target);
  }
  if (kind !== 'client') return targets;
  const named = withFormerKeys(targets, subject);
  for (const [path, target] of paths) named.setFormer(path, target);
  return named;
}

/** Returns a sort key with a name of its own, whose options are checked. */
function checkedKey(rule: SortKeyRule, subject: Subject): { readonly name: string; readonly as?: string | undefined } {
  checkOptionNames(`${subject}: \`sort\``, rule, { existing: ['name', 'as'] });
  const { name, as }: { readonly name: string; readonly as?: string | undefined } = rule;
  if (as !== undefined) checkAlias(as, `${subject}: the sort key ${name}`);
  return { name, as };
}

/** Refuses the name of a relation for a key that is no value of its rows: `sort[author]` would be about others. */
function checkOwnName(name: string, { hops: [first] }: SortTarget, exposed: View, subject: Subject): void {
  const relation = [...relationsOf(exposed.members)].find(({ clientPath }) => clientPath.join('.') === name);
  if (relation === undefined || relation.propertyPath === first?.propertyPath) return;
  throw new FilterConfigurationError(
    `${subject}: \`sort\` has a key named ${name}, which is a relation; choose another name in \`as\``,
  );
}

/** Lists the keys to suggest for a wrong one: the same entity's, or all keys if it has none. */
function keysLike(key: string, views: readonly View[]): string[] {
  const keys = views
    .filter(({ kind }) => kind === 'all')
    .flatMap((view) => sortKeysOf(view, undefined, 1))
    .filter((name) => targetOf(views, name.split('.')) !== undefined);
  const siblings = keys.filter((name) => relationPathOf(name) === relationPathOf(key));
  return siblings.length > 0 ? siblings : keys;
}

/** Returns the part before the last segment of a key: `author.` of `author.name`, and nothing of `title`. */
function relationPathOf(key: string): string {
  return key.slice(0, key.lastIndexOf('.') + 1);
}

/**
 * Follows a key through several views at once. At each segment, the first view with the name decides: exposed names
 * come before the entity's, and bare columns last.
 */
function targetOf(views: readonly View[], segments: readonly string[]): SortTarget | undefined {
  const hops: RelationSchema[] = [];
  let levels: readonly Level[] = views;
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '$count') return isLast && hops.at(-1)?.toMany ? { hops, field: 'count' } : undefined;
    if (segment.startsWith('$')) return aggregateAtEnd(hops, levels, segments.slice(index));
    const [member] = levels.flatMap(({ members }) => members.get(segment) ?? []);
    if (isLast) return member?.type === 'field' && hasOrder(member.expression) ? { hops, field: member } : undefined;
    if (member?.type === 'relation') hops.push(member);
    if (isForked(hops)) return undefined;
    const next = levels.flatMap((level) => below(level, segment));
    const own = member?.type === 'relation' ? [member.target.view('code')] : [];
    levels = [...next.filter(({ kind }) => kind !== 'all'), ...own, ...next.filter(({ kind }) => kind === 'all')];
  }
  return undefined;
}

/** Resolves `$avg.stars` behind a relation of the entity's own. */
function aggregateAtEnd(
  hops: readonly RelationSchema[],
  levels: readonly Level[],
  [token = '', name = '', ...more]: readonly string[],
): SortTarget | undefined {
  const [relation, ...others] = hops;
  const row = relation && aggregateAt(relation, token);
  const [member] = levels.flatMap(({ members }) => members.get(name) ?? []);
  if (relation === undefined || row === undefined || others.length > 0 || more.length > 0 || member?.type !== 'field')
    return undefined;
  const field = aggregateField(relation, row, member);
  return field && { hops: [], field };
}

/** The members that a key has reached in one of the views: of an entity, or of an embedded group. */
type Level = Pick<View, 'kind' | 'members'>;

function below({ kind, members }: Level, segment: string): Level | [] {
  const member = members.get(segment);
  if (member?.type === 'relation') return member.view(kind);
  return member?.members === undefined ? [] : { kind, members: member.members };
}
