import { type ExpressionSchema, hasOrder, isColumn, isSameExpression } from './columns.js';
import {
  type FieldSchema,
  type FilterSchema,
  type Member,
  type RelationSchema,
  type SortTarget,
  type View,
  type ViewKind,
  aggregateAt,
  aggregateField,
  aggregateFieldsOf,
  fieldsOf,
  findMember,
  isVisible,
  lookUp,
  relationsOf,
  withFormerKeys,
} from './model.js';
import { nobody } from './records.js';

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
export function exposedTarget(view: View, path: ExpressionPath, sees: Sees): SortTarget | undefined {
  for (const target of view.declaredSort?.values() ?? []) {
    if (isSame(target, path) && isSeen(target, sees)) return target;
  }
  let current = view;
  const hops: RelationSchema[] = [];
  for (const hop of path.hops) {
    const relation = [...relationsOf(current.members)].find(
      (member) => member.propertyPath === hop.propertyPath && sees(member),
    );
    if (relation === undefined) return undefined;
    hops.push(relation);
    current = relation.view(view.kind);
  }
  const { expression } = path;
  if (expression === 'count') return { hops, field: 'count' };
  const field = [...fieldsOf(current.members)].find(
    (each) => isSameExpression(each.expression, expression) && sees(each) && revealsValue(each, current),
  );
  return field && { hops, field };
}

/** Returns true where a sort target is the expression, through relations of the same names. */
function isSame({ hops, field }: SortTarget, { hops: others, expression }: ExpressionPath): boolean {
  if (field === 'count' || expression === 'count') return field === expression && isSamePath(hops, others);
  return isSameExpression(field.expression, expression) && isSamePath(hops, others);
}

function isSamePath(hops: readonly RelationSchema[], others: readonly RelationSchema[]): boolean {
  return hops.length === others.length && hops.every((hop, at) => hop.propertyPath === others[at]?.propertyPath);
}

function isSeen({ hops, field }: SortTarget, sees: Sees): boolean {
  return hops.every(sees) && (field === 'count' || sees(field));
}

/**
 * Returns false for a field that is not a sort key and has only operators such as `$null`, which do not compare values.
 */
function revealsValue({ operators, sortable }: FieldSchema, { declaredSort }: View): boolean {
  if (sortable && declaredSort === undefined) return true;
  return [...operators.values()].some(({ takes }) => takes !== 'boolean');
}

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

/** Result of resolving a sort key: its target, or the reason why it has none. */
export type SortResolution =
  | { readonly outcome: 'found'; readonly target: SortTarget }
  /** It leads through more relations than the limit (`sortHops`) allows. */
  | { readonly outcome: 'too_deep' }
  /** It leads through a to-many relation and another one, which no limit allows; see {@link isForked}. */
  | { readonly outcome: 'forked' }
  /** It names no sort key that the context may see. */
  | { readonly outcome: 'unknown' };

const unknown: SortResolution = { outcome: 'unknown' };

/**
 * Resolves a sort key in a view: by the declared list of sort keys, or else from relation to relation, by each entity's
 * own rules. It stops at the first relation too many, so that the result does not reveal names beyond it.
 *
 * @param segments the key split at its dots: `['author', 'name']`
 * @param mostHops the number of relations that a key may lead through
 */
export function resolveSortKey(
  view: View,
  segments: readonly string[],
  context: unknown,
  mostHops: number,
): SortResolution {
  if (view.declaredSort === undefined) return follow(view, segments, { context, mostHops });
  const declared = lookUp(view.declaredSort, segments.join('.'));
  return declared === undefined ? unknown : ifVisible(declared, { context, mostHops });
}

/** Limits of a request on its sort keys. */
interface Bounds {
  /** Context that decides which members a key may use. */
  readonly context: unknown;
  /** The number of relations that a key may lead through. */
  readonly mostHops: number;
}

