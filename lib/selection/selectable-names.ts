import { FilterConfigurationError } from '../configuration/index.js';
import { type Visibility, isShown } from '../schema/index.js';

/** A column that `fields` may ask for. */
export interface SelectableColumn {
  /** Its name in the program: `name`, `address.city`. */
  readonly propertyPath: string;
  /** Decides for a context whether it exists for clients. Undefined where it always does. */
  readonly when: Visibility | undefined;
}

/** Columns that `fields` may name, by their names in requests. A group such as `address` stands for several. */
export type Selectable = ReadonlyMap<string, readonly SelectableColumn[]>;

/** The names that `fields` may use, while they are gathered. */
export class SelectableNames {
  private readonly columns = new Map<string, SelectableColumn[]>();
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
  add(name: string, { propertyPath, when }: SelectableColumn, depth = Infinity): void {
    const column = Object.freeze({ propertyPath, when });
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
    members.push(column);
    this.groups.add(group);
    this.columns.set(group, members);
  }

  private duplicate(name: string): FilterConfigurationError {
    return new FilterConfigurationError(`${this.subject}: two columns of \`select\` are named ${name}`);
  }
}

/** Lists the names that a context may use, in the order of declaration. */
export function selectableNames(selectable: Selectable, context: unknown): string[] {
  return [...selectable.keys()].filter((name) => visibleColumns(selectable, name, context).length > 0);
}

/** Returns the columns of a name that a context may see. A hidden name has none, like one that does not exist. */
export function visibleColumns(selectable: Selectable, name: string, context: unknown): readonly SelectableColumn[] {
  return (selectable.get(name) ?? []).filter((column) => isShown(column, context));
}
