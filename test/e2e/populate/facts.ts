/** A row as it is in memory: its values by the names of its fields, and whatever else decides about it. */
export type Row = Readonly<Record<string, unknown>>;

/** What is asked of the rows of an entity. */
export interface Asked {
  readonly filters?: Condition;
  readonly sort?: readonly string[];
  readonly limit?: number;
  readonly fields?: readonly string[];
  readonly populate?: Readonly<Record<string, Asked>>;
}

/** Conditions of fields, of relations, or alternatives. A name in an embedded object has dots: `box.size`. */
export interface Condition {
  readonly [name: string]: unknown;
}

/** What is known of a relation, in the words of the dialect. */
export interface RelationFacts<Data, Context> {
  readonly target: string;
  readonly toMany: boolean;
  readonly limit: number;
  readonly maximum: number;
  readonly sort: readonly string[];
  /** The fields that the declaration leaves. Undefined for all of them. */
  readonly fields: readonly string[] | undefined;
  /** The declared condition. */
  readonly where: (row: Row, context: Context) => boolean;
  /** True where the relation exists for a context. */
  readonly isShown: (context: Context) => boolean;
  readonly related: (row: Row, data: Data) => readonly Row[];
}

export interface EntityFacts<Data, Context> {
  readonly fields: readonly string[];
  readonly key: readonly string[];
  readonly rows: (data: Data) => readonly Row[];
  readonly isVisible: (row: Row, context: Context) => boolean;
  /** The relations that filters may lead through, and that may be populated. */
  readonly relations: Readonly<Record<string, RelationFacts<Data, Context>>>;
}

/** The entities of a model, by their names. */
export type Facts<Data, Context> = Readonly<Record<string, EntityFacts<Data, Context>>>;

/** Returns what is known of an entity. */
export function factsOf<Data, Context>(facts: Facts<Data, Context>, entity: string): EntityFacts<Data, Context> {
  const found = facts[entity];
  if (found === undefined) throw new Error(`no entity ${entity}`);
  return found;
}

/** Returns what is known of a relation. */
export function relationOf<Data, Context>(
  { relations }: EntityFacts<Data, Context>,
  name: string,
): RelationFacts<Data, Context> {
  const found = relations[name];
  if (found === undefined) throw new Error(`no relation ${name}`);
  return found;
}
