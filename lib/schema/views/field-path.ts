import type { FieldSchema, Member, RelationSchema, View } from './filter-schema.js';
import { fieldsOf, isVisible, relationsOf } from './view.js';

/** Field, and the relations that lead to it from a view's entity. */
export interface FieldPath {
  /** The relations; empty for a field of the entity itself. */
  readonly hops: readonly RelationSchema[];
  readonly field: FieldSchema;
}

/**
 * Finds the exposed field of a declaration, by the view's names: `name`, `address.city`, `specs.color`, `chef.name`.
 * Members with a `when` are found: each request asks {@link isPathVisible}.
 *
 * @returns undefined where no field has the name
 */
export function fieldPathOf(view: View, name: string): FieldPath | undefined {
  return pathTo(view, name, fieldIn);
}

/** Finds what a condition can be about: an exposed field, or a named filter as the field that it looks like. */
export function filterPathOf(view: View, name: string): FieldPath | undefined {
  return pathTo(view, name, (member) => (member.type === 'named' ? member.field : fieldIn(member)));
}

/** Finds a relation by its path, and returns it behind the relations that lead to it. */
export function relationPathOf(view: View, name: string): readonly RelationSchema[] | undefined {
  const path = pathTo(view, name, (member) => (member.type === 'relation' ? member : undefined));
  return path && [...path.hops, path.field];
}

function fieldIn(member: Member): FieldSchema | undefined {
  return member.type === 'field' ? member : undefined;
}

function pathTo<Found>(
  view: View,
  name: string,
  fieldOf: (member: Member) => Found | undefined,
): { readonly hops: readonly RelationSchema[]; readonly field: Found } | undefined {
  const hops: RelationSchema[] = [];
  let members: ReadonlyMap<string, Member> = view.members;
  const segments = name.split('.');
  for (const [index, segment] of segments.entries()) {
    const member = members.get(segment);
    if (index === segments.length - 1) {
      const field = member && fieldOf(member);
      return field && { hops, field };
    }
    if (member?.type === 'relation') {
      hops.push(member);
      members = member.view(view.kind).members;
    } else if (member?.members !== undefined) {
      members = member.members;
    } else return undefined;
  }
  return undefined;
}

/** Lists the deprecated names on the way to a field. */
export function deprecatedOn({ hops, field }: FieldPath): FieldSchema['deprecated'] {
  return [...hops.flatMap((hop) => hop.deprecated), ...field.deprecated];
}

/** Returns true where a context may see the field and every relation on the way to it. */
export function isPathVisible({ hops, field }: FieldPath, context: unknown): boolean {
  return hops.every((hop) => isVisible(hop, context)) && isVisible(field, context);
}

/** Lists what a context may see of declared paths, such as facets, by their present names. */
export function visibleIn<Path extends FieldPath>(
  paths: ReadonlyMap<string, Path> | undefined,
  context: unknown,
): (readonly [name: string, path: Path])[] {
  return [...(paths ?? [])].filter(([, path]) => isPathVisible(path, context));
}

/** Lists the names of what a context may see of declared paths. */
export function namesVisible(paths: ReadonlyMap<string, FieldPath>, context: unknown): readonly string[] {
  return visibleIn(paths, context).map(([name]) => name);
}

/** Returns paths to the same fields without their `when`, for the program's own requests. */
export function unconditionalPaths(paths: readonly FieldPath[]): readonly FieldPath[] {
  const seen = new Map<RelationSchema, RelationSchema>();
  const unconditional = (hop: RelationSchema): RelationSchema => {
    if (hop.when === undefined) return hop;
    // One object for each relation, because conditions are grouped by the object.
    const copy = seen.get(hop) ?? { ...hop, when: undefined };
    seen.set(hop, copy);
    return copy;
  };
  return paths.map(({ hops, field }) => ({ hops: hops.map(unconditional), field: { ...field, when: undefined } }));
}

/**
 * Lists the fields that {@link fieldPathOf} finds through at most one relation, by the program's names, as
 * suggestions for a wrong name.
 */
export function pathNamesOf(view: View): string[] {
  const own = [...fieldsOf(view.members)].map(({ propertyPath }) => propertyPath);
  const related = [...relationsOf(view.members)].flatMap((relation) =>
    [...fieldsOf(relation.view(view.kind).members)].map(
      ({ propertyPath }) => `${relation.propertyPath}.${propertyPath}`,
    ),
  );
  return [...own, ...related];
}
