import type { EntityMetadata } from 'typeorm';
import {
  type Check,
  Faults,
  FilterConfigurationError,
  type Option,
  checkBoolean,
  checkChoice,
  checkConditions,
  checkEach,
  checkFunction,
  checkOptions,
  checkText,
  checkedElsewhere,
  describeValue,
  didYouMean,
  wrongValue,
} from '../configuration/index.js';
import { documentKinds } from '../dialects/index.js';
import { type ValueKind, kindOfColumn, valueKinds } from '../values/index.js';
import {
  type FilterableRecord,
  asRule,
  checkDeprecation,
  checkNames,
  checkRules,
  deprecationOf,
  embeddedRule,
  mergedRules,
} from './records.js';
import { type Subject, checkAlias, formerPathsOf, isAlias } from './members.js';
import {
  type ClassRules,
  type ExposedField,
  type Exposure,
  type FieldRule,
  type NameRule,
  type NamedFilterRule,
  type PathRule,
  type PropertyRule,
  type RelationRule,
  type ViewOverrides,
  checkStrategy,
} from './declarations.js';
import {
  type ColumnMetadata,
  type ExpressionSchema,
  type RelationMetadata,
  hasJoinColumns,
  isWithinPath,
  relationWithColumns,
  subclassProperties,
} from './columns.js';
import { type AnyOperator, builtIn } from '../operators/index.js';
import type { FieldSchema, NamedFilterSchema, Schemas } from './model.js';

const nameOptions = { formerly: checkFormerNames, deprecated: checkDeprecation } as const satisfies Record<
  keyof NameRule,
  Check
>;

/** Checks a `when`. */
const checkVisibility: Check = (option) => checkFunction(option, 'the context');

/** The options of a field's rule. Paths are checked against the column, operators against the kind of the column. */
const fieldOptions = {
  as: checkedElsewhere,
  kind: (option) => checkChoice(option, Object.keys(valueKinds)),
  list: checkTrue,
  paths: checkPaths,
  operators: checkedElsewhere,
  values: checkedElsewhere,
  sortable: checkBoolean,
  when: checkVisibility,
  of: checkText,
  count: checkTrue,
  sum: checkText,
  avg: checkText,
  min: checkText,
  max: checkText,
  where: checkConditions,
  load: checkBoolean,
  ...nameOptions,
} as const satisfies Record<keyof FieldRule, Check>;

const pathOptions = {
  kind: (option) => checkChoice(option, documentKinds),
  list: checkTrue,
  at: checkKeys,
  indexed: checkBoolean,
  as: checkedElsewhere,
  operators: checkedElsewhere,
  sortable: checkBoolean,
  when: checkVisibility,
  ...nameOptions,
} as const satisfies Record<keyof PathRule, Check>;

/** The options of a relation's rule. Lists of names are checked against the related entity. */
const relationOptions = {
  as: checkedElsewhere,
  sortable: checkBoolean,
  strategy: checkStrategy,
  required: checkRequired,
  when: checkVisibility,
  fields: checkedElsewhere,
  relations: checkedElsewhere,
  aggregates: checkedElsewhere,
  ...nameOptions,
} as const satisfies Record<keyof RelationRule, Check>;

/** The options of `@Filterable()` on a property, which may turn out to be a field or a relation. */
export const propertyOptionNames: readonly string[] = Object.keys({ ...fieldOptions, ...relationOptions });

/** The options of `@Filterable()` on a class. Their values are checked against the entity. */
export const classOptionNames: readonly string[] = Object.keys({
  fields: checkedElsewhere,
  relations: checkedElsewhere,
  sort: checkedElsewhere,
  search: checkedElsewhere,
  facets: checkedElsewhere,
  aggregates: checkedElsewhere,
  populate: checkedElsewhere,
  except: checkedElsewhere,
  scope: checkedElsewhere,
  named: checkedElsewhere,
} satisfies Record<keyof ClassRules, Check>);

/** Checks the options that a decorator or a handler sets for one field. */
function checkFieldRule(name: string, rule: FieldRule, where: Subject): void {
  if (rule.as !== undefined) checkAlias(rule.as, where);
  checkOptions(`${where}: the field ${name}`, rule, fieldOptions);
}

