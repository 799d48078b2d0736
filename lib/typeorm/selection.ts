import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { DriverUtils } from 'typeorm/driver/DriverUtils.js';
import { clausesOf, dataSourceOf, entityMetadataOf, hasGroups } from './host.js';

type Selection = SelectQueryBuilder<ObjectLiteral>['expressionMap']['selects'][number];

/*
 * How TypeORM reads a builder's selections. A column is hydrated where the builder selects its entity, or selects the
 * column by its path under TypeORM's own name. Any other selection is a raw value beside the entity.
 */

type Column = EntityMetadata['columns'][number];
type Relation = EntityMetadata['relations'][number];

/**
 * Narrows a builder's selected columns to some properties of its entity, and never selects another column. The primary
 * key, the discriminator and the keys of lazy relations stay. A column that TypeORM or the builder itself reads in the
 * result stays as a raw value, which no entity shows. A builder of raw rows is left as it is.
 */
export function narrowSelection<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  propertyPaths: readonly string[],
): void {
  const metadata = entityMetadataOf(builder);
  if (metadata !== undefined) new SelectionOf(builder, metadata).narrow(new Set(propertyPaths), 'usable');
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
  const metadata = entityMetadataOf(builder);
  if (metadata !== undefined) new SelectionOf(builder, metadata).narrow(new Set(propertyPaths), 'exact');
}

/** The columns that stay: `exact` for the ones asked for, `usable` also for the ones that TypeORM goes on with. */
type Narrowing = 'usable' | 'exact';

class SelectionOf<E extends ObjectLiteral> {
  private readonly selects: readonly Selection[];
  /** True where the builder selects its entity, and with it every column without `select: false`. */
  private readonly isWhole: boolean;
  /** Columns by path. Where several columns share one, as in the children of one table, the path selects the last. */
  private readonly byPath: ReadonlyMap<string, Column>;

  constructor(
    private readonly builder: SelectQueryBuilder<E>,
    private readonly metadata: EntityMetadata,
  ) {
    this.selects = builder.expressionMap.selects;
    this.isWhole = this.selects.some(({ selection }) => selection === builder.alias);
    this.byPath = new Map(metadata.columns.map((column) => [this.pathOf(column), column]));
  }

  narrow(properties: ReadonlySet<string>, narrowing: Narrowing): void {
    const { metadata, builder, selects } = this;
    const hydrated = metadata.columns.filter((column) => !column.isVirtual && this.isHydrated(column));
    const areGroups = hasGroups(builder) && !metadata.primaryColumns.every((column) => hydrated.includes(column));
    if (hydrated.length === 0 || areGroups) return;
    const kept = withAnchor(hydrated, this.keptOf(hydrated, properties, narrowing));
    const selected = this.isWhole ? metadata.columns.filter(({ isSelect }) => isSelect) : hydrated;
    const isRead = this.reads();
    // TypeORM itself selects primary keys that the builder does not.
    const raw = selected.filter((column) => !kept.includes(column) && !column.isPrimary && isRead(column));
    builder.expressionMap.selects = [...new Set(kept.map((column) => this.pathOf(column)))]
      .map((selection): Selection => ({ selection }))
      .concat([...raw, ...this.unreachable(kept)].map((column) => this.rawSelection(column)))
      .concat(selects.filter((select) => !this.isOwn(select)));
  }

  private keptOf(
    hydrated: readonly Column[],
    properties: ReadonlySet<string>,
    narrowing: Narrowing,
  ): readonly Column[] {
    if (narrowing === 'exact') {
      return hydrated.filter(({ propertyPath, isPrimary }) => isPrimary || properties.has(propertyPath));
    }
    const keys = this.keysOfEntities();
    return hydrated.filter(
      ({ propertyPath, isPrimary, isDiscriminator }) =>
        isPrimary || isDiscriminator || properties.has(propertyPath) || keys.has(propertyPath),
    );
  }

  /** Returns the columns whose path selects another column. They are selected by name instead. */
  private unreachable(kept: readonly Column[]): readonly Column[] {
    return kept.filter((column) => {
      const last = this.byPath.get(this.pathOf(column));
      return last !== undefined && last.databaseName !== column.databaseName;
    });
  }

  private isHydrated(column: Column): boolean {
    const path = this.pathOf(column);
    const named = this.selects.filter(({ selection }) => selection === path);
    if (named.length === 0) return this.isWhole && column.isSelect;
    return (
      (this.isWhole || this.byPath.get(path) === column) &&
      named.some((select) => this.isNamedByTypeOrm(select, column))
    );
  }

