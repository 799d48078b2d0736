import type { EntityMetadata } from 'typeorm';
import {
  Faults,
  FilterConfigurationError,
  checkEach,
  checkNames,
  checkNamesOrRules,
  checkOptions,
  didYouMean,
  wrongValue,
} from '../configuration/index.js';
import { documentKinds } from '../dialects/index.js';
import { kindOfColumn } from '../values/index.js';
import { isWithinPath, subclassProperties } from './columns.js';
import type {
  ClassRules,
  ExposedField,
  Exposure,
  FieldRule,
  PathRule,
  RelationRule,
  ViewOverrides,
} from './declarations.js';
import { type ColumnMetadata, type RelationMetadata, hasJoinColumns, relationWithColumns } from './joins.js';
import type { FilterableRecord } from './records.js';
import { checkAlias, fieldOptions, isAlias, pathOptions, relationOptions } from './rules.js';

/** A path of a document, with the kind of its values or a rule. */
type DeclaredPath = readonly [path: string, declared: NonNullable<FieldRule['paths']>[string]];

/** Turns an entry of a list of fields or relations into its long form: `'title'` into `{ name: 'title' }`. */
function asRule<Rule extends object>(
  entry: string | (Rule & { readonly name: string }),
): { name: string } & Partial<Rule> {
  return typeof entry === 'string' ? ({ name: entry } as { name: string } & Partial<Rule>) : entry;
}

/**
 * Returns the rule of one column of an embedded property. An alias renames the property, not the column: with
 * `{ name: 'address', as: 'place' }`, `address.city` becomes `place.city`. So does a former name.
 *
 * @param end the path of the column below the property: `.city`
 */
function embeddedRule(rule: FieldRule, end: string): FieldRule {
  const { as, formerly } = rule;
  if (as === undefined && formerly === undefined) return rule;
  return { ...rule, as: as && as + end, formerly: formerly?.map((former) => former + end) };
}

/** Completes the rules in a handler's list with the entity's rules of the same names. The handler's options win. */
function mergedRules<Rule>(list: ReadonlyMap<string, Rule>, base: ReadonlyMap<string, Rule>): Map<string, Rule> {
  return new Map([...list].map(([name, rule]) => [name, { ...base.get(name), ...rule }]));
}

/**
 * Completes the fields of a handler's list with the entity's rules. A document that the handler lists without paths
 * keeps the entity's, under the names and visibility that the handler gives it.
 */
function mergedFields(
  list: ReadonlyMap<string, ExposedField>,
  base: ReadonlyMap<string, ExposedField>,
): ReadonlyMap<string, ExposedField> {
  // What the handler names is no longer exposed only because every column is.
  const named = new Map([...list].map(([path, field]) => [path, { ...field, isImplied: undefined }]));
  const merged = mergedRules<ExposedField>(named, base);
  const under = ({ place, ...field }: ExposedField, rule: FieldRule): ExposedField => ({
    ...field,
    place: place && { ...place, rule },
  });
  const fields = new Map<string, ExposedField>();
  for (const [path, field] of merged) {
    const document = merged.get(field.place?.document ?? '');
    fields.set(path, document === undefined ? field : under(field, document));
    if (list.get(path)?.paths !== undefined) continue;
    for (const [inner, declared] of base) {
      if (declared.place?.document === path && !merged.has(inner)) fields.set(inner, under(declared, field));
    }
  }
  return fields;
}

/** Greatest depth of nested objects that every engine reads. MariaDB reads no more. */
const mostKeys = 30;