/** Checks the options of one path of a document. The name includes its column: `specs.color`. */
function checkPathRule(name: string, rule: Partial<PathRule>, where: Subject): void {
  const subject = `${where}: the path ${name}`;
  checkOptions(subject, rule, pathOptions);
  const { kind, as } = rule;
  if (kind === undefined)
    throw wrongValue({ subject, name: 'kind', value: kind }, `one of ${documentKinds.join(', ')}`);
  if (as !== undefined) checkAlias(as, where);
}

/** Checks the options that a decorator or a handler sets for one relation. */
function checkRelationRule(name: string, rule: RelationRule, where: Subject): void {
  if (rule.as !== undefined) checkAlias(rule.as, where);
  checkOptions(`${where}: the relation ${name}`, rule, relationOptions);
}

/** Refuses former names that are no list of names, or that no request could have spelled. */
function checkFormerNames(option: Option): void {
  const { value } = option;
  if (value === undefined) return;
  const isName = (name: unknown) => typeof name === 'string' && name.split('.').every(isAlias);
  if (Array.isArray(value) && value.length > 0 && value.every(isName) && new Set(value).size === value.length) return;
  throw wrongValue(option, "a list of the different names that requests had before, such as ['score']");
}

/** Refuses `false`, which could not turn a column with a list into one value. */
function checkTrue(option: Option): void {
  if (option.value !== undefined && option.value !== true) throw wrongValue(option, 'true');
}

/** Refuses paths that are not an object: a list would name them by its indexes. */
function checkPaths(option: Option): void {
  const { value } = option;
  if (value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value))) return;
  throw wrongValue(option, "an object of kinds by path, such as { color: 'text' }");
}

/** Refuses keys that are not a list of texts, one or more. */
function checkKeys(option: Option): void {
  const { value } = option;
  if (value === undefined) return;
  const areKeys = Array.isArray(value) && value.length > 0 && value.every((key) => typeof key === 'string');
  if (!areKeys) throw wrongValue(option, "a list of keys, such as ['size', 'width']");
}

/**
 * Refuses `true`, which would promise a related row that the database may lack. Where rows are certain, the
 * entities already say so.
 */
function checkRequired({ subject, value }: Option): void {
  if (value === undefined || value === false) return;
  throw new FilterConfigurationError(
    `${subject}: \`required\` can only be false, not ${describeValue(value)}; leave it out, and the keys and constraints of the ` +
      'entities decide',
  );
}

/**
 * Lists the fields that a column's rule declares by `paths`, by their property paths: `specs.color`.
 *
 * @throws FilterConfigurationError where a path cannot be spelled in a request, or has a wrong option
 */
function declaredPaths(document: string, rule: FieldRule, subject: Subject): ReadonlyMap<string, ExposedField> {
  const fields = new Map<string, ExposedField>();
  for (const [path, declared] of Object.entries(rule.paths ?? {})) {
    const pathRule = typeof declared === 'string' ? { kind: declared } : declared;
    checkPathRule(`${document}.${path}`, pathRule, subject);
    const { at, ...field } = pathRule;
    const name = nameOf(path, pathRule, `${subject}: the path ${document}.${path}`);
    const keys = at ?? path.split('.');
    checkReadable(keys, `${subject}: the path ${document}.${path}`);
    const { as: documentAs, formerly: documentFormerly, deprecated: documentDeprecated, when: documentWhen } = rule;
    const place = { document, documentAs, documentFormerly, documentDeprecated, documentWhen, name, keys };
    fields.set(`${document}.${name}`, { ...field, place });
  }
  return fields;
}

/** Greatest depth of nested objects that every engine reads. MariaDB reads no more. */
const mostKeys = 30;

/** Refuses keys that an engine cannot read: PostgreSQL lacks NUL, and no engine has an unpaired surrogate. */
function checkReadable(keys: readonly string[], subject: Subject): void {
  if (keys.length > mostKeys) {
    throw new FilterConfigurationError(
      `${subject} has ${keys.length} keys, more than the ${mostKeys} that can be read`,
    );
  }
  if (keys.some((key) => /\0|\p{Surrogate}/u.test(key))) {
    throw new FilterConfigurationError(
      `${subject} has a key that not every engine can read: it has NUL or an unpaired surrogate`,
    );
  }
}

/** Returns the name of a path in the program. A path with its keys in `at` is named by its alias, if any. */
function nameOf(path: string, { at, as }: Pick<PathRule, 'at' | 'as'>, subject: Subject): string {
  const name = at === undefined ? path : (as ?? path);
  if (name.split('.').every(isAlias)) return name;
  throw new FilterConfigurationError(
    `${subject} has a key that requests cannot spell; write its keys in \`at\` and its name in \`as\`: ` +
      "{ at: ['a.b', 'c'], as: 'name', kind: 'text' }",
  );
}

