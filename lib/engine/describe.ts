import { type PageStyle, deletedModes } from '../ast/index.js';
import { isSearchable, mostValuesOf } from '../facets/index.js';
import type { Limits } from '../limits.js';
import {
  aggregateTokens,
  type FacetSchema,
  type FieldSchema,
  type Member,
  type NamedFilterSchema,
  type RelationSchema,
  isPathVisible,
  isVisible,
  keyField,
  keyOf,
  nobody,
  resolveSortKey,
  sortKeysOf,
} from '../schema/index.js';
import { type Populatable, defaultLimitOf, mostRowsOf, visibleNames } from '../populate/index.js';
import { existenceTokens, toManyTokens } from '../operators/index.js';
import { selectableNames } from '../selection/index.js';
import type {
  EntityDescription,
  FacetDescription,
  FieldDescription,
  FlatDescription,
  NamedFilterDescription,
  OperatorDescription,
  PaginationDescription,
  PopulateDescription,
  RelationDescription,
} from './description.js';
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
  const { schema, params, limits, paginated } = profile;
  const view = profile.view('client');
  const { selectable } = profile.lists('client');
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
    search: (profile.lists('client').search ?? [])
      .filter((path) => isPathVisible(path, context))
      .map((path) => keyOf('client', path)),
    select: selectable === undefined ? [] : selectableNames(selectable, context),
    paginated,
    pagination: describePagination(profile.styles(context), sort, (key) => {
      const resolution = resolveSortKey(view, key.split('.'), context, limits.sortHops);
      return resolution.outcome !== 'found' || isCarriedTerm(resolution);
    }),
    facets: [...(profile.lists('client').facets ?? [])]
      .filter(([, facet]) => isPathVisible(facet, context))
      .map(([name, facet]) => describeFacet(name, facet, limits)),
    flat: describeFlat(profile, context),
    aggregates: [...(profile.lists('client').aggregates ?? [])]
      .filter(([, aggregate]) => isPathVisible(aggregate, context))
      .map(([name, { functions }]) => ({ name, functions: functions.map((row) => row.name) })),
    populate: [...(profile.lists('client').populate?.values() ?? [])]
      .filter((populatable) => populatable.isShown(context))
      .map((populatable) => describePopulatable(populatable, limits, context)),
    deleted: profile.lists('client').deleted === undefined ? [] : [...deletedModes],
    relativeDates: profile.relativeDates,
    limits: { ...limits },
    ...(profile.onRamp && { onRamp: profile.onRamp.name }),
  };
}

/** Describes the flat names whose fields the context may see. */
function describeFlat({ flat }: Profile, context: unknown): FlatDescription[] {
  return [...(flat?.meanings ?? [])].flatMap(([name, meaning]): FlatDescription | [] => {
    const { parameter } = meaning;
    if (parameter === 'sort') return { name, parameter, means: meaning.part };
    if (parameter === 'pagination') return { name, parameter, means: meaning.key };
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

function describeField(field: FieldSchema, sort: readonly string[]): FieldDescription {
  const { clientPath, expression, deprecated } = field;
  const name = clientPath.join('.');
  const { kind, facts, nullable, indexed, list } = expression;
  return {
    name,
    kind: kind.name,
    ...(list === undefined ? {} : { list: true }),
    expects: kind.expects(facts),
    nullable,
    sortable: sort.includes(name),
    indexed,
    operators: operatorsOf(field),
    ...(facts.members === undefined ? {} : { members: [...facts.members] }),
    ...endOf({ deprecated }),
  };
}

/** Describes a named filter, if the handler allows any of its operators. */
function describeNamed({ clientPath, field, deprecated }: NamedFilterSchema): NamedFilterDescription | [] {
  const { kind, facts } = field.expression;
  const operators = operatorsOf(field);
  if (operators.length === 0) return [];
  return {
    name: clientPath.join('.'),
    kind: kind.name,
    expects: kind.expects(facts),
    operators,
    ...endOf({ deprecated }),
  };
}

function operatorsOf({ operators }: FieldSchema): OperatorDescription[] {
  return [...operators.values()].map(({ token, takes, summary }) => ({ operator: token, takes, summary }));
}

function describeRelation(relation: RelationSchema, context: unknown): RelationDescription {
  const { clientPath, target, toMany } = relation;
  const view = relation.view('client');
  const key = keyField(view, context)?.operators.keys() ?? [];
  const operators = new Set([
    ...(toMany ? toManyTokens : []),
    ...aggregateTokens(relation),
    ...existenceTokens,
    ...key,
  ]);
  return {
    name: clientPath.join('.'),
    entity: target.name,
    toMany,
    operators: [...operators],
    ...fewerNames(relation, context),
    ...endOf(relation),
  };
}

/** Describes the end of a deprecated name: of the member itself, or of what is around it. */
function endOf({ deprecated }: Pick<FieldSchema, 'deprecated'>): Pick<FieldDescription, 'deprecated'> {
  const [first] = deprecated;
  if (first === undefined) return {};
  const { text, since, until } = first;
  return { deprecated: { text, ...(since && { since }), ...(until && { until }) } };
}

/** Lists the names behind a relation, where the related entity exposes more. */
function fewerNames(relation: RelationSchema, context: unknown): Partial<Record<'fields' | 'relations', string[]>> {
  const [through, own] = [relation.view('client'), relation.target.view('client')].map(({ members }) => [
    ...visible(members, context),
  ]);
  const fewer = (is: (member: FieldSchema | RelationSchema) => boolean) => {
    const names = through?.filter(is).map(({ clientPath }) => clientPath.join('.'));
    return names?.length === own?.filter(is).length ? undefined : names;
  };
  const [fields, relations] = [fewer(isField), fewer(isRelation)];
  return { ...(fields && { fields }), ...(relations && { relations }) };
}

function* visible(members: ReadonlyMap<string, Member>, context: unknown): Generator<FieldSchema | RelationSchema> {
  for (const member of members.values()) {
    if (!isVisible(member, context)) continue;
    if (member.type === 'field' || member.type === 'relation') yield member;
    if (member.type !== 'relation' && member.members !== undefined) yield* visible(member.members, context);
  }
}

function isField(member: FieldSchema | RelationSchema): member is FieldSchema {
  return member.type === 'field';
}

function isRelation(member: FieldSchema | RelationSchema): member is RelationSchema {
  return member.type === 'relation';
}
