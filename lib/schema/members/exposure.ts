import type { EntityMetadata } from 'typeorm';
import { Faults, FilterConfigurationError, checkEach, didYouMean } from '../../configuration/index.js';
import { declaredPaths, mergedFields } from './document-paths.js';
import { everyMember } from './every-member.js';
import type { ExposedField, Exposure } from '../rules/exposed.js';
import { checkNames, checkRules } from '../rules/names.js';
import { asRule, embeddedRule, mergedRules } from '../rules/rule-lists.js';
import { checkFieldRule, checkRelationRule } from './rule-options.js';
import type { FilterableRecord } from '../rules/records.js';
import type { ClassRules, PropertyRule, ViewOverrides } from '../rules/rules.js';
import type { FieldRule, RelationRule } from '../rules/member-rules.js';
import { isWithinPath } from '../columns/property-path.js';
import { type ColumnMetadata, type RelationMetadata, subclassProperties } from '../columns/typeorm-metadata.js';

/** A field that a list or a decorator names. */
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
        `${name} has \`paths\` and is no column; declare them at the JSON column, with dots between their keys`,
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
