import type { SelectedAggregates, Selection } from '../../ast/index.js';
import { type Location, readable } from '../../issues/index.js';
import { type Node, didYouMean, isJson, isListWithGap, partsOf, refuse, report } from '../../parse/index.js';
import { type FieldSchema, type View, checkKeyOfDates, fieldsOf, isShown } from '../../schema/index.js';
import { RepeatedKey } from '../../wire/index.js';
import { type Selectable, presentNames, selectableNames, visibleColumns } from './selectable.js';

const takes = 'must be names of fields, such as name,rating';

/** Name in a request, before it is known to exist. */
interface GivenName {
  readonly name: string;
  /** Location whose path leads to the value with the name, and whose pointer is the position in the whole list. */
  readonly at: Location;
}

/**
 * Reads `fields`: the columns of the entity that a client wants in the answer. Undefined where the whole was refused.
 */
export function readSelection(node: Node, selectable: Selectable): Selection | undefined {
  const given = namesIn(node);
  if (given === undefined || !node.isWithin('members', given.length)) return undefined;
  const names = new Set<string>();
  const propertyPaths = new Set<string>();
  const aggregates: FieldSchema[] = [];
  for (const { name, at } of given) {
    const place = { issues: node.issues, at };
    const columns = visibleColumns(selectable, name, node.context.context);
    if (columns.length === 0) {
      const allowed = selectableNames(selectable, node.context.context);
      report(place, { code: 'unknown_field', allowed }, about(name, `cannot be chosen${didYouMean(name, allowed)}`));
      // A second issue about a repeated name would tell a hidden one from an invented one.
      continue;
    }
    const present = presentNames(selectable, name, columns);
    if (present.some((each) => names.has(each))) {
      report(place, { code: 'duplicate_key' }, about(name, 'is listed more than once'));
    }
    for (const each of present) names.add(each);
    for (const { propertyPath, deprecated, aggregate } of columns) {
      if (aggregate === undefined) propertyPaths.add(propertyPath);
      else aggregates.push(aggregate);
      node.issues.use(deprecated);
    }
  }
  const selection = { names: [...names], propertyPaths: [...propertyPaths] };
  if (aggregates.length === 0) return Object.freeze(selection);
  return Object.freeze({ ...selection, aggregates: selectedAggregates(node, aggregates, selectable) });
}

/** Spends the statements of named aggregates: one for each relation and condition. */
function selectedAggregates(node: Node, fields: readonly FieldSchema[], selectable: Selectable): SelectedAggregates {
  const groups = new Set(fields.map(({ expression }) => expression.aggregate?.group));
  node.spend('aggregatedRelations', groups.size);
  const names = selectableNames(selectable, node.context.context);
  const columns = names.filter((name) => selectable.get(name)?.every(({ aggregate }) => aggregate === undefined));
  return Object.freeze({ fields: Object.freeze(fields), columns });
}

/** Splits the value into names, by its form: a comma list, a list, or the values of a repeated key. */
function namesIn(node: Node): readonly GivenName[] | undefined {
  const { value } = node;
  if (value instanceof RepeatedKey) return splitNames(node, value.values, 0);
  if (Array.isArray(value)) return namesInList(node, value.length);
  if (isListWithGap(node.keys)) return refuse.listWithGap(node);
  if (typeof value !== 'string' || value === '' || isJson(node)) return refuse.expectedValue(node, takes);
  return splitNames(node, [value], 0);
}

/** Reads the members of a list. One member may hold several names, which move the positions of all later ones. */
function namesInList(node: Node, length: number): readonly GivenName[] | undefined {
  if (!node.isWithin('members', length)) return undefined;
  if (length === 0) return refuse.expectedList(node, 'must be a list of names, one or more');
  const names: GivenName[] = [];
  for (let index = 0; index < length; index += 1) {
    const member = node.member(index);
    const found = splitNames(member, [member.value], names.length);
    if (found === undefined) return undefined;
    names.push(...found);
  }
  return names;
}

/**
 * Splits texts at their commas.
 *
 * @param from the position of the first name in the whole list
 */
function splitNames(node: Node, texts: readonly unknown[], from: number): readonly GivenName[] | undefined {
  const names: GivenName[] = [];
  for (const [index, name] of partsOf(texts).entries()) {
    const at = node.context.root.within(from + index, node.at);
    if (typeof name !== 'string') return refuse.expectedValue({ issues: node.issues, at }, takes);
    names.push({ name, at });
  }
  return names;
}

/** Names of a list can share a path, so that a message repeats the name. */
function about(name: string, text: string): string {
  return `: '${readable(name)}' ${text}`;
}

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
