import {
  type Moment,
  type PopulateRequest,
  type Populated,
  type Printed,
  type Slice,
  emptyObject,
  identityOf,
  identityOfTerm,
  populatedIn,
  printObject,
  printSort,
  withoutRepetition,
} from '../../ast/index.js';
import { checkedElsewhere } from '../../configuration/index.js';
import type { Feature } from '../../list/index.js';
import type { Node } from '../../parse/index.js';
import { lookUp, nobody } from '../../schema/index.js';
import { hasRelations } from '../../typeorm/index.js';
import { addPopulated, leaveToPopulate } from './answer.js';
import { answeredFields } from '../fields/index.js';
import { type Populatables, describePopulatable, populatablesOf } from './declared.js';
import { type ReadPopulate, readPopulate } from './read-populate.js';

export { mostRowsOf, visibleNames } from './declared.js';
export type { Populatable, Populatables } from './declared.js';

/** @internal The parts of a plan that this feature adds. */
declare module '../../ast/query.js' {
  interface Asked {
    /** The relations whose rows the client wants with each row. */
    readonly populate: readonly ReadPopulate[];
  }
  interface Declared {
    /** The relations that `populate` may name, by the names in requests. Empty where none of them is declared. */
    readonly populate: Populatables | undefined;
  }
  interface Server {
    /** The relations whose rows are answered with each row, with their declared conditions. */
    readonly populate: readonly Populated[];
  }
}

/**
 * Prints populated relations by name, each with the options that the client itself named, or `'true'`. They are in the
 * order of their names: which of them is asked for first means nothing.
 */
function print(populate: readonly PopulateRequest[]): Printed {
  const printed = emptyObject();
  for (const request of [...populate].sort(byName)) {
    const options = printOptions(request);
    printed[request.name] = Object.keys(options).length === 0 ? 'true' : options;
  }
  return printed;
}

function printOptions({ view, filters, asked, populate }: PopulateRequest) {
  const { sort, limit, selection } = asked;
  const options = emptyObject();
  if (filters !== undefined) options['filters'] = printObject(withoutRepetition(filters));
  if (sort.length > 0) options['sort'] = sort.map((term) => printSort(term, view.kind));
  if (limit !== undefined) options['limit'] = String(limit);
  if (selection !== undefined) options['fields'] = selection.names;
  if (populate.length > 0) options['populate'] = print(populate);
  return options;
}

function byName({ name: one }: PopulateRequest, { name: other }: PopulateRequest): number {
  return one < other ? -1 : 1;
}

/**
 * Returns a text that is equal for populated relations with equal rows: a handler may declare another limit or order.
 */
function identityOfPopulated({ relation, filters, where, sort, limit, ...answer }: Populated): string {
  return JSON.stringify([
    relation.propertyPath,
    // The answer has the names that the client used, which may be former ones.
    answer.path,
    filters === undefined ? null : identityOf(filters),
    where === undefined ? null : identityOf(where),
    sort.map(identityOfTerm),
    limit ?? null,
    [...answer.propertyPaths].sort(),
    ...(answer.answered === undefined
      ? []
      : [{ answered: answer.answered.map(({ propertyPath }) => propertyPath).sort() }]),
    answer.populate.map(identityOfPopulated).sort(),
  ]);
}

/** Returns the most rows of the page that a slice asks for. */
function sizeOf(slice: Slice | undefined, { context }: Node): number {
  if (slice === undefined) return context.budget.limits.pageSize;
  return slice.type === 'offset' ? slice.limit : slice.pageSize;
}

function withPath(populated: ReadPopulate, given: ReadPopulate | undefined): ReadPopulate {
  if (given === undefined) return populated;
  const populate = populated.populate.map((each, index) => withPath(each, given.populate[index]));
  return Object.freeze({ ...populated, path: given.path, populate });
}

/**
 * Completes populated relations that were read with what their declarations say in a context.
 *
 * @param moment the moment of relative dates in them; by default the present
 */
function populatedOf(
  read: readonly ReadPopulate[],
  context: unknown,
  moment: Moment | undefined,
): readonly Populated[] {
  return Object.freeze(read.map((each) => populated(each, context, moment)));
}

function populated(read: ReadPopulate, context: unknown, moment: Moment | undefined): Populated {
  const { declared, name, path, view, filters, asked, limit, propertyPaths } = read;
  const { sort, selection } = asked;
  const answered = declared.loaded !== undefined || selection?.aggregates !== undefined;
  // Each member by its name: a copy of the rest of an object takes V8 five microseconds.
  return Object.freeze({
    name,
    path,
    view,
    filters,
    asked,
    limit,
    propertyPaths,
    relation: declared.relation,
    where: declared.where(context, moment),
    sort: sort.length > 0 ? sort : declared.sort,
    answered: answered ? answeredFields(selection, declared.loaded, context) : undefined,
    populate: populatedOf(read.populate, context, moment),
  });
}

const noRelations: readonly never[] = Object.freeze([]);

const nothing: Populatables = new Map();

/** The parameter `populate`: the related rows that a client wants with each row. */
export const populate: Feature<'populate'> = {
  rules: { populate: checkedElsewhere },
  keepsRows: true,
  declare: ({ schema, options, view, subject, reader, readsPopulate }) => {
    const { populate: rules = schema.lists.populate, operators } = options;
    const isDeclared = reader !== undefined && rules !== undefined && rules !== false;
    const undeclared = readsPopulate === true ? new Map<string, never>() : undefined;
    const declared = isDeclared
      ? populatablesOf({ view: view('client'), rules, subject, operators, reader })
      : undeclared;
    // A builder, which is all that code gets, has no place for related rows.
    return (kind) => (kind === 'client' ? declared : undefined);
  },
  read: (node, { declared }, slice) => declared.populate && readPopulate(node, declared.populate, sizeOf(slice, node)),
  none: noRelations,
  print,
  serve: (asked, _, { context, moment, server }) => {
    if (asked.length > 0) server.populate = populatedOf(asked, context, moment);
  },
  answer: {
    part: 'populate',
    narrow: (builder, { server }) =>
      hasRelations(builder) ? (copy) => leaveToPopulate(copy, server.populate) : undefined,
    add: addPopulated,
  },
  reaches: ({ server }, into) => {
    for (const { relation, filters, where, sort, answered = [] } of populatedIn(server.populate)) {
      into.schema(relation.target);
      into.condition(filters);
      into.condition(where);
      into.sort(sort);
      for (const field of answered) into.field(field);
    }
  },
  identify: ({ server }) => server.populate.map(identityOfPopulated).sort(),
  describe: (declared = nothing, audience) =>
    [...declared.values()]
      .filter((populatable) => populatable.isShown(audience.context))
      .map((populatable) => describePopulatable(populatable, audience)),
  options: ['filters', 'sort', 'limit', 'fields', 'populate'],
  recognizes: (name, declared = nothing) => lookUp(declared, name.split('.')[0] ?? name)?.isShown(nobody) ?? false,
  renamed: (asked, given) => asked.map((each, index) => withPath(each, given[index])),
};
