import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';

/** A way of mapping classes to tables: the classes, their rows, and what must be found through them. */
export interface Mapping {
  readonly name: string;
  readonly entities: readonly (abstract new () => object)[];
  seed(source: DataSource): Promise<void>;
  readonly cases: readonly MappingCase[];
}

/** One question and its answer. Without a sort the rows come in the order of their keys. */
export interface MappingCase {
  readonly entity: EntityTarget<ObjectLiteral>;
  readonly query: string;
  /** The rows, each by what {@link Mapping.cases} are told apart by: `id`, or what `by` makes of a row. */
  readonly finds: readonly unknown[];
  readonly by?: (row: ObjectLiteral) => unknown;
}

/** The questions about one entity, as pairs of a query and the rows it finds. */
export function asking(
  entity: EntityTarget<ObjectLiteral>,
  pairs: readonly (readonly [query: string, finds: readonly unknown[]])[],
  by?: (row: ObjectLiteral) => unknown,
): MappingCase[] {
  return pairs.map(([query, finds]) => ({ entity, query, finds, ...(by && { by }) }));
}

/** Saves rows of one entity in the order given. */
export async function save<E extends ObjectLiteral>(
  source: DataSource,
  entity: new () => E,
  rows: readonly object[],
): Promise<void> {
  const repository = source.getRepository(entity);
  await repository.save(rows.map((row) => Object.assign(repository.create(), row)));
}

/** Makes rows with the ids from 1, each of which has one text. */
export function numbered<const Name extends string, const Texts extends readonly string[]>(
  name: Name,
  ...texts: Texts
) {
  return texts.map((text, index) => ({ id: index + 1, [name]: text })) as {
    [Place in keyof Texts]: { readonly id: number } & Readonly<Record<Name, string>>;
  };
}
