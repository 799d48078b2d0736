import { didYouMean, FilterConfigurationError } from '../../configuration/index.js';
import type { FieldSchema, Member, NamedFilterSchema, RelationSchema, View, ViewKind } from '../views/filter-schema.js';
import type { Subject } from './members.js';
import { checkNames } from '../rules/names.js';
import { oncePer } from '../rules/once.js';
import type { RelationRule } from '../rules/member-rules.js';
import { mapNames } from '../views/name-map.js';
import { viewOf } from '../views/view.js';

type Members = ReadonlyMap<string, Member>;

/**
 * Makes the view behind a relation whose rule lists the allowed `fields` or `relations`. Views of kind `all` stay
 * whole: the program's own conditions may use everything.
 *
 * @throws FilterConfigurationError where the rule lists a name that the related entity does not expose
 */
export function narrowed(view: View, rule: RelationRule, subject: Subject): View {
  if (view.kind === 'all' || (rule.fields === undefined && rule.relations === undefined)) return view;
  const path: Path = { view, rule, subject };
  const fields = allowedNames(path, 'fields');
  const relations = allowedNames(path, 'relations');
  const keeps = (member: FieldSchema | RelationSchema): boolean => {
    const names = member.type === 'relation' ? relations : fields;
    return names === undefined || names.has(member.propertyPath);
  };
  return withMembers(view, membersThat(keeps, view.members));
}

/** A relation's rule, and the related view that it narrows. */
interface Path {
  /** Related entity's view, as other paths have it. */
  readonly view: View;
  /** Rule of the relation. */
  readonly rule: RelationRule;
  /** The subject of errors: the declaration, and the relation in it. */
  readonly subject: Subject;
}

function allowedNames({ view, rule, subject }: Path, list: 'fields' | 'relations'): ReadonlySet<string> | undefined {
  const names = rule[list];
  if (names === undefined) return undefined;
  checkNames(names, list, subject);
  const existing = [...pathsOf(view.members, list === 'relations' ? 'relation' : 'field')];
  for (const name of names) {
    if (existing.includes(name)) continue;
    throw new FilterConfigurationError(
      `${subject}: \`${list}\` names ${name}, which ${view.schema.name} does not expose; ${didYouMean(name, existing)}`,
    );
  }
  return new Set(names);
}

function* pathsOf(members: Members, type: 'field' | 'relation'): Generator<string> {
  for (const member of members.values()) {
    if (member.type === type) yield member.propertyPath;
    if (member.type !== 'relation' && member.members !== undefined) yield* pathsOf(member.members, type);
  }
}

/** Keeps some members. A kept document has all of its paths. A group without kept members is dropped. */
function membersThat(keeps: (member: FieldSchema | RelationSchema) => boolean, members: Members): Members {
  return mapNames(members, (member): Member | undefined => {
    // A named filter holds wherever its entity is reached.
    if (member.type === 'named' || (member.type !== 'embedded' && keeps(member))) return member;
    if (member.type === 'relation' || member.members === undefined) return undefined;
    const inner = membersThat(keeps, member.members);
    return inner.size > 0 ? { type: 'embedded', members: inner } : undefined;
  });
}

/** Replaces the members of a view. Its declared sort keys stay: they belong to the entity, not to the path. */
function withMembers(view: View, members: Members): View {
  const { kind, schema } = view;
  return viewOf({ kind, schema, members }, () => view.declaredSort);
}

/** Views of each handler that limits `operators`, by its list of them. */
const limitedViews = new WeakMap<readonly string[], WeakMap<View, View>>();

/**
 * Makes a view whose fields have only some of their operators, and so have all fields behind its relations. It is made
 * once for a view and a list, because relations lead back to their origin, and following them must end.
 */
export function withOperators(view: View, tokens: readonly string[] | undefined): View {
  if (tokens === undefined) return view;
  const known = limitedViews.get(tokens) ?? new WeakMap<View, View>();
  limitedViews.set(tokens, known);
  const limited = known.get(view) ?? withMembers(view, limitedMembers(view.members, tokens));
  known.set(view, limited);
  // Limiting a limited view changes nothing.
  known.set(limited, limited);
  return limited;
}

function limitedMembers(members: Members, tokens: readonly string[]): Members {
  return mapNames(members, (member) => limitedMember(member, tokens));
}

function limitedMember(member: Member, tokens: readonly string[]): Member {
  switch (member.type) {
    case 'field': {
      const { members } = member;
      return { ...onlyWith(member, tokens), members: members && limitedMembers(members, tokens) };
    }
    case 'embedded':
      return { type: 'embedded', members: limitedMembers(member.members, tokens) };
    case 'relation':
      return limitedRelation(member, tokens);
    case 'named':
      return limitedFilter(member, tokens);
  }
}

/** Makes a named filter without the operators that a handler does not allow. */
export function limitedFilter(filter: NamedFilterSchema, tokens: readonly string[]): NamedFilterSchema {
  return { ...filter, field: onlyWith(filter.field, tokens) };
}

/** Limits a relation's view when it is first read, because relations lead back to their origin. */
function limitedRelation(relation: RelationSchema, tokens: readonly string[]): RelationSchema {
  return { ...relation, view: oncePer((kind: ViewKind) => withOperators(relation.view(kind), tokens)) };
}

/** Makes a field without the operators that a handler does not allow. */
export function onlyWith(field: FieldSchema, tokens: readonly string[]): FieldSchema {
  return { ...field, operators: new Map([...field.operators].filter(([token]) => tokens.includes(token))) };
}
