import type { FilterSchema, Member, View } from './filter-schema.js';
import { isVisible, relationsOf } from './view.js';

/** What of a view is the same for every context, and what each context decides. */
interface Sight {
  /** The members of the view, with what they stand for: equal for views that mean the same by the same names. */
  readonly text: string;
  /** The members that have a `when`, here and wherever relations lead from here. */
  readonly decided: readonly Member[];
}

/** Views are made at boot and kept, so what can be told of one is told once. */
const sights = new WeakMap<View, Sight>();

/** What a view means by its names, as a text. */
export function meaningOfView(view: View): string {
  return sightOf(view).text;
}

/** The same of a view, and of every entity that its relations lead to. */
export function meaningFrom(view: View): string {
  return JSON.stringify(reachedFrom(view).map(meaningOfView));
}

/** A character for each member that a context decides about: 1 where it is visible, 0 where it is not. */
export function visibilityIn(view: View, context: unknown): string {
  return sightOf(view)
    .decided.map((member) => (isVisible(member, context) ? '1' : '0'))
    .join('');
}

function sightOf(view: View): Sight {
  const existing = sights.get(view);
  if (existing !== undefined) return existing;
  const members = [...leavesOf(view.members)].map(meaningOfMember);
  const sort = view.declaredSort && [...view.declaredSort.keys()];
  const sight = { text: JSON.stringify([view.kind, members, sort]), decided: decidedFrom(view) };
  sights.set(view, sight);
  return sight;
}

function meaningOfMember(member: Exclude<Member, { type: 'embedded' }>): readonly unknown[] {
  const { type, clientPath, propertyPath } = member;
  if (type === 'relation') return [clientPath, propertyPath, member.target.name, member.sortable];
  return [clientPath, propertyPath, member.column.kind.name, [...member.operators.keys()], member.sortable];
}

function decidedFrom(view: View): readonly Member[] {
  const reached = reachedFrom(view).flatMap(({ members }) => [...leavesOf(members)]);
  return reached.filter(({ when }) => when !== undefined);
}

/** Relations lead back to where they came from, so that each entity is looked at once, by its own view. */
function reachedFrom(view: View): readonly View[] {
  const reached = [view];
  const seen = new Set<FilterSchema>();
  for (const { members } of reached) {
    for (const { target } of relationsOf(members)) {
      if (seen.has(target)) continue;
      seen.add(target);
      reached.push(target.view(view.kind));
    }
  }
  return reached;
}

function* leavesOf(members: ReadonlyMap<string, Member>): Generator<Exclude<Member, { type: 'embedded' }>> {
  for (const member of members.values()) {
    if (member.type === 'embedded') yield* leavesOf(member.members);
    else yield member;
  }
}