/** Follows a key through the members of a view, and of the views behind its relations. */
function follow(view: View, segments: readonly string[], { context, mostHops }: Bounds): SortResolution {
  const hops: RelationSchema[] = [];
  let current = view;
  let members = view.members;
  for (let index = 0; index < segments.length; index += 1) {
    const segment = segments[index] ?? '';
    const isLast = index === segments.length - 1;
    if (segment === '$count') return isLast ? countOf(hops) : unknown;
    if (segment.startsWith('$')) return aggregateOf(hops, current, segments.slice(index), context);
    const member = findMember(members, segment, context);
    if (member === undefined) return unknown;
    if (isLast) return member.type === 'field' && isSortable(current, member, hops) ? found(hops, member) : unknown;
    if (member.type !== 'relation') {
      if (member.members === undefined) return unknown;
      members = member.members;
      continue;
    }
    if (!member.sortable) return unknown;
    hops.push(member);
    if (isForked(hops)) return { outcome: 'forked' };
    if (hops.length > mostHops) return { outcome: 'too_deep' };
    current = member.view(view.kind);
    members = current.members;
  }
  return unknown;
}

/** Returns true for a path of several relations with a to-many one: a row has no single value at its end. */
export function isForked(hops: readonly RelationSchema[]): boolean {
  return hops.length > 1 && hops.some((hop) => hop.toMany);
}

/**
 * Returns true where a list may be sorted by a field of a view. Behind a relation, the related entity's declared sort
 * keys decide about its columns, too.
 */
function isSortable(view: View, field: FieldSchema, hops: readonly RelationSchema[]): boolean {
  // The program itself may sort by any column. Other expressions need an order.
  if (view.kind === 'all') return isColumn(field.expression) || hasOrder(field.expression);
  if (hops.length > 0 && view.declaredSort !== undefined) {
    return [...view.declaredSort.values()].some((target) => isOwn(target, field));
  }
  return field.sortable;
}

/**
 * Returns true where a sort key is the entity's own field. Names are compared, because every view
 * has its own field objects.
 */
function isOwn({ hops, field: sorted }: SortTarget, field: FieldSchema): boolean {
  return hops.length === 0 && sorted !== 'count' && sorted.propertyPath === field.propertyPath;
}

function countOf(hops: readonly RelationSchema[]): SortResolution {
  const counted = hops.at(-1);
  return counted?.toMany ? found(hops, 'count') : unknown;
}

/** Resolves `$avg.stars` behind one relation of the list's own: a field of the row, as it were. */
function aggregateOf(
  hops: readonly RelationSchema[],
  view: View,
  [token = '', name = '', ...more]: readonly string[],
  context: unknown,
): SortResolution {
  const [relation, ...others] = hops;
  const row = relation && aggregateAt(relation, token);
  if (relation === undefined || row === undefined || others.length > 0 || more.length > 0) return unknown;
  const member = findMember(view.members, name, context);
  if (member?.type !== 'field' || !isSortable(view, member, hops)) return unknown;
  const field = aggregateField(relation, row, member);
  return field === undefined ? unknown : found([], field);
}

function found(hops: readonly RelationSchema[], field: FieldSchema | 'count'): SortResolution {
  return { outcome: 'found', target: { hops, field } };
}

/** Returns a declared sort key, unless it leads too far or the context cannot see a member on its way. */
function ifVisible(target: SortTarget, { context, mostHops }: Bounds): SortResolution {
  if (!isTargetVisible(target, context)) return unknown;
  return target.hops.length > mostHops ? { outcome: 'too_deep' } : { outcome: 'found', target };
}

/** Returns true where a context may see a sort target and every relation on the way to it. */
export function isTargetVisible({ hops, field }: SortTarget, context: unknown): boolean {
  return isSeen({ hops, field }, (member) => isVisible(member, context));
}

/**
 * Lists the sort keys of a view that a context may use, for error messages and descriptions: the declared ones, or the
 * entity's own columns and then the columns one relation away.
 */
export function sortKeysOf(view: View, context: unknown, mostHops: number): string[] {
  if (view.declaredSort !== undefined) {
    return [...view.declaredSort]
      .filter(([, target]) => ifVisible(target, { context, mostHops }).outcome === 'found')
      .map(([key]) => key);
  }
  const own = [...new Set(keysWithin(view, context, []))];
  return mostHops < 1 ? own : [...own, ...keysBeyond(view, context)];
}

/** Iterates over the keys of a view's own columns. */
function* keysWithin(view: View, context: unknown, hops: readonly RelationSchema[]): Generator<string> {
  for (const field of fieldsOf(view.members)) {
    if (isVisible(field, context) && isSortable(view, field, hops)) yield keyOf(view.kind, { hops: [], field });
  }
}

