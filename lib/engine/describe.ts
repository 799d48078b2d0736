import type { Limits } from '../limits.js';
import { type FieldSchema, type Member, type RelationSchema, isVisible, sortKeysOf } from '../schema/index.js';
import type { ParameterNames } from '../wire/index.js';
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

/** What may be asked of an entity's list, as JSON: good enough to build a form from. */
export interface EntityDescription {
  readonly entity: string;
  readonly parameters: ParameterNames;
  readonly fields: readonly FieldDescription[];
  readonly relations: readonly RelationDescription[];
  /** Every sort key that can be named without following a relation of a relation. */
  readonly sort: readonly string[];
  readonly paginated: boolean;
  readonly limits: Limits;
}

/** Describes a profile in clients' names, for one context. What is given is a copy, which the host may change. */
export function describe(profile: Profile, context: unknown): EntityDescription {
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
    limits: { ...limits },
  };
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
