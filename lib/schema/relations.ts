import type { RelationMetadata } from './column-metadata.js';
import { FilterConfigurationError, didYouMean } from './configuration-error.js';
import type { FilterSchema, Member, RelationSchema, ViewKind } from './filter-schema.js';
import { linkOf } from './link.js';
import { type Where, clientPathOf } from './members.js';
import { once } from './once.js';
import type { SchemaRegistry } from './registry.js';
import type { RelationRule } from './rules.js';
import { type View, viewOf } from './view.js';

/** A relation, from TypeORM's metadata and what is said of it. What depends on the related entity is looked up late. */
export function relationOf(
  registry: SchemaRegistry,
  relation: RelationMetadata,
  rule: RelationRule,
  where: Where,
): RelationSchema {
  const target = once(() => registry.of(relation.inverseEntityMetadata));
  const link = linkOf(relation, registry.escape, registry.table);
  const isThere = once(() => relation.isOwning && registry.isConstrained(relation) && isNeverHidden(target()));
  const isAlwaysSet = relation.joinColumns.every((column) => !column.isNullable);
  const views = new Map<ViewKind, View>();
  return {
    type: 'relation',
    clientPath: clientPathOf(relation.propertyPath, rule.as),
    propertyPath: relation.propertyPath,
    toMany: relation.isOneToMany || relation.isManyToMany,
    get target() {
      return target();
    },
    link,
    get keyIsHere() {
      return link.via === 'columns' && link.pairs.length === 1 && isThere();
    },
    get certain() {
      return link.via === 'columns' && isAlwaysSet && isThere();
    },
    strategy: rule.strategy,
    sortable: rule.sortable ?? true,
    when: rule.when,
    view: (kind) => {
      const existing = views.get(kind);
      if (existing !== undefined) return existing;
      const view = narrowed(target().view(kind), rule, `${where}: ${relation.propertyPath}`);
      views.set(kind, view);
      return view;
    },
  };
}

/** No row of the entity is ever left out of a subquery. */
function isNeverHidden(target: FilterSchema): boolean {
  return target.deleteDate === undefined && target.discriminator === undefined && target.scope === undefined;
}

/** The related entity's view with only the fields and relations that this path allows. */
function narrowed(view: View, rule: RelationRule, where: Where): View {
  if (view.kind === 'all' || (rule.fields === undefined && rule.relations === undefined)) return view;
  const fields = rule.fields && checked(rule.fields, 'fields', view, where);
  const relations = rule.relations && checked(rule.relations, 'relations', view, where);
  const keeps = (member: Member): boolean => {
    if (member.type === 'relation') return relations === undefined || relations.has(member.propertyPath);
    return member.type === 'embedded' || fields === undefined || fields.has(member.propertyPath);
  };
  const { kind, schema } = view;
  return viewOf({ kind, schema, members: filtered(view.members, keeps) }, () => view.declaredSort);
}

function checked(names: readonly string[], list: string, view: View, where: Where): ReadonlySet<string> {
  const existing = [...pathsOf(view.members, list === 'relations' ? 'relation' : 'field')];
  for (const name of names) {
    if (existing.includes(name)) continue;
    throw new FilterConfigurationError(
      `${where}: \`${list}\` names ${name}, which ${view.schema.name} does not expose; ${didYouMean(name, existing)}`,
    );
  }
  return new Set(names);
}

function* pathsOf(members: ReadonlyMap<string, Member>, type: 'field' | 'relation'): Generator<string> {
  for (const member of members.values()) {
    if (member.type === 'embedded') yield* pathsOf(member.members, type);
    else if (member.type === type) yield member.propertyPath;
  }
}

function filtered(members: ReadonlyMap<string, Member>, keeps: (member: Member) => boolean): Map<string, Member> {
  const kept = new Map<string, Member>();
  for (const [name, member] of members) {
    if (!keeps(member)) continue;
    if (member.type !== 'embedded') {
      kept.set(name, member);
      continue;
    }
    const inner = filtered(member.members, keeps);
    if (inner.size > 0) kept.set(name, { type: 'embedded', members: inner });
  }
  return kept;
}
