import { FilterConfigurationError, type Option, checkNames, wrongValue } from '../configuration/index.js';
import {
  type FieldSchema,
  type View,
  checkKeyOfDates,
  fieldsOf,
  formerKeysOf,
  isShown,
  keyOf,
  relatedAggregateOf,
} from '../schema/index.js';
import { addNamed, isWholeColumn } from './named-columns.js';
import { type Selectable, type SelectableColumn, SelectableNames, aggregateColumn } from './selectable-names.js';

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
      `${subject}: \`select\` needs a primary key, which tells rows apart whatever else is left out, and ${name} has none`,
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
  if (relatedAggregateOf(field.expression) !== undefined) return aggregateColumn(field);
  return isWholeColumn(field) && field.expression.metadata.isSelect ? field : undefined;
}
