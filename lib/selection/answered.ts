import type { Selection } from '../ast/index.js';
import { type FieldSchema, type View, checkKeyOfDates, fieldsOf, isShown } from '../schema/index.js';

/**
 * Lists the aggregates of related rows that are part of every row, by a view's declarations.
 *
 * @returns undefined where there are none
 * @throws FilterConfigurationError where JavaScript cannot compare the keys of their rows
 */
export function loadedFields(view: View): readonly FieldSchema[] | undefined {
  const loaded = [...new Set(fieldsOf(view.members))].filter(({ load }) => load === true);
  const { schema } = view;
  for (const { propertyPath } of loaded) {
    checkKeyOfDates(schema, `${schema.declaration.subject}: the aggregate ${propertyPath} with \`load: true\``);
  }
  return loaded.length === 0 ? undefined : loaded;
}

/**
 * Lists the aggregates of related rows in an answer: the client's, and those of every row.
 *
 * @returns undefined where there are none
 */
export function answeredFields(
  selection: Selection | undefined,
  loaded: readonly FieldSchema[] = [],
  context: unknown,
): readonly FieldSchema[] | undefined {
  const visible = loaded.filter((field) => isShown(field, context));
  const named = selection?.aggregates?.fields ?? [];
  const paths = new Set(named.map(({ propertyPath }) => propertyPath));
  const answered = [...named, ...visible.filter(({ propertyPath }) => !paths.has(propertyPath))];
  return answered.length === 0 ? undefined : Object.freeze(answered);
}
