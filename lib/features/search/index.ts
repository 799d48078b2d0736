import { type Search, identityOf } from '../../ast/index.js';
import { checkedElsewhere } from '../../configuration/index.js';
import type { Feature, ListInTheMaking } from '../../list/index.js';
import { type FieldPath, isPathVisible, keyOf, unconditionalPaths } from '../../schema/index.js';
import { readSearch } from './read-search.js';
import { inheritedFieldsOf, searchFieldsOf } from './search-fields.js';

/** @internal The parts of a plan that this feature adds. */
declare module '../../ast/query.js' {
  interface Asked {
    readonly search: Search | undefined;
  }
  interface Declared {
    readonly search: readonly FieldPath[] | undefined;
  }
}

/** Looks up the handler's own fields, or its entity's as far as the handler exposes them. */
function fieldsOf({ schema, options, view, subject, limits }: ListInTheMaking): readonly FieldPath[] | undefined {
  const { search: own } = options;
  const { searchTerms: most } = limits;
  if (own === false) return undefined;
  if (own !== undefined) return searchFieldsOf(view('code'), { names: own, subject, most });
  const { search: names } = schema.lists;
  const fields = names && inheritedFieldsOf(view('code'), { names, subject, most });
  return fields?.length === 0 ? undefined : fields;
}

/** The parameter `search`: words that must all be found, each in one of some fields. */
export const search: Feature<'search'> = {
  rules: { search: checkedElsewhere },
  declare: (list) => {
    const fields = fieldsOf(list);
    return (kind) => (kind === 'all' ? fields && unconditionalPaths(fields) : fields);
  },
  read: (node, { declared }) => readSearch(node, declared.search ?? []),
  none: undefined,
  print: ({ text }) => text,
  reaches: ({ asked }, into) => {
    into.condition(asked.search?.condition);
  },
  describe: (declared = [], { context }) =>
    declared.filter((path) => isPathVisible(path, context)).map((path) => keyOf('client', path)),
  // Two handlers may look for the same words in different fields.
  identify: ({ asked }) => asked.search && identityOf(asked.search.condition),
};
