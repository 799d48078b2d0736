import { didYouMean, FilterConfigurationError } from '../../configuration/index.js';
import type { Dialect } from '../../dialects/index.js';
import { type AggregateFunction, aggregateFunctions } from '../../operators/index.js';
import type { ColumnSchema } from '../columns/expression.js';
import type { FilterSchema, RelationSchema, ViewKind } from '../views/filter-schema.js';
import { canBeNull, isConstrained, isLinkToOneRow, leadsToOneRow } from '../columns/guarantees.js';
import { hasJoinColumns, linkOf, relatedKeyColumns, relationWithColumns } from '../columns/link.js';
import { type Declaration, type Subject, clientPathOf, formerPathsOf } from './members.js';
import { narrowed, withOperators } from './narrowing.js';
import { once, oncePer } from '../rules/once.js';
import { deprecationOf } from '../rules/deprecations.js';
import type { RelationRule } from '../rules/member-rules.js';
import type { Schemas } from '../views/schemas.js';
import type { ColumnMetadata, RelationMetadata } from '../columns/typeorm-metadata.js';

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
    throw new FilterConfigurationError(`${about} is to one row, which has no \`aggregates\`; leave them out`);
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
    `${subject}: TypeORM has no columns to join the relation ${propertyPath} by; add @JoinColumn() or @JoinTable() on one ` +
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
