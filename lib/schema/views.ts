import { FilterConfigurationError, checkNames, didYouMean } from '../configuration/index.js';
import type { RelationRule } from './declarations.js';
import { oncePer } from './lazy.js';
import {
  type FieldSchema,
  type Member,
  type RelationSchema,
  type View,
  fieldsOf,
  relationsOf,
  viewOf,
} from './model.js';
import { mapNames } from './names.js';

type Members = ReadonlyMap<string, Member>;

/** Replaces the members of a view. Its declared sort keys stay: they belong to the entity, not to the path. */
function withMembers(view: View, members: Members): View {
  const { kind, schema } = view;
  return viewOf({ kind, schema, members }, () => view.declaredSort);
}

/**
 * Makes the view behind a relation whose rule lists the allowed `fields` or `relations`. Views of kind `all` stay
 * whole: the program's own conditions may use everything.
 *
 * @param subject the subject of errors: the declaration, and the relation in it
 * @throws FilterConfigurationError where the rule lists a name that the related entity does not expose
 */
export function narrowed(view: View, rule: RelationRule, subject: string): View {
  if (view.kind === 'all' || (rule.fields === undefined && rule.relations === undefined)) return view;
  const allowed = (list: 'fields' | 'relations'): ReadonlySet<string> | undefined => {
    const names = rule[list];
    if (names === undefined) return undefined;
    checkNames({ subject, name: list, value: names });
    const members = list === 'fields' ? fieldsOf(view.members) : relationsOf(view.members);
    const existing = [...members].map(({ propertyPath }) => propertyPath);
    const wrong = names.find((name) => !existing.includes(name));
    if (wrong === undefined) return new Set(names);
    throw new FilterConfigurationError(
      `${subject}: \`${list}\` names ${wrong}, which ${view.schema.name} does not expose; ${didYouMean(wrong, existing)}`,
    );
  };
  const fields = allowed('fields');
  const relations = allowed('relations');
  const keeps = (member: FieldSchema | RelationSchema): boolean =>
    (member.type === 'relation' ? relations : fields)?.has(member.propertyPath) ?? true;
  return withMembers(view, membersThat(keeps, view.members));
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

function limitedMembers(all: Members, tokens: readonly string[]): Members {
  const limitedField = (field: FieldSchema): FieldSchema => ({
    ...field,
    operators: new Map([...field.operators].filter(([token]) => tokens.includes(token))),
    members: field.members && limitedMembers(field.members, tokens),
  });
  return mapNames(all, (member): Member => {
    switch (member.type) {
      case 'field':
        return limitedField(member);
      case 'embedded':
        return { type: 'embedded', members: limitedMembers(member.members, tokens) };
      case 'relation':
        return limitedRelation(member, tokens);
      case 'named':
        return { ...member, field: limitedField(member.field) };
    }
  });
}

/** Limits a relation's view when it is first read, because relations lead back to their origin. */
function limitedRelation(relation: RelationSchema, tokens: readonly string[]): RelationSchema {
  return { ...relation, view: oncePer((kind: View['kind']) => withOperators(relation.view(kind), tokens)) };
}
