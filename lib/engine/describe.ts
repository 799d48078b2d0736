import { type List, mostUnpaged } from '../ast/index.js';
import {
  type EntityDescription,
  type FieldDescription,
  type NamedFilterDescription,
  type OperatorDescription,
  type PaginationDescription,
  type RelationDescription,
  endOf,
} from '../list/index.js';
import { existenceTokens, toManyTokens } from '../operators/index.js';
import { pageKeysOf } from '../parse/index.js';
import {
  type FieldSchema,
  type Leaf,
  type Member,
  type NamedFilterSchema,
  type RelationSchema,
  aggregateTokens,
  isVisible,
  keyField,
  leavesOf,
  nobody,
  resolveSortKey,
  sortKeysOf,
} from '../schema/index.js';
import { describeFeature } from './parameters.js';
import { isCarriedTerm } from './order.js';
import { type Profile, profileFor } from './profile.js';

function describeField(field: FieldSchema, sort: readonly string[]): FieldDescription {
  const { clientPath, expression, deprecated } = field;
  const name = clientPath.join('.');
  const { kind, nullable, indexed, list } = expression;
  const { facts } = field.narrowed ?? expression;
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

/** Describes a relation, and the names behind it that this list leaves out. */
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

/** Lists the names behind a relation, where the related entity exposes more. */
function fewerNames(relation: RelationSchema, context: unknown): Partial<Record<'fields' | 'relations', string[]>> {
  const [through, own] = [relation.view('client'), relation.target.view('client')].map(({ members }) =>
    visible(members, context),
  );
  const fewer = (is: (member: Leaf) => boolean) => {
    const names = through?.filter(is).map(({ clientPath }) => clientPath.join('.'));
    return names?.length === own?.filter(is).length ? undefined : names;
  };
  const [fields, relations] = [fewer(isField), fewer(isRelation)];
  return { ...(fields && { fields }), ...(relations && { relations }) };
}

/** Lists the members that a context may see, in embedded objects as well. */
function visible(members: ReadonlyMap<string, Member>, context: unknown): readonly Leaf[] {
  return [...leavesOf(members)].filter((member) => isVisible(member, context));
}

function isField(member: Leaf): member is FieldSchema {
  return member.type === 'field';
}

function isRelation(member: Leaf): member is RelationSchema {
  return member.type === 'relation';
}

/** Returns the context in the options, even if undefined, or the context that sees no member with a `when`. */
export function audienceOf(options: { readonly context?: unknown } = {}): unknown {
  return 'context' in options ? options.context : nobody;
}

/** Describes a profile in clients' names, for one context. The description is a copy, which the caller may change. */
export function describe(whole: Profile, context: unknown): EntityDescription {
  const profile = profileFor(whole, context);
  const { schema, params, limits, paginated, relativeDates, onRamp, flat } = profile;
  const list = profile.list('client');
  const { view, declared } = list;
  const members = visible(view.members, context);
  const sort = sortKeysOf(view, context, limits.sortHops);
  const audience = { limits, context };
  return {
    entity: schema.name,
    parameters: { ...params },
    fields: members.filter(isField).map((field) => describeField(field, sort)),
    named: members.flatMap((member) => (member.type === 'named' ? describeNamed(member) : [])),
    relations: members.filter(isRelation).map((relation) => describeRelation(relation, context)),
    sort,
    select: describeFeature('fields', declared, audience),
    paginated,
    pagination: describePagination(list, context, sort, (key) => {
      const resolution = resolveSortKey(view, key.split('.'), context, limits.sortHops);
      return resolution.outcome !== 'found' || isCarriedTerm(resolution);
    }),
    flat: flat?.describe(pageKeysOf(declared.pagination.styles(context)), context) ?? [],
    search: describeFeature('search', declared, audience),
    facets: describeFeature('facets', declared, audience),
    aggregates: describeFeature('aggregates', declared, audience),
    populate: describeFeature('populate', declared, audience),
    deleted: describeFeature('deleted', declared, audience),
    relativeDates,
    limits: { ...limits },
    ...(onRamp && { onRamp: onRamp.name }),
  };
}

function describePagination(
  { declared, pagination }: List,
  context: unknown,
  sort: readonly string[],
  isCarried: (key: string) => boolean,
): PaginationDescription {
  const styles = declared.pagination.styles(context);
  const all = mostUnpaged(pagination);
  return {
    styles: [...styles],
    sortWithoutCursor: styles.includes('cursor') ? sort.filter((key) => !isCarried(key)) : [],
    ...(all !== undefined && styles.length > 0 && { all }),
  };
}
