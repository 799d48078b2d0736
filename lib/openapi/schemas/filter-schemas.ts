import {
  aggregateFieldsOf,
  type Member,
  type FieldSchema,
  type RelationSchema,
  type View,
  isVisible,
  keyField,
} from '../../schema/index.js';
import { existenceTokens, quantifiers } from '../../operators/index.js';
import type { Components, Reference } from './components.js';
import type { Readers } from './readers.js';
import { type JsonSchema, closed, deprecatedBy, pascal } from './json-schema.js';
import { OperatorSchemas, type Vocabulary } from './operator-schemas.js';
import type { ValueLimits } from './value-schemas.js';

/** Depth of relations: none, one, or all, by references that lead back to each other. */
export type Nesting = 'none' | 'fields' | 'all';

/** Everything beside the view that the schemas of conditions depend on. */
export interface FilterFrame {
  readonly components: Components;
  readonly vocabulary: Vocabulary;
  readonly limits: ValueLimits;
  /** The context that decides which members exist. */
  readonly context: unknown;
  readonly nesting: Nesting;
  /** Beginning of component names: empty, or the name of a handler with limits of its own. */
  readonly prefix: string;
  readonly readers: Readers;
}

type Properties = Record<string, JsonSchema>;

/**
 * Schemas of conditions, made from views. Every role of an entity is a closed, complete component: in a composition,
 * `additionalProperties: false` would refuse the other part's properties.
 *
 * - `RestaurantFilter`: conditions on the rows of a list, and in groups and quantifiers
 * - `ChefRelation`, `ReviewRelations`: conditions under a relation, to one row or to many
 * - `ReviewCount`: the comparisons of `$count`
 * - `ReviewConditions`: any conditions, where nesting ends
 */
export class FilterSchemas {
  readonly operators: OperatorSchemas;
  private readonly bases = new Map<View, string>();
  private readonly roles = new Map<string, Map<View, Reference>>();

  constructor(private readonly frame: FilterFrame) {
    this.operators = new OperatorSchemas(frame);
  }

  /**
   * Returns the reference to the conditions on the rows of a view. Undefined where no condition exists.
   *
   * @param name the beginning of the name, where the view is not the entity's own
   */
  filter(view: View, name: string): Reference | undefined {
    const base = this.base(view, name);
    if (!this.hasConditions(view.members)) return undefined;
    return this.role('Filter', view, (self) => closed({ ...this.members(view.members, base), ...this.groups(self) }));
  }

  /** Returns the schemas of members by name: fields first, then relations. */
  private members(members: ReadonlyMap<string, Member>, base: string, nested = false): Properties {
    const visible = [...members].filter(([, member]) => isVisible(member, this.frame.context));
    const isRelation = ([, { type }]: readonly [string, Member]) => type === 'relation';
    const ordered = [...visible.filter((entry) => !isRelation(entry)), ...visible.filter(isRelation)];
    const schemas = ordered.map(([name, member]) => [name, this.marked(member, base, nested)] as const);
    return Object.fromEntries(schemas.flatMap(([name, schema]) => (schema === undefined ? [] : [[name, schema]])));
  }

  private marked(member: Member, base: string, nested: boolean): JsonSchema | undefined {
    const schema = this.member(member, base, nested);
    return schema && member.type !== 'embedded' ? deprecatedBy(schema, member.deprecated) : schema;
  }

  private member(member: Member, base: string, nested: boolean): JsonSchema | undefined {
    switch (member.type) {
      case 'relation':
        return nested ? this.open(member, base) : this.relation(member, base);
      case 'embedded':
        return this.hasConditions(member.members) ? closed(this.members(member.members, base, nested)) : undefined;
      case 'field':
        return this.field(member, base, nested);
      case 'named':
        return this.operators.ofNamed(member.field);
    }
  }

  /** Makes the schema of a field. The paths of a document stand beside its operators. */
  private field(field: FieldSchema, base: string, nested: boolean): JsonSchema | undefined {
    const operators = this.operators.of(field, base);
    const { members } = field;
    if (members === undefined || !this.hasConditions(members)) return operators;
    const own = operators === undefined ? {} : this.operators.properties(field, operators);
    return closed({ ...own, ...this.members(members, base, nested) });
  }

  private relation(relation: RelationSchema, owner: string): Reference {
    const { nesting } = this.frame;
    if (nesting === 'none') return this.open(relation, owner);
    const view = relation.view('client');
    const base = this.base(view, `${owner}${pascal(...relation.clientPath)}`);
    // Relations to one entity may have different aggregates.
    const role = relation.toMany ? `Relations${pascal(...relation.aggregates.map(({ name }) => name))}` : 'Relation';
    return this.role(role, view, () => closed(this.underRelation(relation, base, nesting === 'fields')));
  }

