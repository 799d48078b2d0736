/*
 * A view is an entity as one kind of request may use it: a map from names to members (fields, embedded groups,
 * relations) that projects the entity's `FilterSchema`. A view is made when it is first read, and kept. It knows no
 * context: members with a `when` are in the map, and each request asks `isVisible`.
 *
 * - `EntitySchemaBuilder` (entity-schema.ts) makes the entity's own views, of each `ViewKind`, and a handler's views
 *   with overrides. Its `ExposureReader` says which members they have.
 * - `narrowed` (narrowing.ts) makes the view behind a relation whose rule lists `fields` or `relations`.
 * - `withOperators` (narrowing.ts) makes the view behind a relation for a handler that limits `operators`.
 *
 * All of them call `viewOf`. Views are lazy because entities refer to each other: `RelationSchema.view()` makes the
 * view behind a relation, and a view's sort keys are resolved, when they are first read. For filterable entities and
 * handlers, boot reads the `client` and `code` views with `checkView`, so that a mistake in a declaration fails there
 * and not in a request.
 */
import { groupTokens } from '../../operators/index.js';
import { isShown } from '../rules/audience.js';
import type { FieldSchema, Member, RelationSchema, View } from './filter-schema.js';
import { lookUp } from './name-map.js';
import { once } from '../rules/once.js';

/**
 * Makes a view from members.
 *
 * @param declaredSort returns the declared sort keys at their first use; by default there are none
 */
export function viewOf(
  parts: Pick<View, 'kind' | 'schema' | 'members'>,
  declaredSort: () => View['declaredSort'] = () => undefined,
): View {
  const { kind, schema, members } = parts;
  const keyFields = once(() => keyFieldsOf(parts));
  return Object.freeze({
    kind,
    schema,
    members,
    get declaredSort() {
      return declaredSort();
    },
    get keyFields() {
      return keyFields();
    },
  });
}

/**
 * Reads the lazy parts of a view.
 *
 * @throws FilterConfigurationError where a declared sort key or a relation's rule names something that does not exist
 */
export function checkView(view: View): void {
  void view.declaredSort;
  for (const relation of relationsOf(view.members)) relation.view(view.kind);
}

/**
 * Finds the member of a name, present or former. The result is undefined for a hidden and for a missing member alike,
 * so that nothing can betray a hidden name.
 */
export function findMember(members: ReadonlyMap<string, Member>, name: string, context: unknown): Member | undefined {
  const member = lookUp(members, name);
  return member !== undefined && isVisible(member, context) ? member : undefined;
}

/** Returns true where the member exists in the context. An embedded group exists where one of its members does. */
export function isVisible(member: Member, context: unknown): boolean {
  if (member.type !== 'embedded') return isShown(member, context);
  for (const inner of member.members.values()) if (isVisible(inner, context)) return true;
  return false;
}

/**
 * Lists the names that a condition may use in a context, for error messages: fields, then relations, then `$and`, `$or`
 * and `$not`, each in the order of declaration.
 *
 * @param groups false leaves out `$and`, `$or` and `$not`
 */
export function namesOf(members: ReadonlyMap<string, Member>, context: unknown, groups = true): string[] {
  const visible = [...members].filter(([, member]) => isVisible(member, context));
  return [
    ...visible.filter(([, member]) => member.type !== 'relation').map(([name]) => name),
    ...visible.filter(([, member]) => member.type === 'relation').map(([name]) => name),
    ...(groups ? groupTokens : []),
  ];
}

/**
 * Finds the field of the whole primary key, which `filters[author]=1` compares.
 *
 * @returns undefined where the key is composite, or the context may not see it
 */
export function keyField(view: View, context: unknown): FieldSchema | undefined {
  return view.keyFields.find((field) => isVisible(field, context));
}

function keyFieldsOf({ schema, members }: Pick<View, 'schema' | 'members'>): readonly FieldSchema[] {
  const [key, ...more] = schema.primaryKey;
  if (key === undefined || more.length > 0) return [];
  return [...fieldsOf(members)].filter(({ expression }) => expression === key);
}

/** Iterates over the fields among members, including embedded ones and the paths of documents. */
export function* fieldsOf(members: ReadonlyMap<string, Member>): Generator<FieldSchema> {
  for (const member of members.values()) {
    if (member.type === 'field') yield member;
    if (member.type !== 'relation' && member.members !== undefined) yield* fieldsOf(member.members);
  }
}

/** Iterates over the relations among members, embedded ones included. */
export function* relationsOf(members: ReadonlyMap<string, Member>): Generator<RelationSchema> {
  for (const member of members.values()) {
    if (member.type === 'relation') yield member;
    else if (member.type === 'embedded') yield* relationsOf(member.members);
  }
}
