import { FilterConfigurationError, checkEach, didYouMean } from '../configuration/index.js';
import {
  type FieldSchema,
  type View,
  fieldsOf,
  formerKeysOf,
  isWithinPath,
  keyOf,
  relatedAggregateOf,
} from '../schema/index.js';
import { type SelectableColumn, SelectableNames, aggregateColumn } from './selectable-names.js';

/** A column under the name that requests use. */
interface NamedColumn extends SelectableColumn {
  readonly name: string;
  /** The names that requests used before. */
  readonly former: readonly string[];
}

/**
 * Adds the columns that a declaration lists, exposed or not, by their property paths. An embedded property stands for
 * all of its selected columns. An exposed column has its alias, and is hidden where its rule hides it.
 *
 * @throws FilterConfigurationError with every wrong name
 */
export function addNamed(names: SelectableNames, view: View, listed: readonly string[]): void {
  const { subject } = names;
  const seen = new Set<string>();
  const before = new SelectableNames(subject);
  checkEach(listed, (path) => {
    const aggregate = aggregateNamed(view, path);
    const columns =
      aggregate === undefined
        ? columnsNamed(view, path, subject).map((propertyPath) => namedColumn(view, propertyPath))
        : [nameOf(aggregateColumn(aggregate), aggregate, view)];
    for (const column of columns) {
      const { propertyPath } = column;
      for (const name of column.former) before.add(name, column, 1);
      if (seen.has(propertyPath)) throw wrong(subject, `names ${propertyPath} twice`);
      seen.add(propertyPath);
    }
    if (columns[0]?.propertyPath === path) names.add(columns[0].name, columns[0]);
    else addGroup(names, path, columns);
  });
  names.addFormer(before);
}

/** Adds a group with all of its columns. Columns with aliases outside of the group are included. */
function addGroup(names: SelectableNames, path: string, columns: readonly NamedColumn[]): void {
  const group = groupName(path, columns);
  for (const column of columns) names.addTo(group, column);
  const depth = group.split('.').length;
  for (const column of columns)
    names.add(column.name, column, column.name.startsWith(`${group}.`) ? depth + 1 : undefined);
}

/** Returns the name of a group for requests: its alias, if all of its columns have it, or its property. */
function groupName(path: string, columns: readonly NamedColumn[]): string {
  const ends = columns.map(({ name, propertyPath }) => [name, propertyPath.slice(path.length)] as const);
  const starts = new Set(ends.map(([name, end]) => (name.endsWith(end) ? name.slice(0, -end.length) : path)));
  const [start = path] = starts;
  return starts.size === 1 ? start : path;
}

/** Finds the selected columns behind a name, by their property paths. */
function columnsNamed({ schema }: View, name: string, subject: string): readonly string[] {
  // Foreign keys without a property have the paths of their relations.
  const columns = schema.metadata.columns.filter(({ isVirtual }) => !isVirtual);
  const found = columns.filter(({ propertyPath }) => isWithinPath(propertyPath, name));
  const selected = new Set(found.filter(({ isSelect }) => isSelect).map(({ propertyPath }) => propertyPath));
  if (selected.size > 0) return [...selected];
  if (found.length > 0) {
    throw wrong(subject, `names ${name}, which has \`select: false\`: \`fields\` can only narrow what is selected`);
  }
  const isAround = ({ propertyPath }: { readonly propertyPath: string }): boolean => isWithinPath(name, propertyPath);
  const relation = schema.metadata.relations.find(isAround);
  if (relation !== undefined) {
    throw wrong(subject, `names ${name}, and ${relation.propertyPath} is a relation, which the handler itself loads`);
  }
  const column = columns.find(isAround);
  if (column !== undefined) {
    throw wrong(subject, `names ${name}, and the column ${column.propertyPath} can only be answered whole; name that`);
  }
  const existing = columns.filter(({ isSelect }) => isSelect).map(({ propertyPath }) => propertyPath);
  throw wrong(subject, `names ${name}, which does not exist; ${didYouMean(name, existing)}`);
}

/** Gives a column its exposed name and visibility: the handler's, or else its entity's. */
function namedColumn(view: View, propertyPath: string): NamedColumn {
  const exposed = [view, view.schema.view(view.kind)].flatMap(({ members }) => [...fieldsOf(members)]);
  const field = exposed.find((one) => isWholeColumn(one) && one.propertyPath === propertyPath);
  if (field === undefined) return { name: propertyPath, propertyPath, when: undefined, deprecated: [], former: [] };
  return nameOf({ propertyPath, when: field.when, deprecated: field.deprecated }, field, view);
}

function nameOf(column: SelectableColumn, field: FieldSchema, { kind }: View): NamedColumn {
  const target = { hops: [], field };
  return { ...column, name: keyOf(kind, target), former: kind === 'client' ? formerKeysOf(target) : [] };
}

/** Finds an aggregate of related rows by its property: as the handler exposes it, or as the entity declares it. */
function aggregateNamed({ members, schema, kind }: View, path: string): FieldSchema | undefined {
  const all = [members, schema.view(kind).members, schema.view('all').members].flatMap((each) => [...fieldsOf(each)]);
  return all.find(({ propertyPath, expression }) => propertyPath === path && relatedAggregateOf(expression));
}

/** Returns true for a field that is a whole column, not a path of a document. */
export function isWholeColumn({ expression: { propertyPath, metadata } }: FieldSchema): boolean {
  return propertyPath === metadata.propertyPath;
}

function wrong(subject: string, text: string): FilterConfigurationError {
  return new FilterConfigurationError(`${subject}: \`select\` ${text}`);
}
