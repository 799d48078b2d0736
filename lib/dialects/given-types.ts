/** Column types whose values TypeORM hands on as a driver gives them. */
export interface GivenTypes {
  /** Drivers of the engine that were compared with TypeORM's own reading. Those of a derived row are not among them. */
  readonly drivers: readonly string[];
  readonly types: ReadonlySet<unknown>;
}

/** Types of column that TypeORM has on every engine, and whose values it hands on. */
const everywhere = [String, 'int', 'integer', 'smallint', 'bigint', 'decimal', 'numeric', 'real', 'varchar', 'text'];

/** Makes the member of an engine's row: the types of every engine, and its own. */
export function givenTypes(drivers: readonly string[], ...types: readonly string[]): GivenTypes {
  return { drivers, types: new Set([...everywhere, ...types]) };
}
