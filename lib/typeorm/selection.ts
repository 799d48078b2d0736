import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { clausesOf, dataSourceOf, entityMetadataOf, hasGroups, resultName, textsIn } from './host.js';

/*
 * How TypeORM reads a builder's selections. A column is hydrated where the builder selects its entity, or selects the
 * column by its path under TypeORM's own name. Any other selection is a raw value beside the entity.
 */

type Selection = SelectQueryBuilder<ObjectLiteral>['expressionMap']['selects'][number];
type Column = EntityMetadata['columns'][number];

/**
 * Narrows a builder's selected columns to some properties of its entity, and never selects another column. The primary
 * key, the discriminator and the keys of lazy relations stay. A column that TypeORM or the builder itself reads in the
 * result stays as a raw value, which no entity shows. A builder of raw rows is left as it is.
 */
export function narrowSelection<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  propertyPaths: readonly string[],
): void {
  narrow(builder, new Set(propertyPaths), false);
}

/**
 * Narrows a builder's selection of its entity to some properties and the primary key. No entity shows another one: the
 * discriminator, which TypeORM reads, is a raw value, and a lazy relation that is found by another column cannot be
 * loaded later.
 */
export function selectExactly<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  propertyPaths: readonly string[],
): void {
  narrow(builder, new Set(propertyPaths), true);
}

function narrow<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  properties: ReadonlySet<string>,
  isExact: boolean,
): void {
  const metadata = entityMetadataOf(builder);
  if (metadata === undefined) return;
  const { alias } = builder;
  const { selects } = builder.expressionMap;
  const { driver } = dataSourceOf(builder);
  const pathOf = ({ propertyPath }: Column): string => `${alias}.${propertyPath}`;
  const nameOf = ({ databaseName }: Column): string => resultName(driver, alias, databaseName);
  const isNamed = ({ aliasName }: Selection, column: Column): boolean =>
    aliasName === undefined || aliasName === nameOf(column);
  // True where the builder selects its entity, and with it every column without `select: false`.
  const isWhole = selects.some(({ selection }) => selection === alias);
  // Where several columns share a path, as in the children of one table, it selects the last.
  const byPath = new Map(metadata.columns.map((column) => [pathOf(column), column]));
  const isHydrated = (column: Column): boolean => {
    const named = selects.filter(({ selection }) => selection === pathOf(column));
    if (named.length === 0) return isWhole && column.isSelect;
    return (isWhole || byPath.get(pathOf(column)) === column) && named.some((select) => isNamed(select, column));
  };
  const hydrated = metadata.columns.filter((column) => !column.isVirtual && isHydrated(column));
  const areGroups = hasGroups(builder) && !metadata.primaryColumns.every((column) => hydrated.includes(column));
  if (hydrated.length === 0 || areGroups) return;

  const keys = isExact ? undefined : keysOfEntities(builder, metadata);
  const asked = hydrated.filter(
    ({ propertyPath, isPrimary, isDiscriminator }) =>
      isPrimary || properties.has(propertyPath) || (keys && (isDiscriminator || keys.has(propertyPath))),
  );
  const kept = withAnchor(hydrated, asked);
  const selected = isWhole ? metadata.columns.filter(({ isSelect }) => isSelect) : hydrated;
  const isRead = isReadBeside(builder, metadata, nameOf);
  // TypeORM itself selects primary keys that the builder does not.
  const raw = selected.filter((column) => !kept.includes(column) && !column.isPrimary && isRead(column));
  // Columns whose path selects another column are selected by name instead.
  const unreachable = kept.filter((column) => byPath.get(pathOf(column))?.databaseName !== column.databaseName);
  const isOwn = (select: Selection): boolean => {
    if (select.selection === alias) return true;
    const column = byPath.get(select.selection);
    return column !== undefined && !column.isVirtual && isNamed(select, column);
  };
  builder.expressionMap.selects = [...new Set(kept.map(pathOf))]
    .map((selection): Selection => ({ selection }))
    // As SQL, so that TypeORM does not put it into the entity.
    .concat(
      [...raw, ...unreachable].map((column) => ({ selection: sqlOf(builder, column), aliasName: nameOf(column) })),
    )
    .concat(selects.filter((select) => !isOwn(select)));
}

function sqlOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { isVirtualProperty, query, databaseName }: Column,
): string {
  const alias = builder.escape(builder.alias);
  return isVirtualProperty && query ? `(${query(alias)})` : `${alias}.${builder.escape(databaseName)}`;
}

/** Returns a test for columns that are read in the result although the entity does not show them. */
function isReadBeside<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { relationIds }: EntityMetadata,
  nameOf: (column: Column) => string,
): (column: Column) => boolean {
  const { expressionMap, alias } = builder;
  const orders = Object.keys(expressionMap.allOrderBys);
  const byName = namesInClauses([clausesOf(builder), orders]);
  // DISTINCT and `take` order by selections, and MariaDB's HAVING refers to selections, too.
  const byPath = namesInClauses([expressionMap.havings, orders]);
  // TypeORM finds related ids by the names of these columns in the result.
  const mapped = expressionMap.relationIdAttributes.filter(({ parentAlias }) => parentAlias === alias);
  const ofRelations = [...mapped, ...relationIds].flatMap(({ relation }) =>
    (relation.isWithJoinColumn ? relation.joinColumns : referencedColumns(relation)).map((key) => key.databaseName),
  );
  return (column) =>
    column.isDiscriminator ||
    ofRelations.includes(column.databaseName) ||
    mentions(byName, nameOf(column)) ||
    mentions(byPath, `${alias}.${column.propertyPath}`) ||
    mentions(byPath, `${alias}.${column.databaseName}`);
}

/** Returns the properties whose values TypeORM needs to find related rows in separate statements. */
function keysOfEntities<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { lazyRelations }: EntityMetadata,
): ReadonlySet<string> {
  const relations = [...lazyRelations, ...builder['relationMetadatas']];
  const columns = relations.filter(({ isWithJoinColumn }) => !isWithJoinColumn).flatMap(referencedColumns);
  return new Set(columns.map(({ propertyPath }) => propertyPath));
}

/**
 * Adds a column with a value in every row, because the kept ones may all be NULL. TypeORM makes no entity of such a
 * row, which the answer would lack. Only a builder that leaves out the primary key needs it.
 */
function withAnchor(hydrated: readonly Column[], kept: readonly Column[]): readonly Column[] {
  const hasValue = ({ isNullable, isVirtualProperty }: Column): boolean => !isNullable && !isVirtualProperty;
  if (kept.some(hasValue)) return kept;
  const anchor = hydrated.find(hasValue);
  return anchor === undefined ? hydrated : [...kept, anchor];
}

/** Returns an entity's columns that a relation refers to, from the other table or a junction table. */
function referencedColumns({
  isManyToMany,
  isOwning,
  joinColumns,
  inverseRelation,
}: EntityMetadata['relations'][number]): readonly Column[] {
  const inverse = isManyToMany ? inverseRelation?.inverseJoinColumns : inverseRelation?.joinColumns;
  return (isOwning ? joinColumns : (inverse ?? [])).flatMap(({ referencedColumn }) => referencedColumn ?? []);
}

/** True where one of the texts contains a name. A false match only selects a column without need. */
function mentions(texts: readonly string[], name: string): boolean {
  const lower = name.toLowerCase();
  return texts.some((text) => text.includes(lower));
}

/** Collects the texts in TypeORM's nested clauses, in lower case and without quotes around names. */
function namesInClauses(part: unknown): readonly string[] {
  return textsIn(part).map((text) => text.toLowerCase().replace(/["`]/g, ''));
}