  /** Returns the properties under a relation. */
  private underRelation(relation: RelationSchema, base: string, isLast: boolean): Properties {
    const view = relation.view('client');
    const where = isLast ? this.open(relation, base) : this.filter(view, base);
    return {
      ...this.members(view.members, base, isLast),
      ...(where && this.hasConditions(view.members) ? this.groups(where) : {}),
      ...(this.isForAgents ? { $exists: { type: 'boolean' } } : this.ofRelatedRow(view)),
      ...(relation.toMany ? this.toMany(view, where) : {}),
      ...this.aggregates(relation, base, where),
    };
  }

  /** Returns the properties about the related row itself. Agents get `$exists` alone, and the key by its own name. */
  private ofRelatedRow(view: View): Properties {
    const key = keyField(view, this.frame.context);
    const flag = this.operators.flag();
    return {
      ...(key && this.operators.keyProperties(key)),
      ...Object.fromEntries(existenceTokens.map((token) => [token, token === '$exists' ? { type: 'boolean' } : flag])),
    };
  }

  private toMany(view: View, where: Reference | undefined): Properties {
    const count = this.role('Count', view, () => this.count(where));
    const some = where === undefined ? [] : quantifiers.map((quantifier) => [`$${quantifier}`, where] as const);
    return { ...Object.fromEntries(some), $count: count };
  }

  /** Returns the properties of functions over fields of the related rows. */
  private aggregates(relation: RelationSchema, base: string, where: Reference | undefined): Properties {
    const asked = { kind: 'client', context: this.frame.context } as const;
    const functions = relation.aggregates.flatMap((row) => {
      const fields = aggregateFieldsOf(relation, row, asked).flatMap(([name, field]) => {
        const schema = this.field(field, base, true);
        return schema === undefined ? [] : [[name, deprecatedBy(schema, field.deprecated)] as const];
      });
      if (fields.length === 0) return [];
      const properties = { ...Object.fromEntries(fields), ...(where && { $where: where }) };
      const more = where === undefined ? {} : { not: { required: ['$where'], maxProperties: 1 } };
      return [[`$${row.name}`, closed(properties, more)] as const];
    });
    return Object.fromEntries(functions);
  }

  /** Makes the schema of `$count`. A `$where` alone counts nothing. */
  private count(where: Reference | undefined): JsonSchema {
    const comparisons = this.operators.countProperties();
    if (where === undefined) return closed(comparisons);
    return closed({ ...comparisons, $where: where }, { not: { required: ['$where'], maxProperties: 1 } });
  }

  /** Returns the reference to an object of any conditions. Without it, readers that copy references would not end. */
  private open(relation: RelationSchema, owner: string): Reference {
    const view = relation.view('client');
    this.base(view, `${owner}${pascal(...relation.clientPath)}`);
    const description = `Conditions on a related row of ${view.schema.name}, as deep as the limits allow.`;
    return this.role('Conditions', view, () => ({ type: 'object', additionalProperties: true, description }));
  }

  /** Returns the reference to one role of a view, and makes its schema at the first use. */
  private role(role: string, view: View, make: (self: Reference) => JsonSchema): Reference {
    const known = this.roles.get(role) ?? new Map<View, Reference>();
    this.roles.set(role, known);
    const existing = known.get(view);
    if (existing !== undefined) return existing;
    const reference = this.frame.components.reserve(`${this.base(view, view.schema.name)}${role}`);
    known.set(view, reference);
    this.frame.components.define(reference, make(reference));
    return reference;
  }

  /** Returns the beginning of the names of a view's components: its entity, or the path to a narrowed view. */
  private base(view: View, name: string): string {
    const known = this.bases.get(view);
    if (known !== undefined) return known;
    const isOwn = view === view.schema.view('client');
    const base = isOwn ? `${this.frame.prefix}${view.schema.name}` : name;
    this.bases.set(view, base);
    return base;
  }

  /** Returns the properties of groups. For agents, the description of the tool says what they mean. */
  private groups(self: Reference): Properties {
    const list = { type: 'array', items: self, minItems: 1 };
    return this.isForAgents ? { $and: list, $or: list, $not: self } : groups(self, list);
  }

  private get isForAgents(): boolean {
    return this.frame.readers === 'agents';
  }

  /** Returns true where some condition can be written. A member that is only a sort key has none. */
  private hasConditions(members: ReadonlyMap<string, Member>): boolean {
    return [...members.values()].some((member) => {
      if (!isVisible(member, this.frame.context)) return false;
      if (member.type === 'relation') return true;
      const field = member.type === 'named' ? member.field : member;
      const isField = field.type === 'field' && field.operators.size > 0;
      return isField || (member.members !== undefined && this.hasConditions(member.members));
    });
  }
}

function groups(self: Reference, list: JsonSchema): Properties {
  return {
    $and: { ...list, description: 'All of them hold.' },
    $or: { ...list, description: 'At least one of them holds.' },
    $not: { allOf: [self], description: 'It does not hold.' },
  };
}
