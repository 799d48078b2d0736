import type { PageStyle } from '../ast/index.js';
import type { Limits } from '../limits.js';
import {
  type FieldSchema,
  type Member,
  type RelationSchema,
  type View,
  isVisible,
  resolveSortKey,
  sortKeysOf,
} from '../schema/index.js';
import type { ParameterNames } from '../wire/index.js';
import { isCarriedTerm } from './page-styles.js';
import type { Profile } from './profile.js';

/** One field as a client may ask about it. */
export interface FieldDescription {
  /** As it is written: `address.city` for a column embedded under a property. */
  readonly name: string;
  readonly kind: string;
  /** What a value must be, in words. */
  readonly expects: string;
  readonly nullable: boolean;
  readonly sortable: boolean;
  /** Whether an index that the entity declares starts with it: without one, filtering and sorting read every row. */
  readonly indexed: boolean;
  readonly operators: readonly OperatorDescription[];
  /** The members of an enum. */
  readonly members?: readonly (string | number)[];
}

export interface OperatorDescription {
  readonly operator: string;
  /** What it is given: a value, a list, a pair, a boolean, or a text to look for. */
  readonly takes: string;
  readonly summary: string;
}

/** One relation as a client may follow it. */
export interface RelationDescription {
  readonly name: string;
  /** The related entity, which may be described in turn. */
  readonly entity: string;
  readonly toMany: boolean;
}

/** How a list may be asked for in slices. */
export interface PaginationDescription {
  /** The usual style first; none where the list has no pages. */
  readonly styles: readonly PageStyle[];
  /** The sort keys that do not go with cursors, whose values no cursor can carry. */
  readonly sortWithoutCursor: readonly string[];
}

/** What may be asked of an entity's list, as JSON: good enough to build a form from. */
export interface EntityDescription {
  readonly entity: string;
  readonly parameters: ParameterNames;
  readonly fields: readonly FieldDescription[];
  readonly relations: readonly RelationDescription[];
  /** Every sort key that can be named without following a relation of a relation. */
  readonly sort: readonly string[];
  readonly paginated: boolean;
  readonly pagination: PaginationDescription;
  readonly limits: Limits;
}

/** Describes a profile in clients' names, for one context. What is given is a copy, which the host may change. */
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
    pagination: describePagination(profile.styles(context), sort, (key) => isCarriedKey(view, key, context, limits)),
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

function isCarriedKey(view: View, key: string, context: unknown, { sortHops }: Limits): boolean {
  const resolution = resolveSortKey(view, key.split('.'), context, sortHops);
  return resolution.outcome !== 'found' || isCarriedTerm(resolution);
}

function describeField({ clientPath, column, operators }: FieldSchema, sort: readonly string[]): FieldDescription {
  const name = clientPath.join('.');
  return {
    name,
    kind: column.kind.name,
    expects: column.kind.expects(column.facts),
    nullable: column.nullable,
    sortable: sort.includes(name),
    indexed: column.indexed,
    operators: [...operators.values()].map(({ token, takes, summary }) => ({ operator: token, takes, summary })),
    ...(column.facts.members === undefined ? {} : { members: [...column.facts.members] }),
  };
}

function describeRelation({ clientPath, target, toMany }: RelationSchema): RelationDescription {
  return { name: clientPath.join('.'), entity: target.name, toMany };
}

function* visible(members: ReadonlyMap<string, Member>, context: unknown): Generator<FieldSchema | RelationSchema> {
  for (const member of members.values()) {
    if (!isVisible(member, context)) continue;
    if (member.type === 'embedded') yield* visible(member.members, context);
    else yield member;
  }
}

function isField(member: FieldSchema | RelationSchema): member is FieldSchema {
  return member.type === 'field';
}

function isRelation(member: FieldSchema | RelationSchema): member is RelationSchema {
  return member.type === 'relation';
}
