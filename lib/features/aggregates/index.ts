import { type AggregateRequest, type AggregateSchema, type Printed, emptyObject } from '../../ast/index.js';
import { checkedElsewhere } from '../../configuration/index.js';
import type { Feature } from '../../list/index.js';
import { type ViewKind, isOpenPath, keyOf, namedPaths, visibleIn } from '../../schema/index.js';
import { addAggregates } from './answer.js';
import { aggregatesOf, namedAggregates } from './declared-aggregates.js';
import { readAggregates } from './read-aggregates.js';

/** @internal The parts of a plan that this feature adds. */
declare module '../../ast/query.js' {
  interface Asked {
    /** The aggregates of the list that the client wants. */
    readonly aggregates: readonly AggregateRequest[];
  }
  interface Declared {
    /** The aggregates, by the names that requests use for their fields. */
    readonly aggregates: ReadonlyMap<string, AggregateSchema> | undefined;
  }
}

/** Prints aggregates as the functions of each field, by its present name. */
function print(aggregates: readonly AggregateRequest[], kind: ViewKind): Printed {
  const functions = new Map<string, string[]>();
  for (const { aggregate, function: row } of aggregates) {
    const name = keyOf(kind, aggregate);
    functions.set(name, [...(functions.get(name) ?? []), row.name]);
  }
  const printed = emptyObject();
  for (const [name, names] of functions) printed[name] = names;
  return printed;
}

/** The parameter `aggregates`: sums, averages and the like of all rows that a request finds. */
export const aggregates: Feature<'aggregates'> = {
  rules: { aggregates: checkedElsewhere },
  keepsRows: true,
  declare: ({ schema, options, view, subject }) => {
    const { aggregates: rules = schema.lists.aggregates } = options;
    if (rules === undefined || rules === false) return () => undefined;
    const declared = aggregatesOf(view('code'), rules, subject, options.aggregates === undefined);
    return (kind) => namedPaths(declared, kind, subject);
  },
  read: (node, { declared }) => declared.aggregates && readAggregates(node, declared.aggregates),
  none: [],
  print,
  answer: { part: 'aggregates', hasTotal: true, add: addAggregates },
  named: namedAggregates,
  // The fields of the list's own rows reach no other entity.
  reaches: () => undefined,
  identify: ({ asked }) =>
    asked.aggregates.map(({ aggregate, function: row, name }) => [name, keyOf('all', aggregate), row.name]),
  describe: (declared, { context }) =>
    visibleIn(declared, context).map(([name, { functions }]) => ({
      name,
      functions: functions.map((row) => row.name),
    })),
  recognizes: (pair, declared) => isOpenPath(declared, pair.replace(/:.*$/, '')),
  renamed: (asked, given) => {
    const names = new Map(given.map(({ aggregate, name }) => [keyOf('all', aggregate), name]));
    return asked.map((each) => ({ ...each, name: names.get(keyOf('all', each.aggregate)) ?? each.name }));
  },
};