/** Iterates over the keys one relation away. */
function* keysBeyond(view: View, context: unknown): Generator<string> {
  for (const relation of relationsOf(view.members)) {
    if (!relation.sortable || !isVisible(relation, context)) continue;
    const name = keyOf(view.kind, { hops: [relation], field: 'count' }).replace(/\.\$count$/, '');
    for (const key of keysWithin(relation.view(view.kind), context, [relation])) yield `${name}.${key}`;
    if (relation.toMany) yield `${name}.$count`;
    for (const row of relation.aggregates) {
      for (const [own, field] of aggregateFieldsOf(relation, row, { kind: view.kind, context })) {
        if (field.sortable) yield `${name}.$${row.name}.${own}`;
      }
    }
  }
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

/*
 * Texts that compare views. Two requests may share a cache entry, and two data sources one meaning of a
 * request, only if every name means the same in both views. Objects cannot be compared, because each data
 * source and each boot makes new ones.
 */

type Leaf = Exclude<Member, { type: 'embedded' }>;

interface Fingerprint {
  /** The kind, members and declared sort keys of the view, as JSON. */
  readonly text: string;
  /** Members with a `when`, in the view and behind its relations. */
  readonly conditional: readonly Leaf[];
}

/** Fingerprints of views. They are made at boot and never change. */
const fingerprints = new WeakMap<View, Fingerprint>();

/**
 * Returns a text that is equal for two views if each name means the same in both. Relations count by the
 * names of their entities.
 */
export function viewFingerprint(view: View): string {
  return fingerprintOf(view).text;
}

/** Returns a text that is equal for two views if they, and all views behind their relations, are equal. */
export function reachableFingerprint(view: View): string {
  return JSON.stringify(reachableViews(view).map(viewFingerprint));
}

/** Returns a digit for each reachable member with a `when`: 1 where the context sees it, 0 where not. */
export function visibilityFingerprint(view: View, context: unknown): string {
  const { conditional } = fingerprintOf(view);
  return conditional.map((member) => (isVisible(member, context) ? '1' : '0')).join('');
}

function fingerprintOf(view: View): Fingerprint {
  const existing = fingerprints.get(view);
  if (existing !== undefined) return existing;
  const members = [...leavesOf(view.members)].map(meaningOf);
  const sort = view.declaredSort && [...view.declaredSort].map(sortKeyMeaning(view));
  const reachable = reachableViews(view).flatMap(({ members: others }) => [...leavesOf(others)]);
  const fingerprint = {
    text: JSON.stringify([view.kind, members, sort]),
    conditional: reachable.filter(({ when }) => when !== undefined),
  };
  fingerprints.set(view, fingerprint);
  return fingerprint;
}

/** Returns the name of a declared sort key, with what it sorts by where that is not its name. */
function sortKeyMeaning({ kind }: View): (key: readonly [string, SortTarget]) => unknown {
  return ([name, target]) => (name === keyOf(kind, target) ? name : [name, keyOf('all', target)]);
}

/** Lists the properties of a member that a request can notice. */
function meaningOf(member: Leaf): readonly unknown[] {
  const { type, clientPath, propertyPath } = member;
  if (type === 'relation') return [clientPath, propertyPath, member.target.name, member.sortable];
  if (type === 'named') return ['named', ...meaningOf(member.field)];
  const { keyPath, expression, operators, sortable, narrowed } = member;
  const isList = expression.list !== undefined;
  // Handlers may give one name to two places in a document.
  const values = narrowed === undefined ? [] : [narrowed.facts.members];
  return [clientPath, propertyPath, keyPath, expression.kind.name, isList, [...operators.keys()], sortable, ...values];
}

/**
 * Lists a view and the views behind its relations. Each entity occurs once, because relations
 * lead back to their origin.
 */
function reachableViews(view: View): readonly View[] {
  const views = [view];
  const seen = new Set<FilterSchema>();
  // The list grows while it is iterated over.
  for (const { members } of views) {
    for (const { target } of relationsOf(members)) {
      if (seen.has(target)) continue;
      seen.add(target);
      views.push(target.view(view.kind));
    }
  }
  return views;
}

/** Iterates over fields and relations, including embedded ones and the paths of documents. */
function* leavesOf(members: ReadonlyMap<string, Member>): Generator<Leaf> {
  for (const member of members.values()) {
    if (member.type !== 'embedded') yield member;
    if (member.type !== 'relation' && member.members !== undefined) yield* leavesOf(member.members);
  }
}
