import type { PageStyle } from '../ast/index.js';
import { isSearchable, mostValuesOf } from '../facets/index.js';
import type { Limits } from '../limits.js';
import {
  type FacetSchema,
  type FieldSchema,
  type Member,
  type RelationSchema,
  isPathVisible,
  isVisible,
  keyField,
  keyOf,
  nobody,
  resolveSortKey,
  sortKeysOf,
} from '../schema/index.js';
import { existenceTokens, toManyTokens } from '../operators/index.js';
import { selectableNames } from '../selection/index.js';
import type {
  EntityDescription,
  FacetDescription,
  FieldDescription,
  PaginationDescription,
  RelationDescription,
} from './description.js';
import { isCarriedTerm } from './page-styles.js';
import type { Profile } from './profile.js';

/** Returns the context that options give, even one that is undefined; where they give none, nobody's. */
export function audienceOf(options: { readonly context?: unknown } = {}): unknown {
  return 'context' in options ? options.context : nobody;
}

/** Describes a profile in clients' names, for one context. The description is a copy, which the caller may change. */
export function describe(profile: Profile, context: unknown): EntityDescription {
  profile.checkVisibilities(context);
  const { schema, params, limits, paginated } = profile;
  const view = profile.view('client');
  const { selectable } = profile.lists('client');
  const members = [...visible(view.members, context)];
  const sort = sortKeysOf(view, context, limits.sortHops);
  return {
    entity: schema.name,
    parameters: { ...params },
    fields: members.filter(isField).map((field) => describeField(field, sort)),
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
    limits: { ...limits },
  };
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

function describeField({ clientPath, expression, operators }: FieldSchema, sort: readonly string[]): FieldDescription {
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
    operators: [...operators.values()].map(({ token, takes, summary }) => ({ operator: token, takes, summary })),
    ...(facts.members === undefined ? {} : { members: [...facts.members] }),
  };
}

function describeRelation(relation: RelationSchema, context: unknown): RelationDescription {
  const { clientPath, target, toMany } = relation;
  const view = relation.view('client');
  const key = keyField(view, context)?.operators.keys() ?? [];
  const operators = new Set([...(toMany ? toManyTokens : []), ...existenceTokens, ...key]);
  return {
    name: clientPath.join('.'),
    entity: target.name,
    toMany,
    operators: [...operators],
    ...fewerNames(relation, context),
  };
}

/** Lists the names that a relation leads to, where the related entity exposes more. */
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
    if (member.type !== 'embedded') yield member;
    if (member.type !== 'relation' && member.members !== undefined) yield* visible(member.members, context);
  }
}

function isField(member: FieldSchema | RelationSchema): member is FieldSchema {
  return member.type === 'field';
}

function isRelation(member: FieldSchema | RelationSchema): member is RelationSchema {
  return member.type === 'relation';
}
