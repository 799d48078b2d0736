import {
  FilterConfigurationError,
  type Option,
  checkEach,
  checkNames,
  didYouMean,
  wrongValue,
} from '../../configuration/index.js';
import {
  type FieldSchema,
  NameMap,
  type View,
  type Visibility,
  checkKeyOfDates,
  fieldsOf,
  formerKeysOf,
  isShown,
  isWithinPath,
  keyOf,
  lookUp,
} from '../../schema/index.js';

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
class SelectableNames {
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

function aggregateColumn(field: FieldSchema): SelectableColumn {
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
  const same = nameOfColumns(selectable, columns);
  return same === undefined ? columns.flatMap((column) => nameOfColumns(selectable, [column]) ?? []) : [same];
}

function nameOfColumns(selectable: Selectable, columns: readonly SelectableColumn[]): string | undefined {
  const paths = pathsOf(columns);
  const [entry] = [...selectable].filter(([, others]) => pathsOf(others) === paths);
  return entry?.[0];
}

function pathsOf(columns: readonly SelectableColumn[]): string {
  return JSON.stringify(columns.map(({ propertyPath }) => propertyPath).sort());
}

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
function addNamed(names: SelectableNames, view: View, listed: readonly string[]): void {
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
    throw wrong(subject, `names ${name}, and the column ${column.propertyPath} is only answered whole; name that`);
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
  return all.find(({ propertyPath, expression }) => propertyPath === path && expression.aggregate);
}

/** Returns true for a field that is a whole column, not a path of a document. */
function isWholeColumn({ expression: { propertyPath, metadata } }: FieldSchema): boolean {
  return propertyPath === metadata.propertyPath;
}

function wrong(subject: string, text: string): FilterConfigurationError {
  return new FilterConfigurationError(`${subject}: \`select\` ${text}`);
}

/**
 * Looks up the columns that `fields` may name.
 *
 * @param view the view whose names requests use
 * @param select `true` for every exposed field whose column is selected, or the names of columns
 * @param subject the beginning of an error: `@FilterQuery(Post)`
 * @throws FilterConfigurationError for a name that cannot be selected, and where no name can
 */
export function selectableOf(view: View, select: true | readonly string[], subject: string): Selectable {
  checkSelect({ subject, name: 'select', value: select });
  const { name, primaryKey } = view.schema;
  if (primaryKey.length === 0) {
    throw new FilterConfigurationError(
      `${subject}: \`select\` needs a primary key to identify rows, and ${name} has none`,
    );
  }
  const names = new SelectableNames(subject);
  if (select === true) addExposed(names, view);
  else addNamed(names, view, select);
  if (names.all.size > 0) return checkedKeys(names.all, view, `${subject}: \`select\``);
  throw new FilterConfigurationError(
    `${subject}: \`select\` is true, and no exposed field has a column that is selected; list the columns that clients may choose`,
  );
}

/** Refuses aggregates of related rows where the keys of their rows cannot be compared in JavaScript. */
export function checkedKeys(selectable: Selectable, { schema }: View, about: string): Selectable {
  for (const { aggregate } of [...selectable.values()].flat()) {
    if (aggregate !== undefined) checkKeyOfDates(schema, `${about}: the aggregate ${aggregate.propertyPath}`);
  }
  return selectable;
}

/** Refuses anything but `true` or a list of one or more names. */
export function checkSelect(option: Option): void {
  const { value } = option;
  if (value === undefined || value === true) return;
  if (!Array.isArray(value) || value.length === 0) throw wrongValue(option, 'true or a list of columns');
  checkNames(option);
}

/**
 * Returns the exposed fields whose columns TypeORM selects by default, by the names of a view: none or more. A JSON
 * document is answered whole, so that it does not exist where one of its declared paths is hidden.
 */
export function exposedColumns(view: View, subject: string): Selectable {
  const names = new SelectableNames(subject);
  const paths = [...fieldsOf(view.schema.view(view.kind).members)].filter(isPath);
  addExposed(names, view, (column, { expression: { metadata } }) => {
    const hiding = paths.filter(({ expression, when }) => expression.metadata === metadata && when !== undefined);
    if (hiding.length === 0) return column;
    return { ...column, when: (context) => [column, ...hiding].every((part) => isShown(part, context)) };
  });
  return names.all;
}

/** True for a declared path of a JSON document, and false for the document itself. */
function isPath(field: FieldSchema): boolean {
  return field.expression.document !== undefined && !isWholeColumn(field);
}

/** Adds every exposed field that is a column of the entity or an aggregate, and the groups around it. */
function addExposed(
  names: SelectableNames,
  view: View,
  whole: (column: SelectableColumn, field: FieldSchema) => SelectableColumn = (column) => column,
): void {
  const former = new SelectableNames(names.subject);
  for (const field of fieldsOf(view.members)) {
    const own = selectableColumn(field);
    if (own === undefined) continue;
    const column = whole(own, field);
    const target = { hops: [], field };
    names.add(keyOf(view.kind, target), column, 1);
    if (view.kind === 'client') for (const key of formerKeysOf(target)) former.add(key, column, 1);
  }
  names.addFormer(former);
}

function selectableColumn(field: FieldSchema): SelectableColumn | undefined {
  if (field.expression.aggregate !== undefined) return aggregateColumn(field);
  return isWholeColumn(field) && field.expression.metadata.isSelect ? field : undefined;
}
