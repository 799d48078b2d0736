import { FilterConfigurationError, checkEach, didYouMean } from '../configuration/index.js';
import { type FieldSchema, type View, isWithinPath, mapNames } from '../schema/index.js';
import {
  type Selectable,
  type SelectableColumn,
  checkedKeys,
  exposedColumns,
  loadedFields,
} from '../selection/index.js';

/**
 * Returns the columns of related rows that a declaration answers, by the names of a view: every exposed column that
 * TypeORM selects, or those among them that the declaration lists.
 *
 * @param fields the property paths that the declaration lists; an embedded property stands for all of its columns
 * @throws FilterConfigurationError with every name that is no such column
 */
export function narrowedTo(fields: readonly string[] | undefined, view: View, about: string): Selectable {
  const exposed = exposedColumns(view, about);
  if (fields === undefined) return checkedKeys(exposed, view, about);
  const existing = [...columnsOf(exposed), ...aggregatesOf(exposed)];
  const paths = existing.map(({ propertyPath }) => propertyPath);
  const kept = new Set<string>();
  checkEach(fields, (name) => {
    const found = paths.filter((path) => isWithinPath(path, name));
    if (found.length === 0) throw unknown(name, view, { paths, about });
    for (const path of found) kept.add(path);
  });
  const answered = mapNames(exposed, (columns) => {
    const narrowed = columns.filter(isIn(kept));
    return narrowed.length > 0 ? narrowed : undefined;
  });
  return checkedKeys(answered, view, about);
}

/** Lists the columns of a selection, each once, because groups such as `address` repeat their columns. */
export function columnsOf(selectable: Selectable): readonly SelectableColumn[] {
  const columns = new Map<string, SelectableColumn>();
  for (const column of [...selectable.values()].flat()) {
    if (column.aggregate === undefined) columns.set(column.propertyPath, column);
  }
  return [...columns.values()];
}

/** Lists the aggregates of related rows in a selection, each once. */
export function aggregatesOf(selectable: Selectable): readonly FieldSchema[] {
  return [...new Set([...selectable.values()].flat().flatMap(({ aggregate }) => aggregate ?? []))];
}

/** Lists the aggregates that are answered to a client who names none: those of every row, and the declared ones. */
export function loadedOf(view: View, named: readonly FieldSchema[]): readonly FieldSchema[] | undefined {
  const loaded = [...new Set([...named, ...(loadedFields(view) ?? [])])];
  return loaded.length === 0 ? undefined : loaded;
}

function isIn(paths: ReadonlySet<string>): (column: SelectableColumn) => boolean {
  return ({ propertyPath }) => paths.has(propertyPath);
}

function unknown(name: string, { schema }: View, found: { readonly paths: readonly string[]; readonly about: string }) {
  return new FilterConfigurationError(
    `${found.about}: \`fields\` names ${name}, which is no exposed column of ${schema.name} that TypeORM selects; ${didYouMean(name, found.paths)}`,
  );
}
