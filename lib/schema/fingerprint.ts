import { type FilterSchema, type Leaf, type SortTarget, type View, isVisible, leavesOf, relationsOf } from './model.js';
import { keyOf } from './paths.js';

/*
 * Texts that compare views. Two requests may share a cache entry, and two data sources one meaning of a
 * request, only if every name means the same in both views. Objects cannot be compared, because each data
 * source and each boot makes new ones.
 */

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