/** Returns the path's rule with the names and visibility that another rule gives its document. */
function underDocument(field: ExposedField, { as, formerly, deprecated, when }: FieldRule): ExposedField {
  const { place } = field;
  if (place === undefined) return field;
  const document = { documentAs: as, documentFormerly: formerly, documentDeprecated: deprecated, documentWhen: when };
  return { ...field, place: { ...place, ...document } };
}

/**
 * Completes the fields of a handler's list with the entity's rules. The handler's options win. A document that the
 * handler lists without paths keeps the entity's.
 */
function mergedFields(
  list: ReadonlyMap<string, ExposedField>,
  base: ReadonlyMap<string, ExposedField>,
): ReadonlyMap<string, ExposedField> {
  // What the handler names is no longer exposed only because every column is.
  const named = [...list].map(([path, field]) => [path, { ...field, isImplied: undefined }] as const);
  const merged = mergedRules<ExposedField>(new Map(named), base);
  const fields = new Map<string, ExposedField>();
  for (const [path, field] of merged) {
    const document = merged.get(field.place?.document ?? '');
    fields.set(path, document === undefined ? field : underDocument(field, document));
    if (list.get(path)?.paths !== undefined) continue;
    for (const [inner, declared] of base) {
      if (declared.place?.document === path && !merged.has(inner)) fields.set(inner, underDocument(declared, field));
    }
  }
  return fields;
}

/** The members of an entity, exposed or not. */
interface Everything {
  readonly columns: ReadonlyMap<string, ColumnMetadata>;
  readonly relations: ReadonlyMap<string, RelationMetadata>;
}

/**
 * Lists every column, and every relation with join columns, for the program's own conditions. Rules do not apply to
 * them, except rules about the database, `required` and kinds that no column type tells, and former names, by which a
 * default order knows its cursors.
 *
 * @param declared the members that the decorators expose
 */
function everyMember(all: Everything, record: FilterableRecord, declared: Exposure): Exposure {
  const joinable = [...all.relations].filter(([, relation]) => hasJoinColumns(relationWithColumns(relation)));
  const optional = optionalRelations(record);
  return {
    fields: new Map([...plainColumns(all, declared), ...declaredKinds(all, declared)]),
    relations: new Map(joinable.map(([path]) => [path, optional.has(path) ? { required: false } : {}])),
  };
}

/** Lists the relations that are declared with `required: false`. */
function optionalRelations({ rules, properties }: FilterableRecord): ReadonlySet<string> {
  const listed = (rules?.relations ?? []).map(asRule).filter(({ required }) => required === false);
  const decorated = [...properties].filter(([, { required }]) => required === false);
  return new Set([...listed.map(({ name }) => name), ...decorated.map(([name]) => name)]);
}

/** Lists the columns of the table. A `@VirtualColumn()` is a field only where its kind is declared. */
function plainColumns({ columns }: Everything, { fields }: Exposure): [string, ExposedField][] {
  return [...columns]
    .filter(([, { isVirtualProperty }]) => !isVirtualProperty)
    .map(([path, column]) => {
      const { formerly, kind } = fields.get(path) ?? {};
      return [path, { isImplied: true, formerly, kind: isUntold(column) && kind !== 'opaque' ? kind : undefined }];
    });
}

/** Returns true for a column whose type does not tell the kind of its values, such as that of a transformer. */
function isUntold(column: ColumnMetadata): boolean {
  const isList = column.isArray || column.type === 'simple-array';
  return column.transformer !== undefined || (kindOfColumn(column, {}) === 'opaque' && !isList);
}

/**
 * Lists the fields whose kind no column type tells: virtual columns, lists in documents and paths in them, and
 * aggregates of related rows.
 */
function declaredKinds({ columns }: Everything, { fields }: Exposure): [string, ExposedField][] {
  const declared = [...fields].filter(
    ([path, { list, paths, place, of }]) =>
      (list ?? paths ?? place ?? of) !== undefined || columns.get(path)?.isVirtualProperty === true,
  );
  return declared.map(([path, field]) => [path, kindOnly(field)]);
}

