import { didYouMean, FilterConfigurationError } from '../configuration/index.js';
import type { FieldSchema, Member, RelationSchema, View, ViewKind } from './filter-schema.js';
import type { Where } from './members.js';
import { checkNames } from './names.js';
import { oncePer } from './once.js';
import type { RelationRule } from './rules.js';
import { viewOf } from './view.js';

/** The related entity's view with only the fields and relations that this path allows. */
export function narrowed(view: View, rule: RelationRule, where: Where): View {
  if (view.kind === 'all' || (rule.fields === undefined && rule.relations === undefined)) return view;
  const fields = rule.fields && checked(rule.fields, 'fields', view, where);
  const relations = rule.relations && checked(rule.relations, 'relations', view, where);
  const keeps = (member: Member): boolean => {
    if (member.type === 'relation') return relations === undefined || relations.has(member.propertyPath);
    return member.type === 'embedded' || fields === undefined || fields.has(member.propertyPath);
  };
  const { kind, schema } = view;
  return viewOf({ kind, schema, members: filtered(view.members, keeps) }, () => view.declaredSort);
}

function checked(names: readonly string[], list: string, view: View, where: Where): ReadonlySet<string> {
  checkNames(names, list, where);
  const existing = [...pathsOf(view.members, list === 'relations' ? 'relation' : 'field')];
  for (const name of names) {
    if (existing.includes(name)) continue;
    throw new FilterConfigurationError(
      `${where}: \`${list}\` names ${name}, which ${view.schema.name} does not expose; ${didYouMean(name, existing)}`,
    );
  }
  return new Set(names);
}

function* pathsOf(members: ReadonlyMap<string, Member>, type: 'field' | 'relation'): Generator<string> {
  for (const member of members.values()) {
    if (member.type === 'embedded') yield* pathsOf(member.members, type);
    else if (member.type === type) yield member.propertyPath;
  }
}

function filtered(members: ReadonlyMap<string, Member>, keeps: (member: Member) => boolean): Map<string, Member> {
  const kept = new Map<string, Member>();
  for (const [name, member] of members) {
    if (!keeps(member)) continue;
    if (member.type !== 'embedded') {
      kept.set(name, member);
      continue;
    }
    const inner = filtered(member.members, keeps);
    if (inner.size > 0) kept.set(name, { type: 'embedded', members: inner });
  }
  return kept;
}

/** The view with only those operators, on its fields and on all that are reached through it. */
export function withOperators(view: View, tokens: readonly string[] | undefined): View {
  if (tokens === undefined) return view;
  const { kind, schema, members } = view;
  return viewOf({ kind, schema, members: limited(members, tokens) }, () => view.declaredSort);
}

function limited(members: ReadonlyMap<string, Member>, tokens: readonly string[]): Map<string, Member> {
  return new Map([...members].map(([name, member]) => [name, limitedMember(member, tokens)]));
}

function limitedMember(member: Member, tokens: readonly string[]): Member {
  switch (member.type) {
    case 'field':
      return onlyWith(member, tokens);
    case 'embedded':
      return { type: 'embedded', members: limited(member.members, tokens) };
    case 'relation':
      return limitedRelation(member, tokens);
  }
}

/** Its view is made when it is asked for: relations lead back to where they came from. */
function limitedRelation(relation: RelationSchema, tokens: readonly string[]): RelationSchema {
  return { ...relation, view: oncePer((kind: ViewKind) => withOperators(relation.view(kind), tokens)) };
}

/** The field with only those of its operators that a handler takes. */
export function onlyWith(field: FieldSchema, tokens: readonly string[]): FieldSchema {
  return { ...field, operators: new Map([...field.operators].filter(([token]) => tokens.includes(token))) };
}
