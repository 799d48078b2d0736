import { type ExpressionSchema, isSameExpression } from './columns.js';
import { FilterConfigurationError } from '../configuration/index.js';
import {
  type FieldSchema,
  type Member,
  type MemberNames,
  type RelationSchema,
  type SortTarget,
  type View,
  type ViewKind,
  fieldsOf,
  isVisible,
  namePaths,
  relationsOf,
} from './model.js';
import { NameMap, lookUp } from './names.js';
import { nobody } from './visibility.js';

/** Field, and the relations that lead to it from a view's entity. */
export interface FieldPath extends SortTarget {
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

/** Returns true where a context may see the end of a path, and every relation on the way to it. */
export function isPathVisible({ hops, field }: SortTarget, context: unknown): boolean {
  return hops.every((hop) => isVisible(hop, context)) && (field === 'count' || isVisible(field, context));
}

/** Lists what a context may see of declared paths, such as facets, by their present names. */
export function visibleIn<Path extends FieldPath>(
  paths: ReadonlyMap<string, Path> | undefined,
  context: unknown,
): (readonly [name: string, path: Path])[] {
  return [...(paths ?? [])].filter(([, path]) => isPathVisible(path, context));
}

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

/** Returns true for the name of a path that every client sees. */
export function isOpenPath(paths: ReadonlyMap<string, FieldPath> | undefined, name: string): boolean {
  const path = paths && lookUp(paths, name);
  return path !== undefined && isPathVisible(path, nobody);
}

/** Returns paths by their names in a kind of view; those of clients with their former names. */
export function namedPaths<Path extends SortTarget>(
  paths: readonly Path[],
  kind: ViewKind,
  subject: string,
): ReadonlyMap<string, Path> | undefined {
  if (paths.length === 0) return undefined;
  const named = new Map(paths.map((path) => [keyOf(kind, path), path]));
  return kind === 'client' ? withFormerKeys(named, subject) : named;
}

/** Returns the key of a sort target, in the names of a kind of view: `author.name`, `comments.$count`. */
export function keyOf(kind: ViewKind, target: SortTarget): string {
  let path = '';
  for (const hop of target.hops) path += `${nameOf(kind, hop)}.`;
  return path + (target.field === 'count' ? '$count' : nameOf(kind, target.field));
}

function nameOf(kind: ViewKind, { clientPath, propertyPath }: FieldSchema | RelationSchema): string {
  return kind === 'client' ? clientPath.join('.') : propertyPath;
}

/** Most names that a path is known by: each member on it may have several, and all together count. */
const mostKeys = 64;

/** Lists what clients called a target before the members on its path were renamed: `score`, `cook.name`. */
export function formerKeysOf(target: SortTarget): readonly string[] {
  return variants(target, (member) => namePaths(member).map((path) => path.join('.'))).slice(1);
}

/**
 * Lists the program's names for a target, as they may have been before its members were renamed: the present one first.
 * A property that clients knew by its own name had its former name, too.
 */
export function propertyKeysOf(target: SortTarget): readonly string[] {
  return variants(target, ({ propertyPath, formerPaths }) => [
    propertyPath,
    ...formerPaths.map((path) => path.join('.')),
  ]);
}

function variants({ hops, field }: SortTarget, namesOf: (member: MemberNames) => readonly string[]): readonly string[] {
  const parts = [...hops.map(namesOf), field === 'count' ? ['$count'] : namesOf(field)];
  return parts
    .reduce<readonly string[]>(
      (keys, names) => keys.flatMap((key) => names.map((name) => (key === '' ? name : `${key}.${name}`))),
      [''],
    )
    .slice(0, mostKeys);
}

/**
 * Adds the former names of targets to a list of them by their present names.
 *
 * @throws FilterConfigurationError where a former name is that of another target
 */
export function withFormerKeys<Target extends SortTarget>(
  targets: ReadonlyMap<string, Target>,
  subject: string,
): NameMap<Target> {
  const names = new NameMap<Target>(targets);
  for (const target of targets.values()) {
    for (const key of formerKeysOf(target)) {
      const taken = lookUp(names, key);
      if (taken === undefined) names.setFormer(key, target);
      else if (taken !== target) throw new FilterConfigurationError(`${subject}: the former name ${key} is taken`);
    }
  }
  return names;
}

/** Expression, and the relations that lead to it from a view's entity. */
export interface ExpressionPath {
  /** The relations; empty for an expression over the entity itself. */
  readonly hops: readonly RelationSchema[];
  /** The expression at their end, or `count` for the number of rows of the last relation. */
  readonly expression: ExpressionSchema | 'count';
}

export function pathOfTarget({ hops, field }: SortTarget): ExpressionPath {
  return { hops, expression: field === 'count' ? field : field.expression };
}

/** A predicate that returns true for members that exist for the reader of a response. */
export type Sees = (member: FieldSchema | RelationSchema) => boolean;

/**
 * Finds the sort target by whose names requests to a view could find out the value of an expression, by comparing a
 * field or sorting by a key. Only such a value, and only such names, may appear in a response, for instance inside a
 * cursor. Any other would betray what the view hides.
 *
 * @returns undefined where the view hides the expression
 */
export function exposedTarget(
  view: View,
  { hops: path, expression }: ExpressionPath,
  sees: Sees,
): SortTarget | undefined {
  const isPath = (hops: readonly RelationSchema[]) =>
    hops.length === path.length && hops.every((hop, at) => hop.propertyPath === path[at]?.propertyPath);
  const isEnd = (field: FieldSchema | 'count') =>
    field === 'count' || expression === 'count' ? field === expression : isSameExpression(field.expression, expression);
  for (const target of view.declaredSort?.values() ?? []) {
    const { hops, field } = target;
    if (isEnd(field) && isPath(hops) && hops.every(sees) && (field === 'count' || sees(field))) return target;
  }
  let current = view;
  const hops: RelationSchema[] = [];
  for (const { propertyPath } of path) {
    const relation = [...relationsOf(current.members)].find((own) => own.propertyPath === propertyPath && sees(own));
    if (relation === undefined) return undefined;
    hops.push(relation);
    current = relation.view(view.kind);
  }
  if (expression === 'count') return { hops, field: expression };
  const field = [...fieldsOf(current.members)].find((own) => isEnd(own) && sees(own) && revealsValue(own, current));
  return field && { hops, field };
}

/**
 * Returns false for a field that is not a sort key and has only operators such as `$null`, which do not compare values.
 */
function revealsValue({ operators, sortable }: FieldSchema, { declaredSort }: View): boolean {
  if (sortable && declaredSort === undefined) return true;
  return [...operators.values()].some(({ takes }) => takes !== 'boolean');
}
