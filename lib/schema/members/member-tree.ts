import { FilterConfigurationError } from '../../configuration/index.js';
import type { FieldSchema, Member, NamedFilterSchema, RelationSchema } from '../views/filter-schema.js';
import { NameMap, lookUp } from '../views/name-map.js';
import type { Subject } from './members.js';

type MemberMap = NameMap<Member>;

/** The members of a view while they are gathered. */
export class MemberTree {
  /** Members by name, read-only once all are added. */
  readonly members: MemberMap = new NameMap();
  /** Members of each embedded group and each document, while they grow. */
  private readonly groups = new Map<Member, MemberMap>();
  /** The members of groups that only former names lead to. Within them, these are the names there are. */
  private readonly formerGroups = new Set<MemberMap>();

  constructor(private readonly subject: Subject) {}

  /**
   * Adds a member under a path, and the groups on the way to it: `['address', 'city']` is `city` in the
   * group `address`. The paths of a document are members of the document's field, or of a group where
   * the view lacks this field.
   *
   * @throws FilterConfigurationError where another member has the name, or a segment of the path names no group
   */
  add(path: readonly string[], member: Member): void {
    const name = path.at(-1);
    if (name === undefined) return;
    let { members } = this;
    for (const segment of path.slice(0, -1)) members = this.groupIn(members, segment);
    const existing = members.get(name);
    if (member.type === 'field' && member.members !== undefined) {
      members.set(name, this.document(member, this.groupOf(existing, name)));
    } else if (existing === undefined) members.set(name, member);
    else throw this.duplicate(name);
  }

  /**
   * Adds paths of documents also by their keys, where these differ from their names. Keys that name another member, or
   * that several fields share, are left out: the program then uses the fields' own names.
   */
  addByKeys(fields: readonly FieldSchema[]): void {
    const further = fields.flatMap((field) => (field.keyPath === undefined ? [] : [{ field, path: field.keyPath }]));
    const shared = repeated(further.map(({ path }) => JSON.stringify(path)));
    for (const { field, path } of further) {
      if (!shared.has(JSON.stringify(path)) && this.isFree(path)) this.add(path, field);
    }
  }

  /**
   * Adds the former names of a member, once all present names are added. They lead to the member itself, or through
   * groups that only former names lead to.
   *
   * @throws FilterConfigurationError where another member has such a name, or had it before
   */
  addFormerNames({ clientPath, formerPaths }: FieldSchema | NamedFilterSchema | RelationSchema): void {
    const present = clientPath.join('.');
    for (const path of formerPaths) {
      if (path.join('.') === present) throw this.taken(path);
      this.addFormer(path, this.at(clientPath));
    }
  }

  private addFormer(path: readonly string[], member: Member | undefined): void {
    const name = path.at(-1);
    if (name === undefined || member === undefined) return;
    let { members } = this;
    for (const segment of path.slice(0, -1)) members = this.formerGroup(members, segment, path);
    const taken = lookUp(members, name);
    // A renamed document may already lead to its paths.
    if (taken === undefined && this.formerGroups.has(members)) members.set(name, member);
    else if (taken === undefined) members.setFormer(name, member);
    else if (taken !== member) throw this.taken(path);
  }

  /** Returns the members under a name on a former path: of the present group or document, or of one made for it. */
  private formerGroup(members: MemberMap, name: string, path: readonly string[]): MemberMap {
    const existing = lookUp(members, name);
    const inner = existing === undefined ? new NameMap<Member>() : this.groups.get(existing);
    if (inner === undefined) throw this.taken(path);
    if (existing === undefined) {
      const group: Member = { type: 'embedded', members: inner };
      this.groups.set(group, inner);
      this.formerGroups.add(inner);
      if (this.formerGroups.has(members)) members.set(name, group);
      else members.setFormer(name, group);
    }
    return inner;
  }

  private at(path: readonly string[]): Member | undefined {
    let members: MemberMap | undefined = this.members;
    let member: Member | undefined;
    for (const segment of path) {
      member = members?.get(segment);
      members = member && this.groups.get(member);
    }
    return member;
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

  private groupIn(members: MemberMap, name: string): MemberMap {
    const existing = members.get(name);
    const inner = this.groupOf(existing, name);
    if (existing !== undefined) return inner;
    const group: Member = { type: 'embedded', members: inner };
    this.groups.set(group, inner);
    members.set(name, group);
    return inner;
  }

  /** Makes the field of a document from a map of its paths, which may still grow. */
  private document(field: FieldSchema, inner: MemberMap): FieldSchema {
    const document = { ...field, members: inner };
    this.groups.set(document, inner);
    return document;
  }

  /** Returns the members of an existing group, or of a new one. */
  private groupOf(existing: Member | undefined, name: string): MemberMap {
    const inner = existing === undefined ? new NameMap<Member>() : this.groups.get(existing);
    if (inner === undefined) throw this.duplicate(name);
    return inner;
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

function repeated(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.filter((text, index) => texts.indexOf(text) !== index));
}
