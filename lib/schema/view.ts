import { groupTokens } from '../operators/index.js';
import type { FieldSchema, Member, RelationSchema, View } from './filter-schema.js';
import { once } from './once.js';

/** A view, some of which is made when it is first asked for: sort keys may lead through entities whose own keys lead back. */
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

/** Makes what a view makes late, so that what is wrong with it is known at boot. */
export function checkView(view: View): void {
  void view.declaredSort;
  for (const relation of relationsOf(view.members)) relation.view(view.kind);
}

/** The member of that name, or undefined: a hidden name and one that does not exist are the same from here on. */
export function findMember(members: ReadonlyMap<string, Member>, name: string, context: unknown): Member | undefined {
  const member = members.get(name);
  return member !== undefined && isVisible(member, context) ? member : undefined;
}

export function isVisible(member: Member, context: unknown): boolean {
  if (member.type !== 'embedded') return member.when === undefined || member.when(context);
  for (const inner of member.members.values()) if (isVisible(inner, context)) return true;
  return false;
}

/** The names that may be used at a place: fields, then relations, then groups, in the order of declaration. */
export function namesOf(members: ReadonlyMap<string, Member>, context: unknown, groups = true): string[] {
  const visible = [...members].filter(([, member]) => isVisible(member, context));
  return [
    ...visible.filter(([, member]) => member.type !== 'relation').map(([name]) => name),
    ...visible.filter(([, member]) => member.type === 'relation').map(([name]) => name),
    ...(groups ? groupTokens : []),
  ];
}

/** The field that is the entity's whole primary key, if it has such a field and it may be asked about. */
export function keyField(view: View, context: unknown): FieldSchema | undefined {
  return view.keyFields.find((field) => isVisible(field, context));
}

function keyFieldsOf({ schema, members }: Pick<View, 'schema' | 'members'>): readonly FieldSchema[] {
  const [key, ...more] = schema.primaryKey;
  if (key === undefined || more.length > 0) return [];
  return [...fieldsOf(members)].filter(({ column }) => column === key);
}

/** Every field of a view, embedded ones included. */
export function* fieldsOf(members: ReadonlyMap<string, Member>): Generator<FieldSchema> {
  for (const member of members.values()) {
    if (member.type === 'field') yield member;
    else if (member.type === 'embedded') yield* fieldsOf(member.members);
  }
}

/** Every relation of a view, embedded ones included. */
export function* relationsOf(members: ReadonlyMap<string, Member>): Generator<RelationSchema> {
  for (const member of members.values()) {
    if (member.type === 'relation') yield member;
    else if (member.type === 'embedded') yield* relationsOf(member.members);
  }
}