/** Returns the part of a field's rule about its value, without the part about clients. */
function kindOnly({ kind, list, paths, formerly, place, ...rule }: ExposedField): ExposedField {
  const { of, count, sum, avg, min, max, where } = rule;
  const aggregate = { of, count, sum, avg, min, max, where };
  const inDocument = place && { ...place, documentAs: undefined, documentWhen: undefined };
  return { kind, list, paths, formerly, ...aggregate, place: inDocument };
}

interface NamedField {
  readonly name: string;
  readonly rule: FieldRule;
  /** Fields that a handler narrows. It may list their paths. */
  readonly known?: Exposure['fields'] | undefined;
}

/**
 * Reads the members that one class exposes, from its decorators and, for one handler, its overrides. All methods throw
 * a FilterConfigurationError where a declaration names something that does not exist.
 */
export class ExposureReader {
  /** The columns that can be named, by property path. */
  readonly columns: ReadonlyMap<string, ColumnMetadata>;
  /** The relations by property path. */
  readonly relations: ReadonlyMap<string, RelationMetadata>;

  /**
   * @param subject the subject of errors: `@Filterable() on Post`
   * @param isFilterable returns true for entities with a decorator; a bare decorator exposes only relations to these
   */
  constructor(
    private readonly metadata: EntityMetadata,
    private readonly subject: string,
    private readonly isFilterable: (metadata: EntityMetadata) => boolean,
  ) {
    // Foreign key columns that no property declares cannot be named.
    const own = metadata.columns.filter((column) => !column.isVirtual);
    this.columns = new Map(own.map((column) => [column.propertyPath, column]));
    this.relations = new Map(metadata.relations.map((relation) => [relation.propertyPath, relation]));
  }

  /** Reads the class's decorators: the listed members, or every public one, with the rules of decorated properties. */
  read({ rules = { fields: [], relations: [] }, properties }: FilterableRecord): Exposure {
    const isListed = rules.fields !== undefined || rules.relations !== undefined;
    const exposure = isListed ? this.listed(rules) : this.bare(rules);
    return this.withProperties(exposure, properties, isListed);
  }

  /** Lists every member, for the program's own conditions. */
  everything(record: FilterableRecord): Exposure {
    return everyMember(this, record, this.read(record));
  }

  /**
   * Replaces the lists that a handler overrides. A name that the entity also exposes keeps its rule, except for
   * options that the handler gives.
   */
  override(base: Exposure, overrides: ViewOverrides): Exposure {
    const named = this.listed({ fields: overrides.fields, relations: overrides.relations }, base.fields);
    return {
      fields: overrides.fields === undefined ? base.fields : mergedFields(named.fields, base.fields),
      relations: overrides.relations === undefined ? base.relations : mergedRules(named.relations, base.relations),
    };
  }

  /** @param known the fields that a handler narrows; it may list their paths */
  private listed(rules: ClassRules, known: Exposure['fields'] = new Map()): Exposure {
    if (rules.except !== undefined) {
      throw this.error(
        '`except` cannot be combined with `fields` or `relations`; leave the names out of those lists instead',
      );
    }
    checkEach(['fields', 'relations'] as const, (list) => checkRules(rules[list], list, this.subject));
    const fields = new Map<string, ExposedField>();
    const relations = new Map<string, RelationRule>();
    const faults = new Faults();
    for (const { name, ...rule } of (rules.fields ?? []).map(asRule)) {
      faults.collect(() => this.addField(fields, { name, rule, known }));
    }
    for (const { name, ...rule } of (rules.relations ?? []).map(asRule)) {
      faults.collect(() => this.addRelation(relations, name, rule));
    }
    faults.throwIfAny();
    return { fields, relations };
  }

  private addField(fields: Map<string, ExposedField>, { name, rule, known = new Map() }: NamedField): void {
    if (this.relations.has(name)) throw this.error(`${name} is a relation; name it in \`relations\``);
    checkFieldRule(name, rule, this.subject);
    const others = [...known].filter(([, { place, of }]) => (place ?? of) !== undefined).map(([path]) => path);
    const isOne = this.columns.has(name) || others.includes(name) || rule.of !== undefined;
    const paths = isOne ? [name] : this.columnsUnder(name);
    if (paths.length === 0) throw this.unknown('fields', name, [...this.columns.keys(), ...others]);
    for (const path of paths) {
      if (fields.has(path)) throw this.error(`the field ${path} is listed twice`);
      fields.set(path, path === name ? rule : embeddedRule(rule, name, path));
    }
    if (rule.paths !== undefined && !this.columns.has(name)) {
      throw this.error(
        `${name} has \`paths\`, but is not a column; declare them at the JSON column, with dots between their keys`,
      );
    }
    for (const [path, field] of declaredPaths(name, rule, this.subject)) fields.set(path, field);
  }

