import type { PageStyle } from '../ast/index.js';
import type { Limits } from '../limits.js';
import {
  type FieldSchema,
  type Member,
  type RelationSchema,
  isVisible,
  resolveSortKey,
  sortKeysOf,
} from '../schema/index.js';
import type { ParameterNames } from '../wire/index.js';
import { isCarriedTerm } from './page-styles.js';
import type { Profile } from './profile.js';

/** One field that a client may filter by, with all that a form for it needs. */
export interface FieldDescription {
  /** The client's name for it: `address.city` for a column embedded under a property, `specs.color` for a path of a document. */
  readonly name: string;
  /** The kind of its values, or of the elements of a list: `text`, `integer`, `date` … */
  readonly kind: string;
  /** True for a list of values; left out where a row has one value. */
  readonly list?: true;
  /** The condition on its values, in words: `an integer number`. */
  readonly expects: string;
  /** True where a row may have no value, so that `$null` finds some. */
  readonly nullable: boolean;
  /** True where a list may be sorted by it. */
  readonly sortable: boolean;
  /** True where an index that the entity declares starts with it; without one, filtering and sorting read every row. */
  readonly indexed: boolean;
  /** The operators that may be used with it. */
  readonly operators: readonly OperatorDescription[];
  /** The members of an enum. */
  readonly members?: readonly (string | number)[];
}

/** One operator of a field. */
export interface OperatorDescription {
  /** Its token: `$eq`. */
  readonly operator: string;
  /** The form of its operand: `value`, `list`, `pair`, `boolean`, or `needle` for a text to search for. */
  readonly takes: string;
  /** Its meaning, as a sentence continues that begins with the field: `is greater than the value`. */
  readonly summary: string;
}

/** One relation that a client may follow. */
export interface RelationDescription {
  /** The client's name for it. */
  readonly name: string;
  /** The name of the related entity, which may be described in turn. */
  readonly entity: string;
  /** True where a row may have several related ones, so that `$some`, `$none`, `$every` and `$count` can be used. */
  readonly toMany: boolean;
}

/** The pages of a list. */
export interface PaginationDescription {
  /** The styles that a client may use, the default first; none where the list has no pages. */
  readonly styles: readonly PageStyle[];
  /** The sort keys whose values no cursor can carry, so that a list sorted by them has no cursors. */
  readonly sortWithoutCursor: readonly string[];
}

/** The requests that a client may make about an entity, as JSON: enough to build a form from. */
export interface EntityDescription {
  readonly entity: string;
  /** The names of the three parameters in a URL. */
  readonly parameters: ParameterNames;
  readonly fields: readonly FieldDescription[];
  readonly relations: readonly RelationDescription[];
  /** Every sort key with no more relations on its path than the limits allow. */
  readonly sort: readonly string[];
  /** False where the handler refuses `pagination`. */
  readonly paginated: boolean;
  readonly pagination: PaginationDescription;
  readonly limits: Limits;
}

/** Describes a profile in clients' names, for one context. The description is a copy, which the caller may change. */
export function describe(profile: Profile, context: unknown): EntityDescription {
  profile.checkVisibilities(context);
  const { schema, params, limits, paginated } = profile;
  const view = profile.view('client');
  const members = [...visible(view.members, context)];
  const sort = sortKeysOf(view, context, limits.sortHops);
  return {
    entity: schema.name,
    parameters: { ...params },
    fields: members.filter(isField).map((field) => describeField(field, sort)),
    relations: members.filter(isRelation).map(describeRelation),
    sort,
    paginated,
    pagination: describePagination(profile.styles(context), sort, (key) => {
      const resolution = resolveSortKey(view, key.split('.'), context, limits.sortHops);
      return resolution.outcome !== 'found' || isCarriedTerm(resolution);
    }),
    limits: { ...limits },
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

function describeRelation({ clientPath, target, toMany }: RelationSchema): RelationDescription {
  return { name: clientPath.join('.'), entity: target.name, toMany };
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
