import type { DataSource } from 'typeorm';
import { FilterConfigurationError, didYouMean } from '../../configuration/index.js';
import { type EntityRules, nameOf, subjectOfRules, targetIn } from '../../schema/index.js';

type RuledEntity = EntityRules['entity'];

/** The rules of an application by their names, and their checks against the entities of its data sources. */
export class NamedRules {
  private readonly byName: ReadonlyMap<string, RuledEntity>;

  constructor(private readonly all: readonly EntityRules[]) {
    this.byName = new Map(all.flatMap(({ name, entity }) => (name === undefined ? [] : [[name, entity] as const])));
  }

  /** The names, for messages. */
  get names(): readonly string[] {
    return [...this.byName.keys()];
  }

  /** Returns the entity of the rules with this name, or the reference itself where it is no name of rules. */
  entityOf(reference: RuledEntity): RuledEntity {
    return typeof reference === 'string' ? (this.byName.get(reference) ?? reference) : reference;
  }

  /** Lists the checks of all names. Each throws a FilterConfigurationError. */
  nameChecks(sources: readonly DataSource[]): readonly (() => void)[] {
    return this.all.map((rules) => () => checkName(rules, sources));
  }

  /** Lists the checks that an application has the entities of all rules. Each throws a FilterConfigurationError. */
  entityChecks(sources: readonly DataSource[]): readonly (() => void)[] {
    return this.all.map((rules) => () => checkFound(rules, sources));
  }
}

/**
 * Refuses a name that an entity has. TypeORM also finds an entity by the name of its table, so that the table of
 * another entity is refused, and the entity's own means the same.
 */
function checkName(rules: EntityRules, sources: readonly DataSource[]): void {
  const { name, entity } = rules;
  if (name === undefined) return;
  for (const source of sources) {
    const own = targetIn(source, entity);
    const other = source.entityMetadatas.find(
      (metadata) => metadata.name === name || (metadata.target !== own && metadata.tableName === name),
    );
    if (other === undefined) continue;
    const what = other.name === name ? 'an entity' : `the table of ${other.name}`;
    throw new FilterConfigurationError(`${subjectOfRules(rules)}: ${name} is the name of ${what}; choose another`);
  }
}

/** Refuses rules without an entity, such as a name with a typo. A data source that is not initialized may have it. */
function checkFound(rules: EntityRules, sources: readonly DataSource[]): void {
  const { entity } = rules;
  if (sources.length === 0 || sources.some((source) => !source.isInitialized || has(source, entity))) return;
  const existing = sources.flatMap(({ entityMetadatas }) => entityMetadatas.map(({ name }) => name));
  const name = nameOf(entity);
  throw new FilterConfigurationError(
    `${subjectOfRules(rules)}: ${name} is an entity of no data source; ${didYouMean(name, existing)}`,
  );
}

/** Returns true where a data source has an entity, or one that extends it. */
function has(source: DataSource, entity: RuledEntity): boolean {
  const target = targetIn(source, entity);
  return source.entityMetadatas.some(
    ({ target: own, inheritanceTree }) => own === target || inheritanceTree.some((level) => level === target),
  );
}