  /**
   * Lists the columns that are embedded under a property. Columns with `select: false` are left out: these
   * must be named one by one.
   */
  private columnsUnder(name: string): string[] {
    return [...this.columns].filter(([path, column]) => path.startsWith(`${name}.`) && column.isSelect).map(([p]) => p);
  }

  private addRelation(relations: Map<string, RelationRule>, name: string, rule: RelationRule): void {
    if (!this.relations.has(name)) {
      if (this.columns.has(name)) throw this.error(`${name} is a column; name it in \`fields\``);
      throw this.unknown('relations', name, [...this.relations.keys()]);
    }
    checkRelationRule(name, rule, this.subject);
    this.checkToOne(name, rule);
    if (relations.has(name)) throw this.error(`the relation ${name} is listed twice`);
    relations.set(name, rule);
  }

  private checkToOne(name: string, { required }: RelationRule): void {
    const relation = this.relations.get(name);
    if (required === undefined || relation?.isManyToOne || relation?.isOneToOne) return;
    throw this.error(`\`required: false\` is for relations to one row, and ${name} is to many: leave it out`);
  }

  /**
   * Lists the members that a decorator without names exposes: public columns, and relations to filterable entities.
   * Members of subclasses are left out, because the decorated class does not have them.
   */
  private bare(rules: ClassRules): Exposure {
    checkNames(rules.except, 'except', this.subject);
    const hidden = new Set((rules.except ?? []).flatMap((name) => this.excepted(name)));
    const ofSubclasses = subclassProperties(this.metadata.target);
    for (const path of [...this.columns.keys(), ...this.relations.keys()]) {
      if (ofSubclasses.has(path.split('.')[0] ?? path)) hidden.add(path);
    }
    const relations = [...this.relations].filter(
      ([path, relation]) => !hidden.has(path) && this.isFilterable(relation.inverseEntityMetadata),
    );
    const followed = new Set(relations.map(([, relation]) => relation));
    const fields = [...this.columns].filter(([path, column]) => !hidden.has(path) && isPublic(column, followed));
    return {
      fields: new Map(fields.map(([path]) => [path, { isImplied: true }])),
      relations: new Map(relations.map(([path]) => [path, {}])),
    };
  }

  /**
   * Lists the members that one name in `except` hides: a column, a relation, or everything embedded under a property.
   */
  private excepted(name: string): string[] {
    const existing = [...this.columns.keys(), ...this.relations.keys()];
    const paths = existing.filter((path) => isWithinPath(path, name));
    if (paths.length === 0) throw this.unknown('except', name, existing);
    return paths;
  }

  /**
   * Adds decorated properties. Their rules replace a bare decorator's. A list and a decorator for one name contradict.
   */
  private withProperties(named: Exposure, properties: ReadonlyMap<string, PropertyRule>, isListed: boolean): Exposure {
    const fields = new Map(named.fields);
    const relations = new Map(named.relations);
    checkEach(properties, ([name, rule]) => {
      const isOne = this.columns.has(name) || this.relations.has(name) || rule.of !== undefined;
      const paths = isOne ? [name] : this.columnsUnder(name);
      if (isListed && paths.some((path) => named.fields.has(path) || named.relations.has(path))) {
        throw this.error(`${name} is listed in the class's options and decorated, too; declare it in one place`);
      }
      if (this.relations.has(name)) {
        relations.delete(name);
        this.addRelation(relations, name, rule);
      } else {
        if (paths.length === 0) throw this.undecorable(name);
        for (const path of paths) fields.delete(path);
        this.addField(fields, { name, rule });
      }
    });
    return { fields, relations };
  }

  private undecorable(name: string): FilterConfigurationError {
    const existing = [...this.columns.keys(), ...this.relations.keys()];
    return this.error(
      `the decorated property ${name} is neither a column nor a relation; ${didYouMean(name, existing)}`,
    );
  }

  private unknown(list: string, name: string, existing: readonly string[]): FilterConfigurationError {
    return this.error(`\`${list}\` names ${name}, which does not exist; ${didYouMean(name, existing)}`);
  }

  private error(text: string): FilterConfigurationError {
    return new FilterConfigurationError(`${this.subject}: ${text}`);
  }
}

