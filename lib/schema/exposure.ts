import type { EntityMetadata } from 'typeorm';
import { Faults, FilterConfigurationError, checkEach, didYouMean } from '../configuration/index.js';
import type { ColumnMetadata, RelationMetadata } from './column-metadata.js';
import { declaredBelow } from './declared-below.js';
import { builtRelation, isTied } from './link.js';
import { checkNames, checkRules } from './names.js';
import { checkFieldRule, checkRelationRule } from './rule-options.js';
import type { ClassRules, FieldRule, FilterableRecord, PropertyRule, RelationRule, ViewOverrides } from './rules.js';

/** What is to be exposed of an entity: by property path, in the order of declaration, with what is said of each. */
export interface Exposure {
  readonly fields: ReadonlyMap<string, FieldRule>;
  readonly relations: ReadonlyMap<string, RelationRule>;
}

/** What one class exposes, from its decorators and, for one handler, its overrides. Wrong names are errors. */
export class ExposureReader {
  private readonly columns: ReadonlyMap<string, ColumnMetadata>;
  private readonly relations: ReadonlyMap<string, RelationMetadata>;

  /**
   * TypeORM makes columns for foreign keys that no property declares, and for `@VirtualColumn()`; neither can be named.
   *
   * @param where what an error begins with: `@Filterable() on Post`
   * @param isFilterable whether an entity has a decorator of its own: a bare decorator follows only those
   */
  constructor(
    private readonly metadata: EntityMetadata,
    private readonly where: string,
    private readonly isFilterable: (metadata: EntityMetadata) => boolean,
  ) {
    const own = metadata.columns.filter((column) => !column.isVirtual && !column.isVirtualProperty);
    this.columns = new Map(own.map((column) => [column.propertyPath, column]));
    this.relations = new Map(metadata.relations.map((relation) => [relation.propertyPath, relation]));
  }

  read(record: FilterableRecord): Exposure {
    const rules = record.rules ?? { fields: [], relations: [] };
    const listed = rules.fields !== undefined || rules.relations !== undefined;
    const named = listed ? this.named(rules) : this.bare(rules);
    return this.refine(named, record.properties, listed);
  }

  /**
   * Every column and relation there is, for the program's own conditions; not a relation that has no columns. What is said of
   * the database itself still holds.
   */
  everything({ rules, properties }: FilterableRecord): Exposure {
    const loose = (rules?.relations ?? []).map(asRule).filter(({ required }) => required === false);
    const names = new Set(loose.map(({ name }) => name));
    const isLoose = (path: string): boolean => names.has(path) || properties.get(path)?.required === false;
    const tied = [...this.relations].filter(([, relation]) => isTied(builtRelation(relation)));
    return {
      fields: new Map([...this.columns.keys()].map((path) => [path, {}])),
      relations: new Map(tied.map(([path]) => [path, isLoose(path) ? { required: false } : {}])),
    };
  }

  /** What one handler exposes instead. A name that the entity exposes, too, keeps what is said of it there. */
  override(base: Exposure, overrides: ViewOverrides): Exposure {
    const named = this.named({ fields: overrides.fields, relations: overrides.relations });
    return {
      fields: overrides.fields === undefined ? base.fields : refined(named.fields, base.fields),
      relations: overrides.relations === undefined ? base.relations : refined(named.relations, base.relations),
    };
  }

  private named(rules: ClassRules): Exposure {
    if (rules.except !== undefined) {
      throw this.error('`except` takes names away from all there are; beside `fields` or `relations` it means nothing');
    }
    checkEach(['fields', 'relations'] as const, (list) => checkRules(rules[list], list, this.where));
    const fields = new Map<string, FieldRule>();
    const relations = new Map<string, RelationRule>();
    const faults = new Faults();
    for (const { name, ...rule } of (rules.fields ?? []).map(asRule)) {
      faults.collect(() => this.addField(fields, name, rule));
    }
    for (const { name, ...rule } of (rules.relations ?? []).map(asRule)) {
      faults.collect(() => this.addRelation(relations, name, rule));
    }
    faults.throwIfAny();
    return { fields, relations };
  }

  private addField(fields: Map<string, FieldRule>, name: string, rule: FieldRule): void {
    if (this.relations.has(name)) throw this.error(`${name} is a relation; name it in \`relations\``);
    checkFieldRule(name, rule, this.where);
    const paths = this.columns.has(name) ? [name] : this.embedded(name);
    if (paths.length === 0) throw this.unknown('fields', name, [...this.columns.keys()]);
    for (const path of paths) {
      if (fields.has(path)) throw this.error(`the field ${path} is named twice`);
      fields.set(path, path === name ? rule : embeddedRule(rule, name, path));
    }
  }

