import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Laboratory } from './database.js';
import { type EntityName, type ShopName, rootEntity } from './expected-model.js';
import type { Row, Dataset } from './dataset.js';

/** The entities that filters start from here. */
export type RootName = 'Post' | 'Author' | 'Tag' | ShopName;

/** A handler's own conditions, put into its builder before the query is applied. */
export interface Handler {
  readonly name: string;
  /** The condition it has, as it stands in the text; `:name` for a parameter. */
  readonly where?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly withDeleted?: true;
  /** Alias of the rows, if it is not the entity's name. */
  readonly alias?: string;
  /** A relation that it loads, under an alias that the library would have chosen for itself. */
  readonly joins?: true;
  readonly keeps?: (row: Row) => boolean;
}

export const plainHandler: Handler = { name: 'that says nothing' };

export const handlers: readonly Handler[] = [
  plainHandler,
  {
    name: 'with an OR of its own',
    where: 'post.tenantId = :tenant OR post.tenantId = :other',
    parameters: { tenant: 1, other: 2 },
    keeps: ({ tenant }) => tenant < 3,
  },
  {
    name: 'with parameters called like the library’s',
    where: 'post.tenantId <> :nf_p1 AND post.tenantId <> :nf_p3',
    parameters: { nf_p1: 2, nf_p3: 9 },
    keeps: ({ tenant }) => tenant !== 2,
  },
  { name: 'that wants deleted rows', withDeleted: true },
  { name: 'that calls the rows what the library would call its first subquery', alias: 'nf_1' },
  { name: 'that loads a relation under an alias like the library’s', joins: true },
];

/** The handlers for an entity; only posts have tenants. */
export function handlersOf(root: EntityName): readonly Handler[] {
  return handlers.filter(({ where }) => where === undefined || root === 'Post');
}

/** A relation to join, to many rows if there is one. */
function relationOf(root: EntityName): string {
  const { relations } = rootEntity(root);
  const names = Object.keys(relations);
  return names.find((name) => relations[name]?.toMany) ?? names[0] ?? '';
}

/** A builder that loads nothing but keys. */
export function builderFor(
  laboratory: Laboratory,
  root: EntityName,
  handler: Handler,
): SelectQueryBuilder<ObjectLiteral> {
  const alias = handler.alias ?? root.toLowerCase();
  const builder = laboratory.repository(root).createQueryBuilder(alias).select(`${alias}.id`);
  if (handler.where !== undefined) builder.where(handler.where, { ...handler.parameters });
  if (handler.withDeleted) builder.withDeleted();
  if (handler.joins) builder.leftJoin(`${alias}.${relationOf(root)}`, 'nf_1').addSelect('nf_1.id');
  return builder;
}

/** The rows that a handler would return without a filter. */
export function rowsFor(dataset: Dataset, root: EntityName, { withDeleted, keeps }: Handler): Row[] {
  return (dataset[root] ?? []).filter((row) => (withDeleted || !row.deleted) && keeps?.(row) !== false);
}
