import { type PageStyle, deletedModes } from '../ast/index.js';
import { isSearchable, mostValuesOf } from '../facets/index.js';
import type { Limits } from '../limits.js';
import {
  type FacetSchema,
  isPathVisible,
  visibleIn,
  isVisible,
  keyOf,
  nobody,
  resolveSortKey,
  sortKeysOf,
} from '../schema/index.js';
import { type Populatable, defaultLimitOf, mostRowsOf, visibleNames } from '../populate/index.js';
import { pageKeysOf } from '../parse/index.js';
import { selectableNames } from '../selection/index.js';
import type {
  EntityDescription,
  FacetDescription,
  FlatDescription,
  PaginationDescription,
  PopulateDescription,
} from './description.js';
import {
  describeField,
  describeNamed,
  describeRelation,
  endOf,
  isField,
  isRelation,
  visible,
} from './describe-members.js';
import { isCarriedTerm } from './lists/page-styles.js';
import { type Profile, profileFor } from './lists/profile.js';

/** Returns the context in the options, even if undefined, or the context that sees no member with a `when`. */
export function audienceOf(options: { readonly context?: unknown } = {}): unknown {
  return 'context' in options ? options.context : nobody;
}

/** Describes a profile in clients' names, for one context. The description is a copy, which the caller may change. */
export function describe(whole: Profile, context: unknown): EntityDescription {
  whole.checkVisibilities(context);
  const profile = profileFor(whole, context);
  const { schema, params, limits, paginated, relativeDates, onRamp } = profile;
  const view = profile.view('client');
  const { deleted, selectable } = profile.lists('client');
  const members = [...visible(view.members, context)];
  const sort = sortKeysOf(view, context, limits.sortHops);
  return {
    entity: schema.name,
    parameters: { ...params },
    fields: members.filter(isField).map((field) => describeField(field, sort)),
    named: [...view.members.values()].flatMap((member) =>
      member.type === 'named' && isVisible(member, context) ? describeNamed(member) : [],
    ),
    relations: members.filter(isRelation).map((relation) => describeRelation(relation, context)),
    sort,
    select: selectable === undefined ? [] : selectableNames(selectable, context),
    paginated,
    pagination: describePagination(profile.styles(context), sort, (key) => {
      const resolution = resolveSortKey(view, key.split('.'), context, limits.sortHops);
      return resolution.outcome !== 'found' || isCarriedTerm(resolution);
    }),
    flat: describeFlat(profile, context),
    ...describeLists(profile, context),
    deleted: deleted === undefined ? [] : [...deletedModes],
    relativeDates,
    limits: { ...limits },
    ...(onRamp && { onRamp: onRamp.name }),
  };
}

/** Describes what a list declares beside its members: its search, facets, aggregates and related rows. */
function describeLists(
  profile: Profile,
  context: unknown,
): Pick<EntityDescription, 'search' | 'facets' | 'aggregates' | 'populate'> {
  const { limits } = profile;
  const { search = [], facets, aggregates, populate } = profile.lists('client');
  return {
    search: search.filter((path) => isPathVisible(path, context)).map((path) => keyOf('client', path)),
    facets: visibleIn(facets, context).map(([name, facet]) => describeFacet(name, facet, limits)),
    aggregates: visibleIn(aggregates, context).map(([name, { functions }]) => ({
      name,
      functions: functions.map((row) => row.name),
    })),
    populate: [...(populate?.values() ?? [])]
      .filter((populatable) => populatable.isShown(context))
      .map((populatable) => describePopulatable(populatable, limits, context)),
  };
}

/** Describes the flat names whose fields the context may see. */
function describeFlat({ flat, styles }: Profile, context: unknown): FlatDescription[] {
  const pageKeys: readonly string[] = pageKeysOf(styles(context));
  return [...(flat?.meanings ?? [])].flatMap(([name, meaning]): FlatDescription | [] => {
    const { parameter } = meaning;
    if (parameter === 'sort') return { name, parameter, means: meaning.part };
    if (parameter === 'pagination')
      return pageKeys.includes(meaning.key) ? { name, parameter, means: meaning.key } : [];
    if ('relations' in meaning) {
      const { relations, token: operator } = meaning;
      if (!relations.every((relation) => isVisible(relation, context))) return [];
      const means = relations.flatMap(({ clientPath }) => clientPath).join('.');
      return { name, parameter, means, operator, kind: 'boolean', takes: 'boolean' };
    }
    const { path, operator } = meaning;
    const separator = flat?.rules.targets.get(name)?.separator;
    if (!isPathVisible(path, context)) return [];
    const { token, takes } = operator;
    const kind = path.field.expression.kind.name;
    return {
      ...{ name, parameter, means: keyOf('client', path), operator: token, kind, takes },
      ...(separator === undefined ? {} : { separator }),
    };
  });
}

function describeFacet(name: string, facet: FacetSchema, { facetValues }: Limits): FacetDescription {
  const { type, field } = facet;
  const { kind, list } = field.expression;
  return {
    name,
    type,
    kind: kind.name,
    ...(list === undefined ? {} : { list: true }),
    ...(type === 'range' ? {} : { limit: mostValuesOf(facet, facetValues) }),
    search: isSearchable(facet),
    ...endOf(facet),
  };
}

function describePopulatable(populatable: Populatable, limits: Limits, context: unknown): PopulateDescription {
  const { name, relation, view, selectable, below } = populatable;
  const { toMany, target } = relation;
  const limit = defaultLimitOf(populatable, limits);
  return {
    name,
    entity: target.name,
    toMany,
    ...(limit === undefined ? {} : { limit, maximum: mostRowsOf(populatable, limits) }),
    fields: selectableNames(selectable, context),
    ...(toMany ? { sort: sortKeysOf(view, context, limits.sortHops) } : {}),
    populate: visibleNames(below, context),
  };
}

function describePagination(
  styles: readonly PageStyle[],
  sort: readonly string[],
  isCarried: (key: string) => boolean,
): PaginationDescription {
  return {
    styles: [...styles],
    sortWithoutCursor: styles.includes('cursor') ? sort.filter((key) => !isCarried(key)) : [],
  };
}