  /** The columns that are embedded under a property. */
  private embedded(name: string): string[] {
    return [...this.columns].filter(([path, column]) => path.startsWith(`${name}.`) && column.isSelect).map(([p]) => p);
  }

  private addRelation(relations: Map<string, RelationRule>, name: string, rule: RelationRule): void {
    if (!this.relations.has(name)) {
      if (this.columns.has(name)) throw this.error(`${name} is a column; name it in \`fields\``);
      throw this.unknown('relations', name, [...this.relations.keys()]);
    }
    checkRelationRule(name, rule, this.where);
    this.checkToOne(name, rule);
    if (relations.has(name)) throw this.error(`the relation ${name} is named twice`);
    relations.set(name, rule);
  }

  private checkToOne(name: string, { required }: RelationRule): void {
    const relation = this.relations.get(name);
    if (required === undefined || relation?.isManyToOne || relation?.isOneToOne) return;
    throw this.error(`\`required: false\` is for relations to one row, and ${name} is to many: leave it out`);
  }

  /** What a decorator without names exposes: never what TypeORM itself keeps out of a SELECT, nor what its children declare. */
  private bare(rules: ClassRules): Exposure {
    checkNames(rules.except, 'except', this.where);
    const hidden = new Set((rules.except ?? []).flatMap((name) => this.excepted(name)));
    const below = declaredBelow(this.metadata.target);
    for (const path of [...this.columns.keys(), ...this.relations.keys()]) {
      if (below.has(path.split('.')[0] ?? path)) hidden.add(path);
    }
    const relations = [...this.relations].filter(
      ([path, relation]) => !hidden.has(path) && this.isFilterable(relation.inverseEntityMetadata),
    );
    const followed = new Set(relations.map(([, relation]) => relation));
    const fields = [...this.columns].filter(([path, column]) => !hidden.has(path) && isPublic(column, followed));
    return {
      fields: new Map(fields.map(([path]) => [path, {}])),
      relations: new Map(relations.map(([path]) => [path, {}])),
    };
  }

  /** A column, a relation, or everything that is embedded under a property. */
  private excepted(name: string): string[] {
    const known = [...this.columns.keys(), ...this.relations.keys()];
    const paths = known.filter((path) => path === name || path.startsWith(`${name}.`));
    if (paths.length === 0) throw this.unknown('except', name, known);
    return paths;
  }

  private refine(named: Exposure, properties: ReadonlyMap<string, PropertyRule>, listed: boolean): Exposure {
    const fields = new Map(named.fields);
    const relations = new Map(named.relations);
    checkEach(properties, ([name, rule]) => {
      const paths = this.columns.has(name) || this.relations.has(name) ? [name] : this.embedded(name);
      if (listed && paths.some((path) => named.fields.has(path) || named.relations.has(path))) {
        throw this.error(`${name} is named in the class's options and decorated itself; say it in one place`);
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
    return this.error(`the decorated property ${name} is no column and no relation; ${didYouMean(name, existing)}`);
  }

  private unknown(list: string, name: string, existing: readonly string[]): FilterConfigurationError {
    return this.error(`\`${list}\` names ${name}, which does not exist; ${didYouMean(name, existing)}`);
  }

  private error(text: string): FilterConfigurationError {
    return new FilterConfigurationError(`${this.where}: ${text}`);
  }
}

function asRule<Rule extends object>(
  entry: string | (Rule & { readonly name: string }),
): { name: string } & Partial<Rule> {
  return typeof entry === 'string' ? ({ name: entry } as { name: string } & Partial<Rule>) : entry;
}

/** An alias of an embedded property renames the property, not each of its columns. */
function embeddedRule(rule: FieldRule, name: string, path: string): FieldRule {
  return rule.as === undefined ? rule : { ...rule, as: rule.as + path.slice(name.length) };
}

function isPublic(column: ColumnMetadata, followed: ReadonlySet<RelationMetadata>): boolean {
  if (!column.isSelect || column.isDeleteDate || column.isDiscriminator) return false;
  return column.relationMetadata === undefined || followed.has(column.relationMetadata);
}

function refined<Rule>(named: ReadonlyMap<string, Rule>, base: ReadonlyMap<string, Rule>): ReadonlyMap<string, Rule> {
  return new Map([...named].map(([name, rule]) => [name, { ...base.get(name), ...rule }]));
}
