import { FilterConfigurationError } from '../configuration/index.js';
import type { FieldSchema, Member, NamedFilterSchema, RelationSchema } from './model.js';
import { NameMap, lookUp } from './names.js';

type MemberMap = NameMap<Member>;

/** The members of a view while they are gathered. */
export class MemberTree {
  /** Members by name, read-only once all are added. */
  readonly members: MemberMap = new NameMap();
  /** Members of each embedded group and each document, while they grow. */
  private readonly groups = new Map<Member, MemberMap>();
  /** The members of groups that only former names lead to. Within them, these are the names there are. */
  private readonly formerGroups = new Set<MemberMap>();

  constructor(private readonly subject: string) {}

  /**
   * Adds a member under a path, and the groups on the way to it: `['address', 'city']` is `city` in the
   * group `address`. The paths of a document are members of the document's field, or of a group where
   * the view lacks this field.
   *
   * @throws FilterConfigurationError where another member has the name, or a segment of the path names no group
   */
  add(path: readonly string[], member: Member): void {
    const name = path.at(-1) ?? '';
    let { members } = this;
    for (const segment of path.slice(0, -1)) {
      const existing = members.get(segment);
      const inner = existing && this.groups.get(existing);
      if (existing !== undefined && inner === undefined) throw this.duplicate(segment);
      members = inner ?? this.addGroup(segment, members);
    }
    const existing = members.get(name);
    if (member.type === 'field' && member.members !== undefined) {
      // A group of the document's paths becomes the field. Its members may still grow.
      const inner = existing === undefined ? new NameMap<Member>() : this.groups.get(existing);
      if (inner === undefined) throw this.duplicate(name);
      const document = { ...member, members: inner };
      this.groups.set(document, inner);
      members.set(name, document);
    } else if (existing === undefined) members.set(name, member);
    else throw this.duplicate(name);
  }

  /**
   * Adds paths of documents also by their keys, where these differ from their names. Keys that name another member, or
   * that several fields share, are left out: the program then uses the fields' own names.
   */
  addByKeys(fields: readonly FieldSchema[]): void {
    const further = fields.flatMap((field) => (field.keyPath === undefined ? [] : [{ field, path: field.keyPath }]));
    const texts = further.map(({ path }) => JSON.stringify(path));
    for (const [at, { field, path }] of further.entries()) {
      const isShared = texts.filter((text) => text === texts[at]).length > 1;
      if (!isShared && this.isFree(path)) this.add(path, field);
    }
  }

  /**
   * Adds the former names of a member, once all present names are added. They lead to the member itself, or through
   * groups that only former names lead to.
   *
   * @throws FilterConfigurationError where another member has such a name, or had it before
   */
  addFormerNames({ clientPath, formerPaths }: FieldSchema | NamedFilterSchema | RelationSchema): void {
    for (const path of formerPaths) {
      if (path.join('.') === clientPath.join('.')) throw this.taken(path);
      let members: MemberMap | undefined = this.members;
      let member: Member | undefined;
      for (const segment of clientPath) {
        member = members?.get(segment);
        members = member && this.groups.get(member);
      }
      if (member !== undefined) this.addFormer(path, member);
    }
  }

  private addFormer(path: readonly string[], member: Member): void {
    const name = path.at(-1) ?? '';
    let { members } = this;
    for (const segment of path.slice(0, -1)) {
      const existing = lookUp(members, segment);
      const inner = existing && this.groups.get(existing);
      if (existing !== undefined && inner === undefined) throw this.taken(path);
      members = inner ?? this.addGroup(segment, members, true);
    }
    const taken = lookUp(members, name);
    // A renamed document may already lead to its paths.
    if (taken === undefined) this.set(members, name, member, true);
    else if (taken !== member) throw this.taken(path);
  }

  private addGroup(name: string, members: MemberMap, isFormer = false): MemberMap {
    const inner: MemberMap = new NameMap();
    const group: Member = { type: 'embedded', members: inner };
    this.groups.set(group, inner);
    this.set(members, name, group, isFormer);
    if (isFormer) this.formerGroups.add(inner);
    return inner;
  }

  private set(members: MemberMap, name: string, member: Member, isFormer: boolean): void {
    if (isFormer && !this.formerGroups.has(members)) members.setFormer(name, member);
    else members.set(name, member);
  }

  private isFree(path: readonly string[]): boolean {
    let members: MemberMap | undefined = this.members;
    for (const segment of path.slice(0, -1)) {
      const existing: Member | undefined = members.get(segment);
      if (existing === undefined) return true;
      members = this.groups.get(existing);
      if (members === undefined) return false;
    }
    return !members.has(path.at(-1) ?? '');
  }

  private taken(path: readonly string[]): FilterConfigurationError {
    return new FilterConfigurationError(
      `${this.subject}: the former name ${path.join('.')} is taken; each name may stand for one member, now and before`,
    );
  }

  private duplicate(name: string): FilterConfigurationError {
    return new FilterConfigurationError(`${this.subject}: two members are named ${name}`);
  }
}