/**
 * Returns true for a column that a bare decorator exposes. TypeORM must select it by default. Virtual columns, which
 * may be slow, the delete date and the discriminator are excluded; a foreign key is exposed only with its relation.
 */
function isPublic(column: ColumnMetadata, followed: ReadonlySet<RelationMetadata>): boolean {
  const { isSelect, isVirtualProperty, isDeleteDate, isDiscriminator } = column;
  if (!isSelect || isVirtualProperty || isDeleteDate || isDiscriminator) return false;
  return column.relationMetadata === undefined || followed.has(column.relationMetadata);
}

/** The kinds of values that need no column. An enum gets its values from one, and JSON cannot be compared. */
const kinds: readonly string[] = Object.values(valueKinds)
  .filter(({ comparable, name }) => comparable && name !== 'enum')
  .map(({ name }) => name);

const options = {
  kind: (option) => {
    checkChoice(option, kinds);
    if (option.value === undefined) throw wrongValue(option, `one of ${kinds.join(', ')}`);
  },
  where: (option) => {
    checkFunction(option, 'the value and the context');
    if (option.value === undefined) throw wrongValue(option, 'a function of the value and the context');
  },
  when: checkVisibility,
  ...nameOptions,
} as const satisfies Record<keyof NamedFilterRule, Check>;

/** The operators of every named filter. */
const operators: ReadonlyMap<string, AnyOperator> = new Map(['$eq', '$in'].map((token) => [token, builtIn(token)]));

/** The entity whose rules declare named filters. */
export interface NamedFiltersOwner {
  readonly registry: Schemas;
  readonly metadata: EntityMetadata;
  readonly subject: Subject;
}

/**
 * Makes the named filters that an entity's rules declare.
 *
 * @throws FilterConfigurationError with every mistake in them
 */
export function namedFiltersOf(named: unknown, owner: NamedFiltersOwner): readonly NamedFilterSchema[] {
  if (named === undefined) return [];
  const { subject } = owner;
  if (typeof named !== 'object' || named === null || Array.isArray(named)) {
    throw wrongValue({ subject, name: 'named', value: named }, 'an object of filters by name');
  }
  const filters: NamedFilterSchema[] = [];
  checkEach(Object.entries(named), ([name, rule]: [string, unknown]) => {
    checkName(name, owner);
    checkOptions(`${subject}: the named filter ${name}`, withRequired(rule), options);
    filters.push(namedFilterOf(name, rule as NamedFilterRule, owner));
  });
  return filters;
}

/** Adds required options as undefined, so that their checks find them missing. */
function withRequired(rule: unknown): unknown {
  const isObject = typeof rule === 'object' && rule !== null && !Array.isArray(rule);
  return isObject ? { kind: undefined, where: undefined, ...rule } : rule;
}

/** Refuses a name that no request can spell, and the name of any property. */
function checkName(name: string, { metadata, subject }: NamedFiltersOwner): void {
  checkAlias(name, subject);
  const members = [...metadata.columns, ...metadata.relations].map(({ propertyPath }) => propertyPath.split('.')[0]);
  if (!members.includes(name)) return;
  throw new FilterConfigurationError(
    `${subject}: the named filter ${name} has the name of a property of ${metadata.name}; choose another one`,
  );
}

function namedFilterOf(name: string, rule: NamedFilterRule, owner: NamedFiltersOwner): NamedFilterSchema {
  const { registry, metadata } = owner;
  const { when } = registry.visibilities.withSafeWhen(rule, `${metadata.name}.${name}`);
  const names = {
    clientPath: [name],
    formerPaths: formerPathsOf(name, { formerly: rule.formerly }),
    deprecated: deprecationOf(`${metadata.name}.${name}`, rule.deprecated),
    propertyPath: name,
    when,
  };
  const field: FieldSchema = {
    ...names,
    type: 'field',
    keyPath: undefined,
    expression: expressionOf(name, valueKinds[rule.kind], owner),
    members: undefined,
    operators,
    sortable: false,
  };
  return {
    ...names,
    type: 'named',
    field,
    members: undefined,
    owner: () => registry.of(metadata),
    where: (value, context) => rule.where(value as never, context as never),
  };
}

/** Makes the expression that values are read by. It is in no SQL: what the filter stands for takes its place. */
function expressionOf(name: string, kind: ValueKind, { registry, metadata }: NamedFiltersOwner): ExpressionSchema {
  const [column] = metadata.columns;
  if (column === undefined) throw new TypeError(`${metadata.name} has no columns`);
  return Object.freeze({
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
}
