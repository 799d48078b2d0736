import type { FieldSchema, Member, RelationSchema, View } from './filter-schema.js';
import { fieldsOf, isVisible, relationsOf } from './view.js';

/** A field, and the relations that lead to it from the entity of a view. */
export interface FieldPath {
  /** The relations; empty for a field of the entity itself. */
  readonly hops: readonly RelationSchema[];
  readonly field: FieldSchema;
}

/**
 * Finds the exposed field that a declaration names, by the names of the view: `name`, `address.city`, `specs.color`,
 * `chef.name`. Undefined where there is none. Members with a `when` are found: each request asks {@link isPathVisible}.
 */
export function fieldPathOf(view: View, name: string): FieldPath | undefined {
  const hops: RelationSchema[] = [];
  let members: ReadonlyMap<string, Member> = view.members;
  const segments = name.split('.');
  for (const [index, segment] of segments.entries()) {
    const member = members.get(segment);
    if (index === segments.length - 1) return member?.type === 'field' ? { hops, field: member } : undefined;
    if (member?.type === 'relation') {
      hops.push(member);
      members = member.view(view.kind).members;
    } else if (member?.members !== undefined) {
      members = member.members;
    } else return undefined;
  }
  return undefined;
}

/** Returns true where a context may see the field and every relation on the way to it. */
export function isPathVisible({ hops, field }: FieldPath, context: unknown): boolean {
  return hops.every((hop) => isVisible(hop, context)) && isVisible(field, context);
}

/** Returns paths to the same fields that every context sees, for the program's own requests, which no `when` concerns. */
export function unconditionalPaths(paths: readonly FieldPath[]): readonly FieldPath[] {
  const seen = new Map<RelationSchema, RelationSchema>();
  const unconditional = (hop: RelationSchema): RelationSchema => {
    if (hop.when === undefined) return hop;
    // One object for each relation, by which conditions behind the same relation are known.
    const copy = seen.get(hop) ?? { ...hop, when: undefined };
    seen.set(hop, copy);
    return copy;
  };
  return paths.map(({ hops, field }) => ({ hops: hops.map(unconditional), field: { ...field, when: undefined } }));
}

/** Lists the fields that {@link fieldPathOf} finds within one relation, by the program's names, to suggest one for a wrong name. */
export function pathNamesOf(view: View): string[] {
  const own = [...fieldsOf(view.members)].map(({ propertyPath }) => propertyPath);
  const related = [...relationsOf(view.members)].flatMap((relation) =>
    [...fieldsOf(relation.view(view.kind).members)].map(
      ({ propertyPath }) => `${relation.propertyPath}.${propertyPath}`,
    ),
  );
  return [...own, ...related];
}
