import type {
  EntityMetadata,
  FindManyOptions,
  FindOptionsRelations,
  ObjectLiteral,
  Repository,
  SelectQueryBuilder,
} from 'typeorm';
import type { RelationMetadata } from 'typeorm/metadata/RelationMetadata.js';

export type Builder = SelectQueryBuilder<ObjectLiteral>;

/** A way in which a program selects the rows of an entity. */
export interface Way {
  readonly name: string;
  /** True where members come in an order of chance: TypeORM reads them by several statements at a time. */
  readonly unordered?: boolean;
  readonly make: (repository: Repository<ObjectLiteral>) => Builder;
}

/** Lists the ways for an entity: alone, with each relation joined in each way, and by find options. */
export function waysOf(metadata: EntityMetadata): readonly Way[] {
  const relations = metadata.relations.map(({ propertyPath }) => propertyPath);
  return [
    { name: 'alone', make: builderOf },
    { name: 'with deleted rows', make: (repository) => builderOf(repository).withDeleted() },
    { name: 'in part', make: (repository) => builderOf(repository).select(everySecond(metadata)) },
    { name: 'with an expression', make: (repository) => builderOf(repository).addSelect('1 + 1', 'two') },
    { name: 'by find options', make: byFind({}) },
    ...metadata.relations.flatMap(waysWith),
    ...(relations.length > 1 ? [{ name: 'with every relation', make: withEvery(relations) }] : []),
    ...(relations.length > 0 ? waysOfFind(metadata) : []),
  ];
}

function builderOf(repository: Repository<ObjectLiteral>): Builder {
  return repository.createQueryBuilder('root');
}

function waysWith({ propertyPath: relation, isManyToOne, isOneToOne }: RelationMetadata): readonly Way[] {
  const name = relation.replaceAll('.', '_');
  const path = `root.${relation}`;
  const mappedToOne: Way['make'] = (repository) =>
    builderOf(repository).leftJoinAndMapOne(`root.one_${name}`, path, 'joined');
  return [
    { name: `with ${relation}`, make: (repository) => builderOf(repository).leftJoinAndSelect(path, 'joined') },
    { name: `only with ${relation}`, make: (repository) => builderOf(repository).innerJoinAndSelect(path, 'joined') },
    { name: `beside ${relation}`, make: (repository) => builderOf(repository).leftJoin(path, 'joined') },
    // Of several rows it would be any.
    ...(isManyToOne || isOneToOne ? [{ name: `with ${relation} as one`, make: mappedToOne }] : []),
    {
      name: `with ${relation} as many`,
      make: (repository) => builderOf(repository).leftJoinAndMapMany(`root.many_${name}`, path, 'joined'),
    },
    {
      name: `with ids of ${relation}`,
      make: (repository) => builderOf(repository).loadRelationIdAndMap(`root.ids_${name}`, path),
    },
  ];
}

function withEvery(relations: readonly string[]): Way['make'] {
  return (repository) =>
    relations.reduce(
      (builder, relation, at) => builder.leftJoinAndSelect(`root.${relation}`, `joined_${at}`),
      builderOf(repository),
    );
}

function waysOfFind(metadata: EntityMetadata): readonly Way[] {
  const relations = nested(metadata.relations.map(({ propertyPath }) => propertyPath));
  return [
    { name: 'by find options with relations', make: byFind({ relations, loadEagerRelations: false }) },
    ...(haveOneName(metadata)
      ? []
      : [
          {
            name: 'by find options with a query each',
            unordered: true,
            make: byFind({ relations, relationLoadStrategy: 'query' }),
          },
        ]),
    { name: 'by find options with ids', make: byFind({ loadRelationIds: true }) },
  ];
}

/**
 * True where a relation has the name of one in an embedded object. With a query for each, TypeORM 1.1 leaves one of the
 * two `null` in some slices of the same rows; with `skip` and `take` in all of them.
 */
function haveOneName({ relations }: EntityMetadata): boolean {
  return new Set(relations.map(({ propertyName }) => propertyName)).size < relations.length;
}

function byFind(options: FindManyOptions<ObjectLiteral>): Way['make'] {
  return (repository) => builderOf(repository).setFindOptions(options);
}

/** Paths as the object that find options take: `counters.likes` is `{ counters: { likes: true } }`. */
function nested(paths: readonly string[]): FindOptionsRelations<ObjectLiteral> {
  const tree: FindOptionsRelations<ObjectLiteral> = {};
  const inner = new Map<string, string[]>();
  for (const path of paths) {
    const [name = path, ...rest] = path.split('.');
    inner.set(name, [...(inner.get(name) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])]);
  }
  for (const [name, members] of inner) tree[name] = members.length > 0 ? nested(members) : true;
  return tree;
}

/** Every second column, and the keys, by which TypeORM tells rows apart. */
function everySecond({ columns }: EntityMetadata): string[] {
  return columns
    .filter(({ isVirtual, isVirtualProperty }) => !isVirtual && !isVirtualProperty)
    .filter(({ isPrimary }, index) => isPrimary || index % 2 === 0)
    .map(({ propertyPath }) => `root.${propertyPath}`);
}