  private isNamedByTypeOrm({ aliasName }: Selection, column: Column): boolean {
    return aliasName === undefined || aliasName === this.resultName(column);
  }

  private isOwn(select: Selection): boolean {
    if (select.selection === this.builder.alias) return true;
    const column = this.byPath.get(select.selection);
    return column !== undefined && !column.isVirtual && this.isNamedByTypeOrm(select, column);
  }

  /** Returns a test for columns that are read in the result although the entity does not show them. */
  private reads(): (column: Column) => boolean {
    const { expressionMap, alias } = this.builder;
    const orders = Object.keys(expressionMap.allOrderBys);
    const byName = namesInClauses([clausesOf(this.builder), orders]);
    // DISTINCT and `take` order by selections, and MariaDB's HAVING refers to selections, too.
    const byPath = namesInClauses([expressionMap.havings, orders]);
    const ofRelations = this.keysOfRelationIds();
    return (column) =>
      column.isDiscriminator ||
      ofRelations.has(column.databaseName) ||
      mentions(byName, this.resultName(column)) ||
      mentions(byPath, this.pathOf(column)) ||
      mentions(byPath, `${alias}.${column.databaseName}`);
  }

  /** Returns the columns by whose names in the result TypeORM finds related ids. */
  private keysOfRelationIds(): ReadonlySet<string> {
    const { expressionMap, alias } = this.builder;
    const mapped = expressionMap.relationIdAttributes.filter(({ parentAlias }) => parentAlias === alias);
    const relations = [...mapped, ...this.metadata.relationIds].map(({ relation }) => relation);
    return new Set(
      relations.flatMap((relation) =>
        (relation.isWithJoinColumn ? relation.joinColumns : referencedColumns(relation)).map(
          ({ databaseName }) => databaseName,
        ),
      ),
    );
  }

  /** Returns the properties whose values TypeORM needs to find related rows in separate statements. */
  private keysOfEntities(): ReadonlySet<string> {
    const relations = [...this.metadata.lazyRelations, ...this.builder['relationMetadatas']];
    const columns = relations.filter(({ isWithJoinColumn }) => !isWithJoinColumn).flatMap(referencedColumns);
    return new Set(columns.map(({ propertyPath }) => propertyPath));
  }

  private pathOf({ propertyPath }: Column): string {
    return `${this.builder.alias}.${propertyPath}`;
  }

  /** Returns TypeORM's name for a column in the result, shortened where the engine requires it. */
  private resultName({ databaseName }: Column): string {
    const { driver } = dataSourceOf(this.builder);
    return DriverUtils.buildAlias(driver, undefined, this.builder.alias, databaseName);
  }

  /** Selects a column as SQL, so that TypeORM does not put it into the entity. */
  private rawSelection(column: Column): Selection {
    const { builder } = this;
    const alias = builder.escape(builder.alias);
    const { isVirtualProperty, query, databaseName } = column;
    const sql = isVirtualProperty && query ? `(${query(alias)})` : `${alias}.${builder.escape(databaseName)}`;
    return { selection: sql, aliasName: this.resultName(column) };
  }
}

/**
 * Adds a column with a value in every row, because the kept ones may all be NULL. TypeORM makes no entity of such a
 * row, which the answer would lack. Only a builder that leaves out the primary key needs it.
 */
function withAnchor(hydrated: readonly Column[], kept: readonly Column[]): readonly Column[] {
  if (kept.some(hasValue)) return kept;
  const anchor = hydrated.find(hasValue);
  return anchor === undefined ? hydrated : [...kept, anchor];
}

function hasValue({ isNullable, isVirtualProperty }: Column): boolean {
  return !isNullable && !isVirtualProperty;
}

/** Returns an entity's columns that a relation refers to, from the other table or a junction table. */
function referencedColumns({ isManyToMany, isOwning, joinColumns, inverseRelation }: Relation): readonly Column[] {
  const inverse = isManyToMany ? inverseRelation?.inverseJoinColumns : inverseRelation?.joinColumns;
  return (isOwning ? joinColumns : (inverse ?? [])).flatMap(({ referencedColumn }) => referencedColumn ?? []);
}

/** True where one of the texts contains a name. A false match only selects a column without need. */
function mentions(texts: readonly string[], name: string): boolean {
  const lower = name.toLowerCase();
  return texts.some((text) => text.includes(lower));
}

/** Collects the texts in TypeORM's nested clauses, in lower case and without quotes around names. */
function namesInClauses(part: unknown): string[] {
  if (typeof part === 'string') return [part.toLowerCase().replace(/["`]/g, '')];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(namesInClauses) : [];
}
