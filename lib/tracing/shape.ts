import {
  type Condition,
  type Printed,
  type PrintedQuery,
  type QueryPlan,
  printObject,
  withoutRepetition,
} from '../ast/index.js';
import { parameters } from '../wire/index.js';

const unseen = '?';

/** Replaces the values of printed conditions. Their order would reveal them. */
function shapeOfPrinted(printed: Printed): Printed {
  if (printed === null || typeof printed === 'string') return unseen;
  if (isList(printed)) {
    const texts = printed.every((each) => each === null || typeof each === 'string');
    return texts ? [unseen] : inOrderOfShapes(printed.map(shapeOfPrinted));
  }
  return Object.fromEntries(Object.entries(printed).map(([key, inner]) => [key, shapeOfPrinted(inner)]));
}

function isList(printed: Printed): printed is readonly Printed[] {
  return Array.isArray(printed);
}

function inOrderOfShapes(shapes: readonly Printed[]): readonly Printed[] {
  return [...shapes].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** Returns the shape of a condition: its names and operators, with `?` for each value. */
export function shapeOf(condition: Condition): Printed {
  return shapeOfPrinted(printObject(withoutRepetition(condition)));
}

/** Members of a populated relation whose texts are names. */
const shownOptions: ReadonlySet<string> = new Set(['sort', 'fields']);

/** Replaces the values in the options of facets and of populated relations. An option that is missing is `true`. */
function shapeOfOptions(printed: Printed): Printed {
  if (printed === null || typeof printed === 'string' || isList(printed)) return printed;
  const entries = Object.entries(printed).map(([name, options]) => [name, shapeOfEach(options)] as const);
  return Object.fromEntries(entries);
}

function shapeOfEach(options: Printed): Printed {
  if (options === null || typeof options !== 'object' || isList(options)) return 'true';
  const entries = Object.entries(options).map(([name, option]): [string, Printed] => {
    if (name === 'populate') return [name, shapeOfOptions(option)];
    return [name, shownOptions.has(name) ? option : shapeOfPrinted(option)];
  });
  return Object.fromEntries(entries);
}

/** Every parameter: a new one does not compile without its shape. */
type Shapes = { readonly [P in keyof Required<PrintedQuery>]: PrintedQuery[P] };

/** Returns the shape of the client's request, in the form of `FilterQuery.toJSON()`. */
export function shapeOfRequest(plan: QueryPlan): PrintedQuery {
  const { filters, sort, pagination, search, facets, aggregates, fields, populate, deleted } =
    plan.list.parameters.print(plan);
  const shapes: Shapes = {
    filters: filters && shapeOfPrinted(filters),
    sort,
    pagination: pagination && Object.fromEntries(Object.keys(pagination).map((name) => [name, unseen])),
    search: search && unseen,
    facets: facets && shapeOfOptions(facets),
    aggregates,
    fields,
    populate: populate && shapeOfOptions(populate),
    deleted,
  };
  for (const name of parameters) if (shapes[name] === undefined) Reflect.deleteProperty(shapes, name);
  return shapes;
}
