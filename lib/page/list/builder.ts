import type {
  DataSource,
  EntityMetadata,
  EntityTarget,
  FindOptionsRelations,
  ObjectLiteral,
  Repository,
  SelectQueryBuilder,
} from 'typeorm';
import { FilterConfigurationError, didYouMean } from '../../configuration/index.js';
import {
  copyOf,
  entityMetadataOf,
  foreignClauseOf,
  selectionsOf,
  selectsDeleted,
  showDeleted,
  withEagerRelations,
} from '../../typeorm/index.js';
import type { QueryPlan, Slice } from '../../ast/index.js';
import type { Window } from '../../statements/index.js';

/**
 * Refuses a builder that selects no column of its entity. TypeORM hydrates no entity from such rows, so the page would
 * be empty however many rows match.
 *
 * @param caller the called method, which begins the error: `page()`
 * @throws FilterConfigurationError that names the entity and the alternatives
 */
export function checkSelection<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, caller: string): void {
  const metadata = entityMetadataOf(builder);
  // A builder without an entity is refused when the SQL is compiled. It may have no table at all, and so no alias.
  if (metadata === undefined) return;
  const { alias } = builder;
  const selections = selectionsOf(builder);
  const { name, columns } = metadata;
  const isOwn = ({ selection, aliasName }: (typeof selections)[number]): boolean => {
    // TypeORM hydrates a column only under its own alias. Under any other, it is a raw value beside the entity.
    if (aliasName !== undefined) return columns.some(({ databaseName }) => aliasName === `${alias}_${databaseName}`);
    return selection === alias || columns.some(({ propertyPath }) => selection === `${alias}.${propertyPath}`);
  };
  if (selections.some(isOwn)) return;
  throw new FilterConfigurationError(
    `${caller}: the builder selects nothing of ${name}, so there would be no rows; select ${alias} or columns of it, or read ` +
      'raw rows: apply(builder, query).getRawMany()',
  );
}

/**
 * Refuses a builder whose rows are no rows of its entity, so that neither a page nor a total of them has a meaning.
 *
 * @param caller the called method, which begins the error: `page()`
 * @throws FilterConfigurationError that names the clause and the way out
 */
export function checkEntityRows<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, caller: string): void {
  const clause = foreignClauseOf(builder);
  if (clause === undefined) return;
  throw new FilterConfigurationError(
    `${caller}: the builder has ${clause}, and ${caller} reads entities; use apply(builder, query).getRawMany()`,
  );
}

/** A query builder, or a repository that makes one. */
export type BuilderOrRepository<E extends ObjectLiteral> = SelectQueryBuilder<E> | Repository<E>;

export function builderOf<E extends ObjectLiteral>(source: BuilderOrRepository<E>): SelectQueryBuilder<E> {
  return isRepository(source) ? source.createQueryBuilder() : source;
}

/** The relations to load with the rows of a call: their paths, but those of the entity that the request populates. */
interface LoadedRelations {
  readonly call: string;
  readonly relations: readonly string[] | undefined;
  readonly isPopulated: (name: string) => boolean;
}

/**
 * Returns the builder, or a new one from the repository with eager relations: `find()` loads these,
 * TypeORM's builders do not.
 *
 * @throws FilterConfigurationError for relations beside a builder, and for a path that is none
 */
export function eagerBuilderOf<E extends ObjectLiteral>(
  source: BuilderOrRepository<E>,
  loaded?: LoadedRelations,
): SelectQueryBuilder<E> {
  const relations = loaded?.relations ?? noRelations;
  if (!isRepository(source)) {
    if (relations.length === 0 || loaded === undefined) return source;
    throw new FilterConfigurationError(
      `${loaded.call}: \`relations\` is for a repository, and this is a builder; join them there, by leftJoinAndSelect()`,
    );
  }
  const builder = source.createQueryBuilder();
  const tree: RelationTree = {};
  for (const path of relations) putRelation(tree, path, source.metadata, loaded);
  if (Object.keys(tree).length === 0) return withEagerRelations(builder);
  return builder.setFindOptions({ loadEagerRelations: true, relations: tree as FindOptionsRelations<E> });
}

const noRelations: readonly string[] = [];

interface RelationTree {
  [name: string]: RelationTree;
}

/** Adds a path to the relations to load, unless the request populates the relation that it begins with. */
function putRelation(tree: RelationTree, path: string, metadata: EntityMetadata, loaded?: LoadedRelations): void {
  let [at, below, rest] = [metadata, tree, path];
  while (rest !== '') {
    const relation = at.relations.find(({ propertyPath }) => `${rest}.`.startsWith(`${propertyPath}.`));
    if (relation === undefined) {
      const names = at.relations.map(({ propertyPath }) => propertyPath);
      throw new FilterConfigurationError(
        `${loaded?.call ?? ''}: \`relations\` has ${path}, and ${at.name} has no relation ${rest}; ${didYouMean(rest, names)}`,
      );
    }
    if (at === metadata && loaded?.isPopulated(relation.propertyPath) === true) return;
    for (const name of relation.propertyPath.split('.')) below = below[name] ??= {};
    [at, rest] = [relation.inverseEntityMetadata, rest.slice(relation.propertyPath.length + 1)];
  }
}

/** Returns an entity and a new builder of its rows, in the one data source of an entity without a repository. */
export function targetOf<E extends ObjectLiteral>(
  source: Repository<E> | EntityTarget<E>,
  sources: {
    onlyOf(entity: EntityTarget<E>): DataSource;
    entityOf(entity: EntityTarget<E>): EntityTarget<ObjectLiteral>;
  },
): readonly [EntityTarget<E>, SelectQueryBuilder<E>] {
  if (isRepository(source)) return [source.target, source.createQueryBuilder()];
  // A name of `rules` says nothing of the type of its entity: the caller does.
  const entity = sources.entityOf(source) as EntityTarget<E>;
  return [entity, sources.onlyOf(entity).getRepository(entity).createQueryBuilder()];
}

function isRepository<E extends ObjectLiteral>(source: unknown): source is Repository<E> {
  return typeof source === 'object' && source !== null && 'createQueryBuilder' in source && 'target' in source;
}

/** Returns the builder of a list, or, where the request sees deleted rows, a copy that selects its own entity's. */
export function withDeletedRows<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { asked: { deleted } }: Pick<QueryPlan, 'asked'>,
): SelectQueryBuilder<E> {
  if (deleted === undefined || selectsDeleted(builder)) return builder;
  const copy = copyOf(builder);
  showDeleted(copy);
  return copy;
}

/** Returns the window of a slice. A cursor's begins at row 0: the cursor becomes a condition on the rows. */
export function windowOf(slice: Slice): Window {
  switch (slice.type) {
    case 'page':
      return { skip: (slice.page - 1) * slice.pageSize, take: slice.pageSize };
    case 'offset':
      return { skip: slice.start, take: slice.limit };
    case 'cursor':
      return { skip: 0, take: slice.pageSize };
  }
}

/** Removes every limit of a builder. TypeORM has two kinds, and `limit` overrides `take`. */
export function clearLimits<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
  return builder.skip(undefined).take(undefined).limit(undefined).offset(undefined);
}
