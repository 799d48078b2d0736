import type { DataSource, EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';

type Builder = SelectQueryBuilder<ObjectLiteral>;

/** Ways to select an entity: alone, in part, with what is related, and with what is related to that. */
export const selections: readonly (readonly [
  name: string,
  make: (source: DataSource, entity: EntityMetadata) => Builder,
])[] = [
  ['alone', rootOf],
  ['in part', inPart],
  ['with every relation', joinedOf],
  ['with relations of relations', deeplyJoinedOf],
  ['with relations that are not selected', unselectedOf],
  ['with relations in part', partlyJoinedOf],
  ['with deleted rows and an expression', withDeletedOf],
];

function rootOf(source: DataSource, { target }: EntityMetadata): Builder {
  return source.getRepository<ObjectLiteral>(target).createQueryBuilder('root');
}

/** Selects every second column. */
function inPart(source: DataSource, metadata: EntityMetadata): Builder {
  const paths = metadata.columns
    .filter(({ isVirtual }) => !isVirtual)
    .map(({ propertyPath }) => `root.${propertyPath}`);
  return rootOf(source, metadata).select(paths.filter((_, index) => index % 2 === 0));
}

function joinedOf(source: DataSource, metadata: EntityMetadata): Builder {
  const builder = rootOf(source, metadata);
  for (const [index, { propertyPath }] of metadata.relations.entries()) {
    builder.leftJoinAndSelect(`root.${propertyPath}`, `joined_${index}`);
  }
  return builder;
}

function deeplyJoinedOf(source: DataSource, metadata: EntityMetadata): Builder {
  const builder = joinedOf(source, metadata);
  for (const [index, { inverseEntityMetadata }] of metadata.relations.entries()) {
    for (const [inner, { propertyPath }] of inverseEntityMetadata.relations.slice(0, 2).entries()) {
      builder.leftJoinAndSelect(`joined_${index}.${propertyPath}`, `joined_${index}_${inner}`);
    }
  }
  return builder;
}

function unselectedOf(source: DataSource, metadata: EntityMetadata): Builder {
  const builder = rootOf(source, metadata);
  for (const [index, { propertyPath }] of metadata.relations.entries()) {
    builder.leftJoin(`root.${propertyPath}`, `joined_${index}`);
  }
  return builder;
}

/** Joins every relation, and selects the last column of each joined table. */
function partlyJoinedOf(source: DataSource, metadata: EntityMetadata): Builder {
  const builder = unselectedOf(source, metadata);
  for (const [index, { inverseEntityMetadata }] of metadata.relations.entries()) {
    const last = inverseEntityMetadata.columns.filter(({ isVirtual }) => !isVirtual).at(-1);
    if (last !== undefined) builder.addSelect(`joined_${index}.${last.propertyPath}`);
  }
  return builder;
}

function withDeletedOf(source: DataSource, metadata: EntityMetadata): Builder {
  return joinedOf(source, metadata).withDeleted().addSelect('1 + 1', 'two');
}