/** Refuses keys that an engine cannot read: PostgreSQL lacks NUL, and no engine has an unpaired surrogate. */
function checkReadable(keys: readonly string[], subject: string): void {
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

/**
 * Reads the members that one class exposes, from its decorators and, for one handler, its overrides. All methods throw
 * a FilterConfigurationError where a declaration names something that does not exist.
 */
export class ExposureReader {
  /** The columns that can be named, by property path. */
  private readonly columns: ReadonlyMap<string, ColumnMetadata>;
  /** The relations by property path. */
  private readonly relations: ReadonlyMap<string, RelationMetadata>;

  /**
   * @param record the entity's own declarations
   * @param subject the subject of errors: `@Filterable() on Post`
   * @param isFilterable returns true for entities with a decorator; a bare decorator exposes only relations to these
   */
  constructor(
    readonly metadata: EntityMetadata,
    private readonly record: FilterableRecord,
    private readonly subject: string,
    private readonly isFilterable: (metadata: EntityMetadata) => boolean,
  ) {
    // Foreign key columns that no property declares cannot be named.
    const own = metadata.columns.filter((column) => !column.isVirtual);
    this.columns = new Map(own.map((column) => [column.propertyPath, column]));
    this.relations = new Map(metadata.relations.map((relation) => [relation.propertyPath, relation]));
  }

  /** Reads the class's decorators: the listed members, or every public one, with the rules of decorated properties. */
  read(): Exposure {
    const { rules = { fields: [], relations: [] } } = this.record;
    const isListed = rules.fields !== undefined || rules.relations !== undefined;
    return this.withProperties(isListed ? this.listed(rules) : this.bare(rules), isListed);
  }

  /**
   * Replaces the lists that a handler overrides. A name that the entity also exposes keeps its rule, except for
   * options that the handler gives.
   *
   * @param base the members that the entity exposes
   */
  override(base: Exposure, { fields, relations }: ViewOverrides): Exposure {
    const named = this.listed({ fields, relations }, base.fields);
    return {
      fields: fields === undefined ? base.fields : mergedFields(named.fields, base.fields),
      relations: relations === undefined ? base.relations : mergedRules(named.relations, base.relations),
    };
  }

  /**
   * Lists every column, and every relation with join columns, for the program's own conditions. Rules do not apply to
   * them, except rules about the database, `required` and kinds that no column type tells, and former names, by which a
   * default order knows its cursors.
   *
   * @param declared the fields that the entity exposes
   */
  everything({ fields: declared }: Exposure): Exposure {
    const { rules, properties } = this.record;
    const fields = new Map<string, ExposedField>();
    for (const [path, column] of this.columns) {
      if (column.isVirtualProperty) continue;
      const { formerly, kind } = declared.get(path) ?? {};
      // Such as the type of a column with a transformer.
      const isList = column.isArray || column.type === 'simple-array';
      const isUntold = column.transformer !== undefined || (kindOfColumn(column, {}) === 'opaque' && !isList);
      fields.set(path, { isImplied: true, formerly, kind: isUntold && kind !== 'opaque' ? kind : undefined });
    }
    // No column type gives the kind of these fields: virtual columns, parts of documents, and aggregates.
    for (const [path, field] of declared) {
      const { kind, list, paths, formerly, place, of, count, sum, avg, min, max, where } = field;
      if ((list ?? paths ?? place ?? of) === undefined && this.columns.get(path)?.isVirtualProperty !== true) continue;
      const inDocument = place && { ...place, rule: { ...place.rule, as: undefined, when: undefined } };
      const aggregate = { of, count, sum, avg, min, max, where };
      fields.set(path, { kind, list, paths, formerly, ...aggregate, place: inDocument });
    }
    const all = [
      ...(rules?.relations ?? []).map(asRule),
      ...[...properties].map(([name, rule]) => ({ ...rule, name })),
    ];
    const optional = new Set(all.filter(({ required }) => required === false).map(({ name }) => name));
    const joinable = [...this.relations].filter(([, relation]) => hasJoinColumns(relationWithColumns(relation)));
    return {
      fields,
      relations: new Map(joinable.map(([path]) => [path, optional.has(path) ? { required: false } : {}])),
    };
  }

  /** @param known the fields that a handler narrows; it may list their paths */
  private listed(rules: ClassRules, known: Exposure['fields'] = new Map()): Exposure {
    if (rules.except !== undefined) {
      throw this.error(
        '`except` cannot be combined with `fields` or `relations`; leave the names out of those lists instead',
      );
    }
    checkEach(['fields', 'relations'] as const, (name) =>
      checkNamesOrRules({ subject: this.subject, name, value: rules[name] }),
    );
    const fields = new Map<string, ExposedField>();
    const relations = new Map<string, RelationRule>();
    const faults = new Faults();
    for (const { name, ...rule } of (rules.fields ?? []).map(asRule)) {
      faults.collect(() => this.addField(fields, name, rule, known));
    }
    for (const { name, ...rule } of (rules.relations ?? []).map(asRule)) {
      faults.collect(() => this.addRelation(relations, name, rule));
    }
    faults.throwIfAny();
    return { fields, relations };
  }

  private addField(
    fields: Map<string, ExposedField>,
    name: string,
    rule: FieldRule,
    known: Exposure['fields'] = new Map(),
  ): void {
    if (this.relations.has(name)) throw this.error(`${name} is a relation; name it in \`relations\``);
    if (rule.as !== undefined) checkAlias(rule.as, this.subject);
    checkOptions(`${this.subject}: the field ${name}`, rule, fieldOptions);
    const others = [...known].filter(([, { place, of }]) => (place ?? of) !== undefined).map(([path]) => path);
    const paths = others.includes(name) ? [name] : this.columnsOf(name, rule);
    if (paths.length === 0) throw this.unknown('fields', name, [...this.columns.keys(), ...others]);
    for (const path of paths) {
      if (fields.has(path)) throw this.error(`the field ${path} is listed twice`);
      fields.set(path, path === name ? rule : embeddedRule(rule, path.slice(name.length)));
    }
    if (rule.paths === undefined) return;
    if (!this.columns.has(name)) {
      throw this.error(
        `${name} has \`paths\`, but is not a column; declare them at the JSON column, with dots between their keys`,
      );
    }
    for (const path of Object.entries(rule.paths)) {
      const [propertyPath, field] = this.pathOf(name, rule, path);
      fields.set(propertyPath, field);
    }
  }

  /**
   * Lists the paths that a field's name stands for: itself, or the columns that are embedded under a property. Columns
   * with `select: false` are left out there: these must be named one by one.
   */
  private columnsOf(name: string, { of }: FieldRule): string[] {
    if (this.columns.has(name) || of !== undefined) return [name];
    return [...this.columns].filter(([path, { isSelect }]) => path.startsWith(`${name}.`) && isSelect).map(([p]) => p);
  }

  /** Returns the property path and the field of a path that a column's rule declares: `specs.color`. */
  private pathOf(document: string, rule: FieldRule, [path, declared]: DeclaredPath): readonly [string, ExposedField] {
    const pathRule: PathRule = typeof declared === 'string' ? { kind: declared } : declared;
    const subject = `${this.subject}: the path ${document}.${path}`;
    checkOptions(subject, pathRule, pathOptions);
    const { at, ...field } = pathRule;
    const { kind, as }: Partial<PathRule> = field;
    if (kind === undefined) {
      throw wrongValue({ subject, name: 'kind', value: kind }, `one of ${documentKinds.join(', ')}`);
    }
    if (as !== undefined) checkAlias(as, this.subject);
    // A path with its keys in `at` is named by its alias, if any.
    const name = at === undefined ? path : (as ?? path);
    if (!name.split('.').every(isAlias)) {
      throw new FilterConfigurationError(
        `${subject} has a key that requests cannot spell; write its keys in \`at\` and its name in \`as\`: ` +
          "{ at: ['a.b', 'c'], as: 'name', kind: 'text' }",
      );
    }
    const keys = at ?? path.split('.');
    checkReadable(keys, subject);
    return [`${document}.${name}`, { ...field, place: { document, rule, name, keys } }];
  }

  private addRelation(relations: Map<string, RelationRule>, name: string, rule: RelationRule): void {
    const relation = this.relations.get(name);
    if (relation === undefined) {
      if (this.columns.has(name)) throw this.error(`${name} is a column; name it in \`fields\``);
      throw this.unknown('relations', name, [...this.relations.keys()]);
    }
    if (rule.as !== undefined) checkAlias(rule.as, this.subject);
    checkOptions(`${this.subject}: the relation ${name}`, rule, relationOptions);
    if (rule.required !== undefined && !relation.isManyToOne && !relation.isOneToOne) {
      throw this.error(`\`required: false\` is for relations to one row, and ${name} is to many: leave it out`);
    }
    if (relations.has(name)) throw this.error(`the relation ${name} is listed twice`);
    relations.set(name, rule);
  }

  /**
   * Lists the members that a decorator without names exposes: public columns, and relations to filterable entities.
   * Members of subclasses are left out, because the decorated class does not have them.
   */
  private bare(rules: ClassRules): Exposure {
    checkNames({ subject: this.subject, name: 'except', value: rules.except });
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
  private withProperties(named: Exposure, isListed: boolean): Exposure {
    const fields = new Map(named.fields);
    const relations = new Map(named.relations);
    checkEach(this.record.properties, ([name, rule]) => {
      const paths = this.relations.has(name) ? [name] : this.columnsOf(name, rule);
      if (isListed && paths.some((path) => named.fields.has(path) || named.relations.has(path))) {
        throw this.error(`${name} is listed in the class's options and decorated, too; declare it in one place`);
      }
      if (this.relations.has(name)) {
        relations.delete(name);
        this.addRelation(relations, name, rule);
      } else {
        if (paths.length === 0) throw this.undecorable(name);
        for (const path of paths) fields.delete(path);
        this.addField(fields, name, rule);
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
