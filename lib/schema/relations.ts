import { FilterConfigurationError } from '../configuration/index.js';
import type { Dialect } from '../dialects/index.js';
import type { ColumnSchema } from './expression.js';
import type { FilterSchema, RelationSchema, ViewKind } from './filter-schema.js';
import { canBeNull, isConstrained, isLinkToOneRow, leadsToOneRow } from './guarantees.js';
import { hasJoinColumns, linkOf, relatedKeyColumns, relationWithColumns } from './link.js';
import { type Declaration, type Subject, clientPathOf } from './members.js';
import { narrowed, withOperators } from './narrowing.js';
import { once, oncePer } from './once.js';
import type { RelationRule } from './rules.js';
import type { Schemas } from './schemas.js';
import type { RelationMetadata } from './typeorm-metadata.js';

/**
 * Makes a relation of TypeORM's metadata and its rule. Everything that depends on the related entity is a getter, because
 * that entity may be about to make its relation back to this one.
 *
 * @throws FilterConfigurationError where TypeORM has no columns to join by
 */
export function relationOf(metadata: RelationMetadata, rule: RelationRule, declaration: Declaration): RelationSchema {
  const { registry, subject, operators } = declaration;
  const { dialect } = registry;
  const relation = relationWithColumns(metadata);
  if (!hasJoinColumns(relation)) throw withoutColumns(relation, subject);
  const target = once(() => registry.of(relation.inverseEntityMetadata));
  const link = linkOf(relation, registry);
  const isGuaranteed = rule.required !== false && relation.isOwning && isConstrained(relation, dialect);
  const isVisibleWhereSet = once(() => isGuaranteed && hasNoHiddenRows(target()));
  const isCountedByLinks = once(() => isLinkToOneRow(relation, dialect) && hasNoHiddenRows(target()));
  const isAlwaysSet = relation.joinColumns.every((column) => !canBeNull(column, dialect));
  return {
    type: 'relation',
    clientPath: clientPathOf(relation.propertyPath, { as: rule.as }),
    propertyPath: relation.propertyPath,
    toMany: relation.isOneToMany || relation.isManyToMany,
    single: leadsToOneRow(relation),
    get target() {
      return target();
    },
    link,
    relatedKey: relatedKeyOf(relation, registry),
    get alwaysExists() {
      return link.via === 'columns' && isAlwaysSet && isVisibleWhereSet();
    },
    get ownsForeignKey() {
      return link.via === 'columns' && link.pairs.length === 1 && isVisibleWhereSet();
    },
    get countedByLinks() {
      return isCountedByLinks();
    },
    indexedByConstraint: dialect.indexesForeignKeys === true && isConstrainedEitherWay(relation, dialect),
    strategy: rule.strategy,
    sortable: rule.sortable ?? true,
    when: rule.when,
    view: oncePer((kind: ViewKind) => {
      const view = narrowed(target().view(kind), rule, `${subject}: ${relation.propertyPath}`);
      return withOperators(view, operators);
    }),
  };
}

function withoutColumns({ propertyPath }: RelationMetadata, subject: Subject): FilterConfigurationError {
  return new FilterConfigurationError(
    `${subject}: TypeORM has no columns to join the relation ${propertyPath} by; add @JoinColumn() or @JoinTable() on one ` +
      'side, or leave the relation out',
  );
}

function relatedKeyOf(relation: RelationMetadata, registry: Schemas): ColumnSchema | undefined {
  const [column, ...more] = relatedKeyColumns(relation);
  return column === undefined || more.length > 0 ? undefined : registry.columns.of(column);
}

/** Returns true where a foreign key constraint, of this table or of the related one, ties the rows. */
function isConstrainedEitherWay(relation: RelationMetadata, dialect: Dialect): boolean {
  const { isOwning, inverseRelation } = relation;
  const owning = isOwning ? relation : inverseRelation && relationWithColumns(inverseRelation);
  return owning !== undefined && isConstrained(owning, dialect);
}

/** Returns true where a subquery sees every row of the entity: none is soft-deleted, of another class, or out of scope. */
function hasNoHiddenRows(target: FilterSchema): boolean {
  return target.deleteDate === undefined && target.discriminator === undefined && target.scopes.length === 0;
}
