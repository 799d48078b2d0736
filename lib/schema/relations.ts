import { FilterConfigurationError } from '../configuration/index.js';
import type { RelationMetadata } from './column-metadata.js';
import type { ColumnSchema, FilterSchema, RelationSchema, ViewKind } from './filter-schema.js';
import { canBeNull, isConstrained, leadsToOneRow } from './guarantees.js';
import { builtRelation, farColumns, isTied, linkOf } from './link.js';
import { type Where, clientPathOf } from './members.js';
import { narrowed, withOperators } from './narrowing.js';
import { once, oncePer } from './once.js';
import type { RelationRule } from './rules.js';
import type { Schemas } from './schemas.js';

/**
 * A relation, from TypeORM's metadata and what is said of it. What depends on the related entity is looked up late.
 *
 * @param operators the only ones that fields behind it take; undefined: all that are allowed there
 */
export function relationOf(
  registry: Schemas,
  metadata: RelationMetadata,
  rule: RelationRule,
  operators: readonly string[] | undefined,
  where: Where,
): RelationSchema {
  const relation = builtRelation(metadata);
  if (!isTied(relation)) throw untied(relation, where);
  const target = once(() => registry.of(relation.inverseEntityMetadata));
  const link = linkOf(relation, registry.escape, registry.table);
  const { dialect } = registry;
  const isHeld = rule.required !== false && relation.isOwning && isConstrained(relation, dialect);
  const isThere = once(() => isHeld && isNeverHidden(target()));
  const isAlwaysSet = relation.joinColumns.every((column) => !canBeNull(column, dialect));
  return {
    type: 'relation',
    clientPath: clientPathOf(relation.propertyPath, rule.as),
    propertyPath: relation.propertyPath,
    toMany: relation.isOneToMany || relation.isManyToMany,
    single: leadsToOneRow(relation),
    get target() {
      return target();
    },
    link,
    far: farColumnOf(registry, relation),
    get keyIsHere() {
      return link.via === 'columns' && link.pairs.length === 1 && isThere();
    },
    get certain() {
      return link.via === 'columns' && isAlwaysSet && isThere();
    },
    strategy: rule.strategy,
    sortable: rule.sortable ?? true,
    when: rule.when,
    view: oncePer((kind: ViewKind) => {
      const allowed = narrowed(target().view(kind), rule, `${where}: ${relation.propertyPath}`);
      return withOperators(allowed, operators);
    }),
  };
}

function untied({ propertyPath }: RelationMetadata, where: Where): FilterConfigurationError {
  return new FilterConfigurationError(
    `${where}: TypeORM has no columns for the relation ${propertyPath}, so nothing ties related rows to each other; is there a ` +
      '@JoinColumn() or a @JoinTable() on one side? Otherwise leave the relation out',
  );
}

/** The one column of the related entity by which its rows are found. */
function farColumnOf(registry: Schemas, relation: RelationMetadata): ColumnSchema | undefined {
  const [far, ...more] = farColumns(relation);
  return far === undefined || more.length > 0 ? undefined : registry.columns.of(far);
}

/** No row of the entity is ever left out of a subquery. */
function isNeverHidden(target: FilterSchema): boolean {
  return target.deleteDate === undefined && target.discriminator === undefined && target.scopes.length === 0;
}
