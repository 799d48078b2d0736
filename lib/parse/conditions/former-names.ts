import { type Member, fieldsOf, formerNames, lookUp } from '../../schema/index.js';
import type { Node } from '../reading/node.js';
import { refuse } from '../reading/refusals.js';

type Members = ReadonlyMap<string, Member>;

/**
 * Records the use of a deprecated member, and refuses a former name of it beside another one: the object then asks for
 * it twice. The member is known to be visible.
 *
 * @returns false where it was refused
 */
export function isUsable(members: Members, member: Member, node: Node): boolean {
  if (member.type !== 'embedded') node.issues.use(member.deprecated);
  const former = formerNames(members)?.get(node.key);
  if (former === undefined || !node.beside.some((other) => contradicts(members, former, node, other))) return true;
  refuse.duplicateName(node);
  return false;
}

/** Returns true where another key of the object stands for the member. Of two former names, the second contradicts. */
function contradicts(members: Members, former: Member, node: Node, other: Node): boolean {
  const member = lookUp(members, other.key);
  if (member === undefined || (!members.has(other.key) && !other.isBefore(node))) return false;
  if (member.type !== 'embedded' || former.type !== 'embedded') {
    const asked = leavesIn(former, node);
    return leavesIn(member, other).some((leaf) => asked.includes(leaf));
  }
  const fields = [...fieldsOf(former.members)];
  return [...fieldsOf(member.members)].some((field) =>
    fields.some(({ propertyPath }) => propertyPath === field.propertyPath),
  );
}

/** Lists the members that a value asks for, by their property paths. A text may ask for all of a group. */
function leavesIn(member: Member, node: Node): readonly string[] {
  if (member.type !== 'embedded') return [member.propertyPath];
  const { members } = member;
  const names = node.shape === 'object' ? node.keys : [...members.keys()];
  return names.flatMap((name) => {
    const inner = lookUp(members, name);
    return inner === undefined ? [] : leavesIn(inner, node.child(name));
  });
}
