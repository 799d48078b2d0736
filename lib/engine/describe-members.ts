import { existenceTokens, toManyTokens } from '../operators/index.js';
import {
  type FieldSchema,
  type Member,
  type NamedFilterSchema,
  type RelationSchema,
  aggregateTokens,
  isVisible,
  keyField,
} from '../schema/index.js';
import type {
  FieldDescription,
  NamedFilterDescription,
  OperatorDescription,
  RelationDescription,
} from './description.js';

/** Describes a field, and whether it is a sort key. */
export function describeField(field: FieldSchema, sort: readonly string[]): FieldDescription {
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
export function describeNamed({ clientPath, field, deprecated }: NamedFilterSchema): NamedFilterDescription | [] {
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
export function describeRelation(relation: RelationSchema, context: unknown): RelationDescription {
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
export function endOf({ deprecated }: Pick<FieldSchema, 'deprecated'>): Pick<FieldDescription, 'deprecated'> {
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

/** Iterates over the fields and relations that a context may see, in embedded objects as well. */
export function* visible(
  members: ReadonlyMap<string, Member>,
  context: unknown,
): Generator<FieldSchema | RelationSchema> {
  for (const member of members.values()) {
    if (!isVisible(member, context)) continue;
    if (member.type === 'field' || member.type === 'relation') yield member;
    if (member.type !== 'relation' && member.members !== undefined) yield* visible(member.members, context);
  }
}

/** Tells fields from relations. */
export function isField(member: FieldSchema | RelationSchema): member is FieldSchema {
  return member.type === 'field';
}

/** Tells relations from fields. */
export function isRelation(member: FieldSchema | RelationSchema): member is RelationSchema {
  return member.type === 'relation';
}
