import { FilterConfigurationError } from '../configuration/index.js';
import { type FieldSchema, NameMap, type Visibility, isShown, lookUp } from '../schema/index.js';

/** A column that `fields` may ask for. */
export interface SelectableColumn {
  /** Its name in the program: `name`, `address.city`. */
  readonly propertyPath: string;
  /** Decides for a context whether it exists for clients. Undefined where it always does. */
  readonly when: Visibility | undefined;
  /** Its names that are deprecated. Nearly always none. */
  readonly deprecated: FieldSchema['deprecated'];
  /** The aggregate of related rows that it is, in place of a column. */
  readonly aggregate?: FieldSchema | undefined;
}

/** Columns that `fields` may name, by their names in requests. A group such as `address` stands for several. */
export type Selectable = ReadonlyMap<string, readonly SelectableColumn[]>;

/** The names that `fields` may use, while they are gathered. */
export class SelectableNames {
  private readonly columns = new NameMap<readonly SelectableColumn[]>();
  private readonly groups = new Set<string>();

  /** @param subject the beginning of an error: `@FilterQuery(Post)` */
  constructor(readonly subject: string) {}

  get all(): Selectable {
    return this.columns;
  }

  /**
   * Adds a column under its name, and to the groups around it: `address.geo.lat` to `address` and `address.geo`.
   *
   * @param depth the number of segments of the outermost group
   * @throws FilterConfigurationError where another column has the name
   */
  add(name: string, { propertyPath, when, deprecated, aggregate }: SelectableColumn, depth = Infinity): void {
    const column = Object.freeze({ propertyPath, when, deprecated, aggregate });
    const segments = name.split('.');
    for (let length = depth; length < segments.length; length += 1) {
      this.addTo(segments.slice(0, length).join('.'), column);
    }
    if (this.columns.has(name)) throw this.duplicate(name);
    this.columns.set(name, [column]);
  }

  /** Adds a column to a group. */
  addTo(group: string, column: SelectableColumn): void {
    const members = this.columns.get(group) ?? [];
    if (members.length > 0 && !this.groups.has(group)) throw this.duplicate(group);
    this.groups.add(group);
    this.columns.set(group, [...members, column]);
  }

  /** Adds what was called otherwise before, groups included, once all present names are there. */
  addFormer(former: SelectableNames): void {
    for (const [name, columns] of former.columns) if (!this.columns.has(name)) this.columns.setFormer(name, columns);
  }

  private duplicate(name: string): FilterConfigurationError {
    return new FilterConfigurationError(`${this.subject}: two columns of \`select\` are named ${name}`);
  }
}

/** Makes the selectable form of a field that is an aggregate of related rows. */
export function aggregateColumn(field: FieldSchema): SelectableColumn {
  const { propertyPath, when, deprecated } = field;
  return { propertyPath, when, deprecated, aggregate: field };
}

/** Lists the names that a context may use, in the order of declaration. */
export function selectableNames(selectable: Selectable, context: unknown): string[] {
  return [...selectable.keys()].filter((name) => visibleColumns(selectable, name, context).length > 0);
}

/** Returns the columns of a name that a context may see. A hidden name has none, like one that does not exist. */
export function visibleColumns(selectable: Selectable, name: string, context: unknown): readonly SelectableColumn[] {
  return (lookUp(selectable, name) ?? []).filter((column) => isShown(column, context));
}

/**
 * Returns the present names of columns that a name stands for: the name itself, unless it is a former one. A former
 * group whose columns are no group any more has the names of its columns.
 */
export function presentNames(
  selectable: Selectable,
  name: string,
  columns: readonly SelectableColumn[],
): readonly string[] {
  if (selectable.has(name)) return [name];
  const same = named(selectable, columns);
  return same === undefined ? columns.flatMap((column) => named(selectable, [column]) ?? []) : [same];
}

function named(selectable: Selectable, columns: readonly SelectableColumn[]): string | undefined {
  const paths = pathsOf(columns);
  const [entry] = [...selectable].filter(([, others]) => pathsOf(others) === paths);
  return entry?.[0];
}

function pathsOf(columns: readonly SelectableColumn[]): string {
  return JSON.stringify(columns.map(({ propertyPath }) => propertyPath).sort());
}
